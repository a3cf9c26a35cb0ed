/** A string that is not a string after substitution. */

import { substitutedValue } from "../../../kubernetes/flux/index.ts";
import { memberOf } from "../../../text/own-keys.ts";
import type { Path } from "../../../yaml/node.ts";
import type { SetProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { type FluxText, problemAt, repository } from "./flux-place.ts";

const PORT = '  postBuild:\n    substitute:\n      PORT: "8080"\n';

export const fluxChangedType: Rule<"set"> = {
  id: "flux-changed-type",
  severity: "warning",
  short: "a string is a number or a boolean after substitution",
  full: `Flux writes the object as YAML without the quotes of the file, and then replaces variables in that text.
With \`PORT: "8080"\`, the string \`"\${PORT}"\` becomes the number 8080, and the API server rejects it where a string is
required: in the value of an environment variable, in the data of a ConfigMap, and in labels and annotations.

Add a variable \`quote: '"'\` and write \`\${quote}\${PORT}\${quote}\`, as Flux's documentation suggests, or write text around
the reference.`,
  triggers: repository('PORT: "${PORT}"\n', PORT),
  passes: repository('ADDRESS: "localhost:${PORT}"\n', PORT),
  sees: "set",
  check: ({ path, texts }) => (path.isSubstituted ? texts.flatMap(changedType) : []),
};

function changedType(text: FluxText): SetProblem[] {
  const { isKey, path, value } = text;
  if (isKey || !isString(path, value)) return [];
  const result = substitutedValue(text.text, text.in.variables);
  if (result === undefined || typeof result === "string") return [];
  const type = result === null ? "null" : typeof result === "boolean" ? "a boolean" : "a number";
  const message = `the value is ${type} after substitution, but this field must be a string`;
  return [problemAt(text, { start: 0, end: text.text.length }, message)];
}

const BUILT_IN = ["v1", "apps/v1", "batch/v1"];

/** Whether the API server accepts only a string at a path. */
function isString(path: Path, object: unknown): boolean {
  const [first] = path;
  const list = path.at(-2);
  const isMetadata = path.at(-3) === "metadata" && (list === "labels" || list === "annotations");
  if (path.length === 3 && isMetadata) return true;
  if (path.length === 2 && (first === "data" || first === "stringData")) {
    return memberOf(object, "kind") === (first === "data" ? "ConfigMap" : "Secret");
  }
  if (!BUILT_IN.includes(`${memberOf(object, "apiVersion")}`)) return false;
  const isVariable = path.at(-1) === "value" && path.at(-3) === "env" && /ontainers$/.test(`${path.at(-5)}`);
  return isVariable || (isMetadata && path.at(-4) === "template");
}
