/** Variables as text; a variable that a format cannot hold is a problem. */

import { MAX_OBJECT } from "../../../envfile/readers/docker-and-kubectl.ts";
import { type AssignmentFormat, assigned, envFileProblem, wholeFileProblem } from "../../../envfile/writers/formats.ts";
import { encodeBase64 } from "../../../text/base64.ts";
import { documentOf } from "../../../yaml/write/value.ts";
import { programJson } from "../../frame/program-json.ts";

/** What a manifest calls the object, or the file that a container reads. */
export interface ManifestNames {
  readonly volumeName: string;
  readonly path: string;
  readonly objectName: string;
}

type Variables = Readonly<Record<string, string>>;

/** The file as text. What is wrong goes to `problem`; if there is any, the text does not count. */
type Format = (variables: Variables, problem: (text: string) => void, names: ManifestNames) => string;

export type EnvFileFormat = AssignmentFormat | "env" | "json" | "k8s" | "configmap" | "secret";

export const FORMATS: Readonly<Record<EnvFileFormat, Format>> = {
  env(variables, problem) {
    return lines(variables, (name, value) => {
      const refusal = envFileProblem(name, value);
      if (refusal !== undefined) problem(refusal);
      return `${name}='${value}'`;
    });
  },

  "env-file": (variables, problem) => assignments("env-file", variables, problem),
  dotenv: (variables, problem) => assignments("dotenv", variables, problem),
  docker: (variables, problem) => assignments("docker", variables, problem),
  shell: (variables, problem) => assignments("shell", variables, problem),

  json: (variables) => `${programJson(variables)}\n`,

  k8s(variables, problem, { volumeName, path }) {
    const env = Object.entries(variables).map(([name, value]) => {
      if (!/^[\x20-\x3c\x3e-\x7e]+$/.test(name)) problem(`${JSON.stringify(name)} is no name of a variable to the API`);
      // To the kubelet an empty value is a missing one: without `optional` the container would not start.
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
  const text = lines(variables, (name, value) => {
    const assignment = assigned(format, name, value);
    if ("text" in assignment) return assignment.text;
    problem(assignment.problem);
    return "";
  });
  const whole = wholeFileProblem(format, text);
  if (whole !== undefined) problem(whole);
  return text;
}

/** What the API server refuses in a ConfigMap's or Secret's data. */
function checkData(kind: string, variables: Variables, problem: (text: string) => void): void {
  for (const name of Object.keys(variables)) {
    if (/^(?!\.\.|\.$)[-._a-zA-Z0-9]{1,253}$/.test(name)) continue;
    problem(
      `${JSON.stringify(name)} is no key of a ${kind}: 1 to 253 letters, digits, \`-\`, \`_\` and \`.\`, not . or ..`,
    );
  }
  const size = Object.values(variables).reduce((sum, value) => sum + Buffer.byteLength(value), 0);
  if (size > MAX_OBJECT) problem(`the values have ${size} bytes, and a ${kind} holds ${MAX_OBJECT} at most`);
}

function lines(variables: Variables, line: (name: string, value: string) => string): string {
  return Object.entries(variables)
    .map(([name, value]) => `${line(name, value)}\n`)
    .join("");
}
