/** A string that is something else after substitution, where the API server accepts only a string. */

import {
  type FluxPath,
  type FluxVariables,
  requiredType,
  roleOf,
  substitutedValue,
  withSecrets,
} from "../../../kubernetes/flux/index.ts";
import { fileAt } from "../../../kubernetes/kustomize/index.ts";
import { nearestNodeAt } from "../../../yaml/node.ts";
import { shownName } from "../../pod-place.ts";
import type { SetProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { type FluxText, problemWith, repository } from "./flux-place.ts";

const PORT = '  postBuild:\n    substitute:\n      PORT: "8080"\n';

export const fluxChangedType: Rule<"set"> = {
  id: "flux-changed-type",
  severity: "error",
  short: "a string is a number, a boolean, or a mapping after substitution",
  full: `Flux writes the object as YAML without the quotes of the file, replaces variables in that text, and reads it again.
With \`PORT: "8080"\`, the string \`"\${PORT}"\` becomes the number 8080, and with a value such as \`{"a": "b"}\`, it becomes a
mapping. The API server rejects both where a string is required: in the value of an environment variable, in commands, in the
data of a ConfigMap, in labels and annotations, and in \`postBuild.substitute\` of a Kustomization of Flux. An empty value is
null, which the API server accepts for strings, except in \`metadata.name\` and \`postBuild.substitute\`.

Add a variable \`quote: '"'\` and write \`\${quote}\${PORT}\${quote}\`, as Flux's documentation suggests, or write text around
the reference.`,
  triggers: repository('PORT: "${PORT}"\n', PORT),
  passes: repository('ADDRESS: "localhost:${PORT}"\n', PORT),
  sees: "set",
  check({ path, texts }) {
    const variables = withSecrets(path.variables);
    const changed = path.isSubstituted ? texts.flatMap((text) => changedType(text, variables)) : [];
    return [...ownValues(path), ...changed];
  },
};

/** Values of `substitute` that are not strings in the file. */
function ownValues({ kustomization }: FluxPath): SetProblem[] {
  const { document: owner, file, name, postBuild } = kustomization;
  return [...(postBuild?.substitute ?? [])].flatMap(([key, node]) => {
    const path = ["spec", "postBuild", "substitute", key];
    const inFile = fileAt(owner, path) ?? file;
    const type = typeName(node.value);
    // What another Kustomization substitutes is reported where it is.
    if (type === "string" || inFile.text.slice(node.start, node.end).includes("$")) return [];
    const { end, start } = nearestNodeAt(owner, path);
    const message = `the value is ${TYPES[type]}, but this field must be a string; write it in quotes`;
    return [{ start, end, inFile, path, message, name: key, object: `Kustomization/${shownName(name)}`, owner }];
  });
}

function changedType(text: FluxText, variables: FluxVariables): SetProblem[] {
  const { isKey, path, value } = text;
  const required = isKey ? undefined : requiredType(path, value);
  if (required === undefined) return [];
  const result = substitutedValue(text.text, variables, roleOf(text));
  if (result.kind !== "known") return [];
  const type = typeName(result.value);
  if (type === required.type) return [];
  if (type === "null" && required.isNullable) return [];
  const name = required.type === "boolean" ? "a boolean" : "a string";
  const message = `the value is ${TYPES[type]} after substitution, but this field must be ${name}`;
  return [problemWith(text, message)];
}

const TYPES = {
  null: "null",
  string: "a string",
  boolean: "a boolean",
  number: "a number",
  list: "a list",
  mapping: "a mapping",
} as const;

function typeName(value: unknown): keyof typeof TYPES {
  if (value === null) return "null";
  if (typeof value === "object") return Array.isArray(value) ? "list" : "mapping";
  if (typeof value === "string" || typeof value === "boolean") return typeof value as "string" | "boolean";
  return "number";
}
