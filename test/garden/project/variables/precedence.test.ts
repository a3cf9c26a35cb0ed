import { describe, expect, test } from "vitest";
import { Project } from "../../../../src/garden/project/project.ts";
import { VariablesError } from "../../../../src/garden/variables/error.ts";
import { parseVarFlags } from "../../../../src/garden/variables/flags.ts";
import { differences } from "../../variables/differences.ts";
import { type Vector, vectors } from "../../variables/vectors.ts";

interface ProjectInput {
  readonly project: object;
  readonly environment: { readonly name: string };
  readonly action?: object;
  readonly files?: Readonly<Record<string, string>>;
  readonly cliVars?: string | string[];
  readonly secrets?: Readonly<Record<string, string>>;
  readonly query: string | string[];
}

/** What the query gives in the action's spec. */
function answer({
  project,
  environment,
  action,
  files = {},
  cliVars = [],
  secrets = {},
  query,
}: ProjectInput): unknown {
  const documents = [
    { file: "garden.yml", value: { kind: "Project", name: "proj", environments: [environment], ...project } },
    { file: "action/garden.yml", value: { kind: "Deploy", name: "asked", ...action, spec: { query } } },
  ];
  const resolved = new Project(documents, {
    overrides: parseVarFlags([cliVars].flat()),
    world: { git: { branch: "main" }, secrets },
    readVarfile(folder, path) {
      const text = files[folder === "" ? path : `${folder}/${path}`];
      return text === undefined ? undefined : { text };
    },
  }).resolve();
  const { spec } = resolved.find(({ name }) => name === "deploy.asked")!.value as { spec: { query: unknown } };
  return spec.query;
}

/** What a recorded error is about: our code for it, and what our message must name. */
function kindOf(error: string): { code: string; names: string } {
  const missing = /Could not find key (\S+?)(?: under|\.)/.exec(error);
  if (/Could not resolve project/.test(error)) return { code: "circular", names: " -> " };
  if (missing !== null) return { code: "missing-key", names: `"${missing[1]}"` };
  const file = /(?:at path|varfile at|variable file) '?([^' ]+)'?/.exec(error)?.[1];
  if (/Could not find varfile/.test(error)) return { code: "varfile-missing", names: file! };
  if (/must be a single YAML document/.test(error)) return { code: "varfile-documents", names: `${file}:` };
  if (/must be a (?:single|valid) plain/.test(error)) return { code: "varfile-not-a-map", names: `${file}:1:1: ` };
  return { code: "syntax", names: `${file}:` };
}

describe("recorded precedence, merging and references", () => {
  const cases = vectors<ProjectInput>("variables");
  const expected = (vector: Vector<ProjectInput>) =>
    differences[vector.id]?.output ?? ("rfc7396" in vector ? vector.rfc7396 : vector.output);
  const isError = ({ id, error }: Vector<ProjectInput>) => (differences[id]?.error ?? error) !== undefined;

  test("are all there", () => expect(cases.length).toBe(84));

  test.each(cases.filter((vector) => !isError(vector)))("$id: $input", (vector) => {
    expect(answer(vector.input)).toStrictEqual(expected(vector));
  });

  test.each(cases.filter(isError))("$id: $error", ({ id, input, error }) => {
    expect(() => answer(input)).toThrow(VariablesError);
    if (id in differences) {
      expect(() => answer(input)).toThrow(differences[id]!.error);
      return;
    }
    const { code, names } = kindOf(error!);
    expect(() => answer(input)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(names) }));
  });
});
