/** Cold start: each sample is a new process, from its start to the first result. */
import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import type { Question, Row } from "../question.ts";
import { REPOSITORY } from "../repository.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { run } from "./process.ts";
import { command, processRow } from "./programs.ts";

const MILLISECOND = 1e6;

const NODE = "Node alone";
const PACKAGE = '"varexpand"';
const EXPANSION = '"varexpand/expand"';
const BUNDLE = '"varexpand", bundled';
const COMMAND = "the command";

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
  // A package of its own: one in a folder above could have any name.
  program("package.json", "{}");
  const whole = program("package.mjs", first("varexpand"));
  const bundle = join(folder, "bundle.mjs");
  buildSync({ entryPoints: [whole], bundle: true, minify: true, format: "esm", platform: "node", outfile: bundle });
  const text = program("text", "http://$(HOST)/\n");
  const expanded = createHash("sha256").update("http://db/\n").digest("hex");
  const varexpand = processRow(COMMAND, command(["expand", "-e", "HOST=db"], { stdin: text }), folder, "subject");
  return [
    {
      title: "from starting Node to the first result",
      compare: "difference",
      turns: effort.isQuick ? 15 : 40,
      baseline: NODE,
      expected: true,
      rows: [
        { ...nodeRow(NODE, program("nothing.mjs", "")), role: "limit" },
        nodeRow(PACKAGE, whole),
        nodeRow(EXPANSION, program("expand.mjs", first("varexpand/expand"))),
        nodeRow(BUNDLE, bundle),
        { ...varexpand, answer: async (result) => (await varexpand.answer!(result)) === expanded },
      ],
      goals: [
        { row: PACKAGE, against: NODE, atMost: 8 * MILLISECOND },
        { row: EXPANSION, against: NODE, atMost: 4 * MILLISECOND },
        { row: COMMAND, against: NODE, atMost: 12 * MILLISECOND },
      ],
    },
  ];
}

/** A program that ends with an error if its result is wrong. */
function nodeRow(name: string, file: string): Row {
  return { name, role: "subject", run: () => run({ file: process.execPath, args: [file] }), answer: () => true };
}
