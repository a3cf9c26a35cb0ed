/** A Garden project end to end: the one in examples/, and one with many actions. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { forgetTemplates } from "../../src/garden/template/resolve/cache.ts";
import { parseYamlDocuments } from "../../src/garden/variables/yaml.ts";
import { mergeVariables, Project, type ProjectOptions } from "../../src/index.ts";
import type { Question } from "../question.ts";
import { REPOSITORY } from "../repository.ts";
import type { Setting } from "../setting.ts";

type Files = Readonly<Record<string, string>>;

const OPTIONS = { environment: "prod", world: { secrets: { "database-password": "s" } } };

export function variablesQuestions({ effort }: Setting): Question[] {
  const files = filesIn(join(REPOSITORY, "examples/project"));
  const count = effort.isQuick ? 50 : 200;
  const services = Array.from({ length: count }, (_, i) => service(i, files["api/garden.yml"]!));
  const limits = services.map((_, i) => [`s${i}/limits.json`, files["api/limits.json"]!]);
  return [
    projectQuestion("the example project: 3 actions, 3 varfiles", files),
    projectQuestion(`the same and ${count} services more: ${3 + 2 * count} actions, ${3 + count} varfiles`, {
      ...files,
      ...Object.fromEntries([...services, ...limits]),
    }),
    {
      title: "seven levels of 100 variables, merged",
      rows: [{ name: "mergeVariables", role: "subject", run: mergingOf(7, 100) }],
    },
  ];
}

function projectQuestion(title: string, files: Files): Question {
  const options: ProjectOptions = { ...OPTIONS, readVarfile: readerOf(files) };
  const documents = documentsOf(files);
  const resolve = (of: typeof documents) => new Project(of, options).resolve().map(({ value }) => value);
  return {
    title,
    expected: resolve(documents),
    baseline: "from the files' text, nothing cached",
    rows: [
      {
        name: "from the files' text, nothing cached",
        run: () => {
          forgetTemplates();
          return resolve(documentsOf(files));
        },
      },
      { name: "from the files' text", role: "subject", run: () => resolve(documentsOf(files)) },
      { name: "from parsed config documents", role: "subject", run: () => resolve(documents) },
    ],
  };
}

/** A Build and a Deploy of another name, in a folder of their own. */
function service(number: number, api: string): [path: string, text: string] {
  return [
    `s${number}/garden.yml`,
    api.replaceAll("api-image", `image-${number}`).replaceAll("name: api\n", `name: s${number}\n`),
  ];
}

function documentsOf(files: Files) {
  return Object.entries(files)
    .filter(([file]) => file.endsWith("garden.yml"))
    .flatMap(([file, text]) => parseYamlDocuments(text, file).map(({ value }) => ({ file, value })));
}

function readerOf(files: Files) {
  return (folder: string, path: string) => {
    const text = files[folder === "" ? path : `${folder}/${path}`];
    return text === undefined ? undefined : { text };
  };
}

function filesIn(folder: string): Files {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(folder.length + 1)] = readFileSync(path, "utf8");
  }
  return files;
}

function mergingOf(levels: number, names: number): () => unknown {
  const layers = Array.from({ length: levels }, (_, level) =>
    Object.fromEntries(Array.from({ length: names }, (_, i) => [`v${i + level}`, { level, [`l${level}`]: [level] }])),
  );
  return () => mergeVariables(...layers);
}
