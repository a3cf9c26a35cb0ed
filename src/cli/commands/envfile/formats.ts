/** Prints variables in the output formats of `varexpand envfile`. */

import { MAX_OBJECT } from "../../../envfile/readers/docker-and-kubectl.ts";
import {
  type AssignmentFormat,
  assigned,
  envFileProblem,
  firstLines,
  wholeFileProblem,
} from "../../../envfile/writers/formats.ts";
import { encodeBase64 } from "../../../text/base64.ts";
import { documentOf } from "../../../yaml/write/value.ts";
import { programJson } from "../../frame/document-text.ts";

/** The names in a manifest: of the object, or of the volume and file that a container reads. */
interface ManifestNames {
  readonly volumeName: string;
  readonly path: string;
  readonly objectName: string;
}

type Variables = Readonly<Record<string, string>>;

/** Returns the output. Calls `problem` for each variable that the format cannot represent; then the output is not used. */
type Format = (variables: Variables, problem: (text: string) => void, names: ManifestNames) => string;

export type EnvFileFormat = AssignmentFormat | "env" | "json" | "k8s" | "configmap" | "secret";

export const FORMATS: Readonly<Record<EnvFileFormat, Format>> = {
  env(variables, problem) {
    let isValid = true;
    const text = lines(variables, (name, value) => {
      const refusal = envFileProblem(name, value);
      if (refusal !== undefined) problem(refusal);
      isValid &&= refusal === undefined;
      return `${name}='${value}'`;
    });
    const whole = isValid ? wholeFileProblem("env", text) : undefined;
    if (whole !== undefined) problem(whole);
    return text;
  },

  "env-file": (variables, problem) => assignments("env-file", variables, problem),
  dotenv: (variables, problem) => assignments("dotenv", variables, problem),
  docker: (variables, problem) => assignments("docker", variables, problem),
  shell: (variables, problem) => assignments("shell", variables, problem),
  fish: (variables, problem) => assignments("fish", variables, problem),

  json: (variables) => `${programJson(variables)}\n`,

  k8s(variables, problem, { volumeName, path }) {
    const env = Object.entries(variables).map(([name, value]) => {
      if (!/^[\x20-\x3c\x3e-\x7e]+$/.test(name))
        problem(`the API rejects ${JSON.stringify(name)} as the name of a variable`);
      // A kubelet treats an empty value as missing. Without `optional`, the container would not start.
      const optional = value === "" ? { optional: true } : {};
      return { name, valueFrom: { fileKeyRef: { volumeName, path, key: name, ...optional } } };
    });
    return documentOf({ env });
  },

  configmap(variables, problem, { objectName }) {
    checkData("ConfigMap", variables, problem);
    return documentOf({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: objectName }, data: variables });
  },

  secret(variables, problem, { objectName }) {
    checkData("Secret", variables, problem);
    const data = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, encodeBase64(value)]));
    return documentOf({ apiVersion: "v1", kind: "Secret", metadata: { name: objectName }, type: "Opaque", data });
  },
};

function assignments(format: AssignmentFormat, variables: Variables, problem: (text: string) => void): string {
  const first = firstLines(format).map((line) => `${line}\n`);
  const rest = lines(variables, (name, value) => {
    const assignment = assigned(format, name, value);
    if ("text" in assignment) return assignment.text;
    problem(assignment.problem);
    return "";
  });
  const text = first.join("") + rest;
  const whole = wholeFileProblem(format, text);
  if (whole !== undefined) problem(whole);
  return text;
}

/** Reports what the API server rejects in the data of a ConfigMap or Secret. */
function checkData(kind: string, variables: Variables, problem: (text: string) => void): void {
  for (const name of Object.keys(variables)) {
    if (/^(?!\.\.|\.$)[-._a-zA-Z0-9]{1,253}$/.test(name)) continue;
    const rule = "use 1 to 253 letters, digits, `-`, `_`, and `.`, but not `.` or `..`";
    problem(`${JSON.stringify(name)} is not a valid key of a ${kind}; ${rule}`);
  }
  const size = Object.values(variables).reduce((sum, value) => sum + Buffer.byteLength(value), 0);
  if (size > MAX_OBJECT) problem(`the values have ${size} bytes; a ${kind} can hold at most ${MAX_OBJECT}`);
}

function lines(variables: Variables, line: (name: string, value: string) => string): string {
  return Object.entries(variables)
    .map(([name, value]) => `${line(name, value)}\n`)
    .join("");
}
