/** The command line of `npm run bench`. */
import { type Arguments, type Option, parseArguments } from "../src/cli/frame/command.ts";
import { UsageError } from "../src/cli/frame/errors.ts";
import { GROUPS, OWN_GROUPS } from "./groups.ts";
import { HEADLINE_GROUPS } from "./headlines.ts";
import { installedNode } from "./nodes.ts";

export interface BenchOptions {
  /** The names of the groups to measure, in the order in which they are measured. */
  readonly groups: readonly string[];
  readonly isQuick: boolean;
  /** Where results are written to. */
  readonly json: string;
  readonly html: string;
  /** The user's own text, and the env file with its variables. */
  readonly own: { readonly input: string; readonly env: string } | undefined;
  /** Modules whose default exports are engines. */
  readonly engines: readonly string[];
  /** Whether to write the results into the documents. */
  readonly docs: boolean;
  /** Programs of Node.js that each run the whole suite; without any, this one. */
  readonly nodes: readonly string[];
}

const OPTIONS = {
  quick: { type: "boolean", help: "fewer repetitions and smaller inputs; under a minute" },
  input: { type: "string", value: "FILE", help: `measure this file's text instead (${OWN_GROUPS.join(" and ")})` },
  env: { type: "string", value: "FILE", help: "the variables for --input: an env file, read as dotenv reads it" },
  engine: {
    type: "string",
    multiple: true,
    value: "FILE.js",
    help: "also measure the engine that this module exports as default",
  },
  json: { type: "string", value: "FILE", help: "write all results to FILE (default: build/bench.json)" },
  html: { type: "string", value: "FILE", help: "write the page with charts to FILE (default: build/bench.html)" },
  docs: { type: "boolean", help: "measure what docs/benchmarks.md and the README show, and write it into them" },
  node: {
    type: "string",
    multiple: true,
    value: "VERSION",
    help: "run everything in Node.js 20, 24, or 26, or in the program at this path; one table has a column for each",
  },
} as const satisfies Record<string, Option>;

/**
 * Undefined if the arguments ask for help.
 *
 * @throws UsageError
 */
export function parseOptions(args: readonly string[]): BenchOptions | undefined {
  const parsed = parseArguments(OPTIONS, args);
  if (parsed === undefined) return undefined;
  const { quick, input, env, engine, json, html, docs, node } = parsed.options as unknown as Arguments<
    typeof OPTIONS
  >["options"];
  const own = ownOf(input, env);
  const groups = groupsOf(parsed.operands, own === undefined ? Object.keys(GROUPS) : OWN_GROUPS);
  if (docs && (own !== undefined || parsed.operands.length > 0)) {
    throw new UsageError("--docs cannot be used with groups or --input");
  }
  return {
    groups: docs ? HEADLINE_GROUPS : groups,
    isQuick: quick,
    json: json ?? "build/bench.json",
    html: html ?? "build/bench.html",
    own,
    engines: engine,
    docs,
    nodes: (docs && node.length === 0 ? ["20", "24", "26"] : node).map(installedNode),
  };
}

function ownOf(input: string | undefined, env: string | undefined): BenchOptions["own"] {
  if (input === undefined && env === undefined) return undefined;
  if (input === undefined) throw new UsageError("--env has the variables for --input FILE, which is missing");
  if (env === undefined) throw new UsageError("--input needs the variables: --env FILE");
  return { input, env };
}

function groupsOf(names: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names.length === 0 ? known : known.filter((name) => names.includes(name));
  throw new UsageError(
    Object.hasOwn(GROUPS, unknown)
      ? `--input is for the groups ${known.join(" and ")}, not ${unknown}`
      : `unknown group ${JSON.stringify(unknown)}; known: ${known.join(", ")}`,
  );
}

export function help(): string {
  const options = Object.entries<Option>(OPTIONS).map(
    ([name, { value, help }]) => [`--${name}${value === undefined ? "" : ` ${value}`}`, help] as const,
  );
  const groups = Object.entries(GROUPS).map(([name, { title }]) => [name, title] as const);
  return `usage: npm run bench -- [OPTION]... [GROUP]...

Compares varexpand with the best pure JavaScript and with peers. Every answer is verified first. The rows of one question
take turns and are compared turn by turn. Without GROUP, all groups are measured.

groups:
${columns(groups)}

options:
${columns([...options, ["--help", "print this"]])}

bench/engine.ts describes the interface of an engine, with an example.
`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join("\n");
}
