/** Variables of a project where they are declared. */
import { expect, test } from "vitest";
import { hoverLines } from "../../../src/lsp/hover.ts";
import type { Place } from "../../../src/lsp/places.ts";
import { ConfigText, ProjectSnapshot } from "../../../src/lsp/projects/project-snapshot.ts";
import { TemplateSymbols } from "../../../src/lsp/projects/template-symbols.ts";
import { FolderPerTest } from "../../cli/temporary.ts";
import { marked, shown } from "../marked.ts";
import { MemoryClient } from "../memory-client.ts";

const folder = new FolderPerTest();

const PROJECT = `kind: Project
name: shop
environments:
  - name: dev
    variables: {host: dev, limits: {cpu: 2}}
variables:
  host: local
  limits: {cpu: 1, memory: 3}
`;

test.each([
  [
    "  ho‸st: local",
    'var.host: "dev" (string)',
    `  "dev"  the environment's variables, garden.yml:5:17`,
    `  "local"  the project's variables, garden.yml:7:3 (hidden)`,
  ],
  [
    "limits: {c‸pu: 1",
    "var.limits.cpu: 2 (number)",
    "  2  the environment's variables, garden.yml:5:37",
    "  1  the project's variables, garden.yml:8:12 (hidden)",
  ],
  [
    "  lim‸its: {cpu: 1",
    'var.limits: {"cpu":2,"memory":3} (map)',
    `  {"cpu":2}  the environment's variables, garden.yml:5:28`,
    `  {"cpu":1,"memory":3}  the project's variables, garden.yml:8:3`,
  ],
])("%s: its value, and each level that adds to it", async (part, ...lines) => {
  folder.write({ "garden.yml": PROJECT });
  const client = new MemoryClient();
  await client.initialize([folder.path]);
  client.open(folder.at("garden.yml"), PROJECT);
  const { at, text } = marked(part);
  const before = PROJECT.slice(0, PROJECT.indexOf(text) + at).split("\n");
  const position = { line: before.length - 1, character: before.at(-1)!.length };
  const { contents } = await client.ask<{ contents: { value: string } }>("hover", folder.at("garden.yml"), position);
  expect(contents.value.split("\n")).toEqual(lines);
});

const CONFIG = `# The project
kind: Project
name: shop
environments:
  - name: dev
    varfile: dev.env
  - name: prod
    varfile: prod.yaml
    variables: {host: prod, "a.b": 1}
variables:
  host: local
  list: [{x: 1}]
  both: \${var.host}-\${variables.host}
---
kind: Build
name: image
type: container
---
kind: Run
name: r
type: exec
varfiles: [r.yaml]
variables:
  own: \${var.both}
  late: \${actions.build.image.outputs.id}
  host: api
  variables: {x: "\${var.host}"}
spec:
  command: ["\${var.own}", "\${var.list[0].x}", "\${var.file}", "\${variables.deep.er || 1}", "\${var.late}"]
---
kind: ConfigTemplate
name: unused
configs: [{kind: Run, name: "\${1 + 1}"}]
`;
const PROD = "# of prod\nfile: ${var.host}/x\ndeep: {er: 2}\nhost: from-file\n";

const TEXTS: Readonly<Record<string, string>> = {
  "garden.yml": CONFIG,
  "prod.yaml": PROD,
  "dev.env": "file=dev\nhost='d'\n",
  "r.yaml": "file: r\n",
};

const SNAPSHOT = new ProjectSnapshot([new ConfigText("garden.yml", CONFIG, undefined)], {
  varfile: (_, path) => ({ file: path, text: TEXTS[path] }),
  hasFile: () => false,
  isGitIgnored: () => false,
  isKnown: () => false,
});

