/** Cold start: each sample is a new process, from its start to the first result. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import type { Question, Row } from "../question.ts";
import { REPOSITORY } from "../repository.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { run } from "./process.ts";

const MILLISECOND = 1e6;

const NODE = "Node alone";
const PACKAGE = '"varexpand"';
const EXPANSION = '"varexpand/expand"';
const BUNDLE = '"varexpand", bundled';

/** A first result, checked in every sample: a wrong one ends the process with an error. */
const first = (specifier: string) => `import { expand, Environment } from ${JSON.stringify(specifier)};
const environment = new Environment({ HOST: "db" });
if (environment.expand("$(HOST)") !== "db" || expand("$(HOST)", () => "db") !== "db") throw new Error("wrong");
`;

export function startQuestions({ effort }: Setting): Question[] {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(REPOSITORY, join(folder, "node_modules", "varexpand"), "junction");
  const program = (name: string, source: string) => {
    const file = join(folder, name);
    writeFileSync(file, source);
    return file;
  };
  const whole = program("package.mjs", first("varexpand"));
  const bundle = join(folder, "bundle.mjs");
  buildSync({ entryPoints: [whole], bundle: true, minify: true, format: "esm", platform: "node", outfile: bundle });
  return [
    {
      title: "from starting Node to the first result of an import",
      compare: "difference",
      turns: effort.isQuick ? 15 : 50,
      baseline: NODE,
      rows: [
        processRow(NODE, program("nothing.mjs", ""), "limit"),
        processRow(PACKAGE, whole),
        processRow(EXPANSION, program("expand.mjs", first("varexpand/expand"))),
        processRow(BUNDLE, bundle),
      ],
      goals: [
        { row: BUNDLE, against: NODE, atMost: 8 * MILLISECOND },
        { row: PACKAGE, against: NODE, atMost: 25 * MILLISECOND },
      ],
    },
  ];
}

function processRow(name: string, file: string, role: Row["role"] = "subject"): Row {
  return { name, role, run: () => run({ file: process.execPath, args: [file] }) };
}
