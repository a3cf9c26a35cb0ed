/** Variables as assignments in the formats that programs read, and which variables a format cannot hold. */

import { parseDotenv } from "../dotenv.ts";
import { EnvFileError } from "../error.ts";
import { parseEnvFile } from "../parse.ts";
import { composeReading } from "../readers/compose.ts";
import { dockerReading } from "../readers/docker-and-kubectl.ts";
import type { Reading } from "../readers/reading.ts";
import { isKeptByShell } from "../readers/shell.ts";
import { shellProblem, shellQuoted, specialValueProblem } from "./shell.ts";

/**
 * `env-file` is KEP-3721's, read alike in both profiles and by shells; `dotenv` is read alike by dotenv, Node.js
 * (`--env-file`) and docker compose; `docker` is for `docker run --env-file`; `shell` has export commands.
 */
export const ASSIGNMENT_FORMATS = ["env-file", "dotenv", "docker", "shell"] as const;
export type AssignmentFormat = (typeof ASSIGNMENT_FORMATS)[number];

export function isAssignmentFormat(format: string): format is AssignmentFormat {
  return (ASSIGNMENT_FORMATS as readonly string[]).includes(format);
}

/** An assignment without the line end behind it; or why there is none. */
export type Assigned = { readonly text: string } | { readonly problem: string };

const WRITERS: Readonly<Record<AssignmentFormat, (name: string, value: string) => Assigned>> = {
  "env-file": envFileAssignment,
  dotenv: dotenvAssignment,
  docker: dockerAssignment,
  shell(name, value) {
    const kept = isKeptByShell(name) ? `bash does not take a value for ${name}` : undefined;
    const problem = shellProblem(name, value) ?? kept;
    return problem === undefined ? { text: `export ${name}=${shellQuoted(value)}` } : { problem };
  },
};

/** The assignment of a value to a name, which the readers of the format read as just that. */
export function assigned(format: AssignmentFormat, name: string, value: string): Assigned {
  // A half of a surrogate pair has no UTF-8.
  if (/\p{Cs}/u.test(value)) return { problem: `the value of ${name} is no valid Unicode text` };
  return WRITERS[format](name, value);
}

/** Why the file as a whole cannot be read; undefined if it can. */
export function wholeFileProblem(format: AssignmentFormat, text: string): string | undefined {
  return format === "env-file" ? designProblem(text) : undefined;
}

/**
 * Names at which a shell that reads an env file stops with an error at worst: no blank, no operator, nothing that is
 * expanded, and no slash, which would make the line the path of a command.
 */
const HARMLESS = /^(?:[-.\w]|[^\0-\u00a0\p{Z}\p{Cc}])+$/u;

/** Why an env file of KEP-3721 cannot hold the variable, or a shell that reads the file would do more than set it. */
export function envFileProblem(name: string, value: string): string | undefined {
  if (!HARMLESS.test(name)) return `${JSON.stringify(name)} is a name that a shell would not take for one`;
  const special = specialValueProblem(name, value);
  if (special !== undefined) return special;
  if (value.includes("'")) return `the value of ${name} has an apostrophe, which an env file cannot hold`;
  // Written as it is, it would be read as LF.
  return value.includes("\r\n") ? `the value of ${name} has a CR LF, which an env file cannot hold` : undefined;
}

function envFileAssignment(name: string, value: string): Assigned {
  if (value === "") {
    return { problem: `the value of ${name} is empty, and the kubelet takes an empty value for a missing variable` };
  }
  const problem = envFileProblem(name, value);
  if (problem !== undefined) return { problem };
  const text = `${name}='${value}'`;
  const refusal = designProblem(text);
  return refusal === undefined ? { text } : { problem: `${JSON.stringify(name)}: ${refusal}` };
}

/** Why the `design` profile, which is the stricter one, refuses a file. */
function designProblem(text: string): string | undefined {
  try {
    parseEnvFile(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error;
    return error.reason;
  }
}

function dockerAssignment(name: string, value: string): Assigned {
  if (!isRead(dockerReading(`${name}=`), name, "")) {
    return { problem: `${JSON.stringify(name)} is no name of a variable to docker` };
  }
  const cannot = (what: string): Assigned => ({ problem: `the value of ${name} ${what}` });
  if (value.includes("\n")) return cannot("has a line break, which docker's format cannot hold");
  if (value.includes("\0")) return cannot("has a NUL, which no variable of a process can have");
  if (value.endsWith("\r")) return cannot("ends with a carriage return, which docker takes for a part of the line end");
  const text = `${name}=${value}`;
  return isRead(dockerReading(text), name, value) ? { text } : cannot("is too long: docker reads lines of 65535 bytes");
}

function dotenvAssignment(name: string, value: string): Assigned {
  // An object's `__proto__` is what dotenv would set.
  if (!/^[\w.-]+$/.test(name) || name === "__proto__") {
    return { problem: `${JSON.stringify(name)} is no name of a variable to dotenv` };
  }
  const special = specialValueProblem(name, value);
  if (special !== undefined) return { problem: special };
  const text = dotenvForms(value)
    .map((form) => `${name}=${form}`)
    .find((text) => parseDotenv(text)[name] === value && isRead(composeReading(text), name, value));
  if (text !== undefined) return { text };
  const readers = "dotenv, Node.js and docker compose read the same, and a shell that reads the file runs nothing";
  return { problem: `the value of ${name} cannot be written so that ${readers}` };
}

/**
 * Ways to write a value that end in the file where they end by themselves, and that Node.js reads as dotenv does. Shells
 * read such files, too: they may get another value, but nothing that they would run.
 */
function dotenvForms(value: string): string[] {
  // dotenv makes LF of a carriage return, and Node.js has no escape for it.
  if (value.includes("\r")) return [];
  const forms: string[] = [];
  if (/^[\w./:,@%+-]+$/.test(value)) forms.push(value);
  // In front of the closing quote, a backslash makes dotenv look for another quote further on.
  if (!value.endsWith("\\")) {
    if (!value.includes("'")) forms.push(`'${value}'`);
    if (!/["`]|\$\(/.test(value)) forms.push(`"${value}"`);
  }
  if (/^[^\s'"`#$;&|<>()]+$/.test(value)) forms.push(value);
  return forms;
}

function isRead(reading: Reading, name: string, value: string): boolean {
  return "variables" in reading && reading.variables.size === 1 && reading.variables.get(name) === value;
}
