/** Results of compose-go 2.13 for whole files: env files, then interpolation of every value. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { environmentOf, type ProjectEnvironment } from "../../src/compose/environment.ts";
import { composeFiles } from "../../src/compose/project.ts";
import { problemsIn } from "../../src/compose/texts.ts";
import { Substitution } from "../../src/expansion/index.ts";
import { hostOf } from "./host.ts";

interface Vector {
  /** The environment of the command. */
  readonly environment: Readonly<Record<string, string>>;
  /** The env files. */
  readonly files: readonly string[];
  /** The resulting variables; without them, an env file is rejected. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly document?: object;
  readonly result?: object;
  readonly error?: string | true;
}

const lines = readFileSync(join(import.meta.dirname, "../vectors/substitution/compose-projects.ndjson"), "utf8");
const vectors = lines
  .trim()
  .split("\n")
  .map((line): Vector => JSON.parse(line));

test("there are vectors of every kind", () => {
  expect(vectors.filter(({ result }) => result !== undefined).length).toBeGreaterThan(30);
  expect(vectors.filter(({ error, variables }) => error && variables).length).toBeGreaterThan(20);
  expect(vectors.filter(({ variables }) => variables === undefined).length).toBeGreaterThan(5);
});

test.each([...vectors.entries()])("vector %i", (_, { document, environment, error, files, result, variables }) => {
  const given: [string, string][] = Object.entries(environment);
  const outer: ProjectEnvironment = {
    variables: new Map(given.map(([name, value]) => [name, { value, file: "" }])),
    files: [],
    hasFailed: false,
  };
  const paths = files.map((_, i) => `/${i}.env`);
  const read = environmentOf(hostOf(Object.fromEntries(files.map((text, i) => [paths[i]!, text]))), paths, outer);
  expect(read.hasFailed).toBe(variables === undefined);
  if (variables === undefined) return;
  for (const [name, { value }] of read.variables) expect(value ?? variables[name]).toBe(variables[name]);
  expect([...read.variables.keys()]).toEqual(expect.arrayContaining(Object.keys(variables)));

  const host = hostOf({ "/compose.json.yaml": JSON.stringify(document) });
  const [file] = composeFiles(host, ["/compose.json.yaml"]);
  const problems = file!.texts.flatMap((text) => problemsIn(text, (name) => variables[name]));
  const stops = problems.some(({ kind }) => kind !== "unset");
  expect(stops).toBe(error !== undefined);
  if (!stops) expect(interpolated(document, new Substitution("compose", variables))).toEqual(result);
});

function interpolated(value: unknown, variables: Substitution): unknown {
  if (typeof value === "string") return variables.expand(value, () => {});
  if (Array.isArray(value)) return value.map((item) => interpolated(item, variables));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, interpolated(member, variables)]));
}