/** The symbol at `‸` in a part of a file: its range, its hover text, its definitions, and its references. */
function symbolAt(file: string, part: string) {
  const symbols = new TemplateSymbols(SNAPSHOT, (name, { end, start }) => ({ name, start, end }));
  const placeText = (place: Place) => `${place.name}:${shown(TEXTS[place.name]!, place)}`;
  const { at, text } = marked(part);
  const offset = TEXTS[file]!.indexOf(text);
  expect(offset).not.toBe(-1);
  const symbol = symbols.at(file, offset + at);
  return (
    symbol && {
      range: shown(TEXTS[file]!, symbol),
      lines: hoverLines(symbol, placeText),
      definitions: symbol.definitions.map(({ entry }) => placeText(entry!)),
      references: symbol.references().map(placeText),
    }
  );
}

type Found = NonNullable<ReturnType<typeof symbolAt>>;

const LOCAL: Omit<Found, "range" | "lines"> = {
  definitions: ["garden.yml:11:3 host"],
  references: ["garden.yml:11:3 host", "garden.yml:13:11 var.host", "garden.yml:13:23 variables.host"],
};

test.each<[file: string, parts: string[], found: Found]>([
  // The root and the last key: the whole lookup.
  [
    "garden.yml",
    ["${v‸ar.host}", "${‸var.host}", "${var‸.host}", "${var.h‸ost}", "${var.host‸}"],
    {
      range: "13:11 var.host",
      lines: ['var.host: "local" (string)', '  "local"  the project\'s variables, garden.yml:11:3 host'],
      ...LOCAL,
    },
  ],
  [
    "garden.yml",
    ["vari‸ables.host"],
    {
      range: "13:23 variables.host",
      lines: ['variables.host: "local" (string)', '  "local"  the project\'s variables, garden.yml:11:3 host'],
      ...LOCAL,
    },
  ],
  [
    "garden.yml",
    ["$‸{var.host}", "‸${var.host}"],
    { range: "13:9 ${var.host}", lines: ['${var.host}: "local" (string)'], definitions: [], references: [] },
  ],
  // A key in the middle: the lookup up to it.
  [
    "garden.yml",
    ["list‸[0]", "l‸ist[0]"],
    {
      range: "29:30 var.list",
      lines: ['var.list in run.r: [{"x":1}] (list)', '  [{"x":1}]  the project\'s variables, garden.yml:12:3 list'],
      definitions: ["garden.yml:12:3 list"],
      references: ["garden.yml:12:3 list", "garden.yml:29:30 var.list"],
    },
  ],
  [
    "garden.yml",
    ["dee‸p.er"],
    {
      range: "29:65 variables.deep",
      lines: [
        'variables.deep in dev, run.r: no value: no such key: "deep" under variables (known: host, list, both, file, own and 2 more)',
        'variables.deep in prod, run.r: {"er":2} (map)',
        '  {"er":2}  prod.yaml:3:1 deep',
      ],
      definitions: ["prod.yaml:3:1 deep"],
      references: ["prod.yaml:3:1 deep", "garden.yml:29:65 variables.deep"],
    },
  ],
  // Varfiles: one of the action, a dotenv file, and one with templates, which see the levels below.
  [
    "garden.yml",
    ["${var.fi‸le}"],
    {
      range: "29:50 var.file",
      lines: [
        'var.file in dev, run.r: "r" (string)',
        '  "r"  r.yaml:1:1 file',
        '  "dev"  dev.env:1:1 file (hidden)',
        'var.file in prod, run.r: "r" (string)',
        '  "r"  r.yaml:1:1 file',
        '  "prod/x"  prod.yaml:2:1 file (hidden)',
      ],
      definitions: ["r.yaml:1:1 file", "dev.env:1:1 file", "prod.yaml:2:1 file"],
      references: ["r.yaml:1:1 file", "dev.env:1:1 file", "prod.yaml:2:1 file", "garden.yml:29:50 var.file"],
    },
  ],
  [
    "prod.yaml",
    ["${var.ho‸st}"],
    {
      range: "2:9 var.host",
      lines: [
        'var.host: "prod" (string)',
        '  "prod"  the environment\'s variables, garden.yml:9:17 host',
        '  "local"  the project\'s variables, garden.yml:11:3 host (hidden)',
        '  "from-file"  prod.yaml:4:1 host (hidden)',
      ],
      definitions: ["garden.yml:9:17 host", "garden.yml:11:3 host", "prod.yaml:4:1 host"],
      references: ["garden.yml:9:17 host", "garden.yml:11:3 host", "prod.yaml:4:1 host", "prod.yaml:2:9 var.host"],
    },
  ],
  [
    "prod.yaml",
    ["‸file:", "file‸:"],
    {
      range: "2:1 file",
      lines: [
        'var.file in dev: "dev" (string)',
        '  "dev"  dev.env:1:1 file',
        'var.file in prod: "prod/x" (string)',
        '  "prod/x"  prod.yaml:2:1 file',
      ],
      definitions: ["dev.env:1:1 file", "prod.yaml:2:1 file"],
      references: ["dev.env:1:1 file", "prod.yaml:2:1 file"],
    },
  ],
  // A variable with the name of a level is a part of its level.
  [
    "garden.yml",
    ['{x: "${var.ho‸st}'],
    {
      range: "27:21 var.host",
      lines: [
        'var.host in dev, run.r: "d" (string)',
        '  "d"  dev.env:2:1 host',
        '  "local"  the project\'s variables, garden.yml:11:3 host (hidden)',
        '  "api"  the action\'s variables, garden.yml:26:3 host (hidden)',
        'var.host in prod, run.r: "from-file" (string)',
        '  "from-file"  prod.yaml:4:1 host',
        '  "prod"  the environment\'s variables, garden.yml:9:17 host (hidden)',
        '  "local"  the project\'s variables, garden.yml:11:3 host (hidden)',
        '  "api"  the action\'s variables, garden.yml:26:3 host (hidden)',
      ],
      definitions: [
        "dev.env:2:1 host",
        "prod.yaml:4:1 host",
        "garden.yml:11:3 host",
        "garden.yml:26:3 host",
        "garden.yml:9:17 host",
      ],
      references: [
        "dev.env:2:1 host",
        "prod.yaml:4:1 host",
        "garden.yml:11:3 host",
        "garden.yml:26:3 host",
        "garden.yml:9:17 host",
        "garden.yml:27:21 var.host",
      ],
    },
  ],
  [
    "garden.yml",
    ['{‸x: "$'],
    {
      range: "27:15 x",
      lines: [
        'var.variables.x in dev, run.r: "d" (string)',
        '  "d"  the action\'s variables, garden.yml:27:15 x',
        'var.variables.x in prod, run.r: "from-file" (string)',
        '  "from-file"  the action\'s variables, garden.yml:27:15 x',
      ],
      definitions: ["garden.yml:27:15 x"],
      references: ["garden.yml:27:15 x"],
    },
  ],
  // A value that is not known before the project runs.
  [
    "garden.yml",
    ["la‸te: $"],
    {
      range: "25:3 late",
      lines: ["var.late in run.r: (not known yet)", "  (not known yet)  the action's variables, garden.yml:25:3 late"],
      definitions: ["garden.yml:25:3 late"],
      references: ["garden.yml:25:3 late", "garden.yml:29:94 var.late"],
    },
  ],
])("%s, %j", (file, parts, found) => {
  for (const part of parts) expect(symbolAt(file, part), part).toEqual(found);
});

test.each<[file: string, part: string]>([
  ["garden.yml", "‸# The project"],
  ["garden.yml", "na‸me: shop"],
  ["garden.yml", "‸variables:"],
  ["garden.yml", "x‸: 1"],
  ["garden.yml", "lo‸cal"],
  ["garden.yml", '"${var.own}"‸'],
  ["garden.yml", "${1 ‸+ 1}"],
  ["prod.yaml", "# of p‸rod"],
  ["prod.yaml", "from-f‸ile"],
])("in %s, there is no variable at %j", (file, part) => {
  expect(symbolAt(file, part)).toBeUndefined();
});
