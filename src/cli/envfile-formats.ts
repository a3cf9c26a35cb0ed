/** Variables as text; a variable that a format cannot hold is a problem. */
import { documentOf } from "../document/write-value.ts";
import { shellQuoted } from "../envfile/shell-quote.ts";
import { shellProblem, specialValueProblem } from "../envfile/shell-writing.ts";
import { programJson } from "./program-json.ts";

/** Where a container finds the file. */
export interface FileReference {
  readonly volumeName: string;
  readonly path: string;
}

type Format = (
  variables: Readonly<Record<string, string>>,
  reference: FileReference,
  problem: (text: string) => void,
) => string;

/**
 * Names at which a shell that reads an env file stops with an error at worst: no blank, no operator, nothing that is
 * expanded, and no slash, which would make the line the path of a command.
 */
const HARMLESS = /^(?:[-.\w]|[^\0-\u00a0\p{Z}\p{Cc}])+$/u;

export const FORMATS: Readonly<Record<"env" | "json" | "shell" | "k8s", Format>> = {
  env(variables, _, problem) {
    return lines(variables, (name, value) => {
      if (!HARMLESS.test(name)) problem(`${JSON.stringify(name)} is a name that a shell would not take for one`);
      const special = specialValueProblem(name, value);
      if (special !== undefined) problem(special);
      if (value.includes("'")) problem(`the value of ${name} has an apostrophe, which an env file cannot hold`);
      // Written as it is, it would be read as LF.
      if (value.includes("\r\n")) problem(`the value of ${name} has a CR LF, which an env file cannot hold`);
      return `${name}='${value}'`;
    });
  },

  json: (variables) => `${programJson(variables)}\n`,

  shell(variables, _, problem) {
    return lines(variables, (name, value) => {
      const special = shellProblem(name, value);
      if (special !== undefined) problem(special);
      return `export ${name}=${shellQuoted(value)}`;
    });
  },

  k8s(variables, { volumeName, path }, problem) {
    const env = Object.entries(variables).map(([name, value]) => {
      if (!/^[\x20-\x3c\x3e-\x7e]+$/.test(name)) problem(`${JSON.stringify(name)} is no name of a variable to the API`);
      // To the kubelet an empty value is a missing one: without `optional` the container would not start.
      const optional = value === "" ? { optional: true } : {};
      return { name, valueFrom: { fileKeyRef: { volumeName, path, key: name, ...optional } } };
    });
    return documentOf({ env });
  },
};

function lines(variables: Readonly<Record<string, string>>, line: (name: string, value: string) => string): string {
  return Object.entries(variables)
    .map(([name, value]) => `${line(name, value)}\n`)
    .join("");
}
