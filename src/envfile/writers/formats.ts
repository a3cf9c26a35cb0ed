/** Writes variables as assignments in various formats, and reports variables that a format cannot represent. */

import { printable } from "../../text/printable.ts";
import { parseDotenv } from "../dotenv.ts";
import { EnvFileError } from "../error.ts";
import { parseEnvFile } from "../parse.ts";
import { dockerReading } from "../readers/docker-and-kubectl.ts";
import { composeReading } from "../readers/docker-compose.ts";
import type { Reading } from "../readers/reading.ts";
import { isKeptByShell } from "../readers/shell.ts";
import { fishProblem, fishQuoted, shellAssignment, shellProblem, shellQuoted, specialValueProblem } from "./shell.ts";

/**
 * `env-file` is the format of KEP-3721, with the same meaning in both profiles and in shells. `dotenv` has the same meaning
 * in dotenv, Node.js (`--env-file`), and docker compose. `docker` is for `docker run --env-file`. `shell` consists of export
 * commands of POSIX shells, and `fish` of commands of fish.
 */
export const ASSIGNMENT_FORMATS = ["env-file", "dotenv", "docker", "shell", "fish"] as const;
export type AssignmentFormat = (typeof ASSIGNMENT_FORMATS)[number];

export function isAssignmentFormat(format: string): format is AssignmentFormat {
  return (ASSIGNMENT_FORMATS as readonly string[]).includes(format);
}

/** An assignment without a trailing newline, or the reason why it cannot be written. */
type Assigned = { readonly text: string } | { readonly problem: string };

const WRITERS: Readonly<Record<AssignmentFormat, (name: string, value: string) => Assigned>> = {
  "env-file": envFileAssignment,
  dotenv: dotenvAssignment,
  docker: dockerAssignment,
  shell(name, value) {
    const kept = isKeptByShell(name) ? `bash ignores assignments to ${name}` : undefined;
    const problem = shellProblem(name, value) ?? kept;
    return problem === undefined ? { text: `export ${name}=${shellQuoted(value)}` } : { problem };
  },
  fish(name, value) {
    const problem = shellProblem(name, value) ?? fishProblem(name);
    return problem === undefined ? { text: `set -gx ${name} ${fishQuoted(value)}` } : { problem };
  },
};

/** Lines before the assignments. In fish, `export` loses line breaks, and this line is an error that stops the file. */
export function firstLines(format: AssignmentFormat | "env"): readonly string[] {
  return format === "shell" ? ["case x in *) ;; esac # fish cannot read this file; use -o fish"] : [];
}

/**
 * A variable as a line for reading. In a shell that sources it, it is at most an assignment: what a shell cannot assign, or
 * would evaluate, is a quoted argument of `:`, which does nothing.
 */
export function sourcedLine(name: string, value: string): string {
  if (`${name}${value}`.includes("\0")) return `# ${printable(name)} is not printed, because it contains NUL`;
  const isAssigned = shellProblem(name, value) === undefined && !isKeptByShell(name);
  return isAssigned ? shellAssignment(name, value) : `: ${shellQuoted(`${name}=${value}`)}`;
}

/** The assignment of a value to a name in a format. */
export function assigned(format: AssignmentFormat, name: string, value: string): Assigned {
  // A lone surrogate has no UTF-8.
  if (/\p{Cs}/u.test(value)) return { problem: `the value of ${name} is not valid Unicode` };
  return WRITERS[format](name, value);
}

/** Why the whole file cannot be read, or a shell that reads it would do more than set variables; undefined if it can. */
export function wholeFileProblem(format: AssignmentFormat | "env", text: string): string | undefined {
  if (format === "env") return backslashProblem(text);
  return format === "env-file" ? (designProblem(text) ?? backslashProblem(text)) : undefined;
}

/**
 * fish rejects a file that begins with an assignment. But a backslash at the end of the first value escapes its apostrophe,
 * so that fish reads the next value as a command.
 */
function backslashProblem(text: string): string | undefined {
  // Without a backslash before an apostrophe, no value ends with one. The reader does not accept lines of 64 KiB.
  if (!text.includes("\\'")) return undefined;
  const [first, ...others] = parseEnvFile(text, { profile: "kubelet" }).assignments;
  if (others.length === 0 || !first!.value.endsWith("\\")) return undefined;
  return `the value of ${first!.name} ends with a backslash, after which fish would run the next value; put another variable first`;
}

/**
 * Names that at worst cause an error in a shell that reads an env file: without white space, operators, expansions, and
 * slashes, which would make the line a command.
 */
const HARMLESS = /^(?:[-.\w]|[^\0-\u00a0\p{Z}\p{Cc}])+$/u;

/** Why a KEP-3721 env file cannot contain the variable, or a shell that reads the file would do more than set it. */
export function envFileProblem(name: string, value: string): string | undefined {
  if (!HARMLESS.test(name)) return `${JSON.stringify(name)} is not a valid variable name in a shell`;
  const special = specialValueProblem(name, value);
  if (special !== undefined) return special;
  if (value.includes("\0")) return `the value of ${name} contains NUL, which a shell cannot represent`;
  if (value.includes("'")) return `the value of ${name} contains an apostrophe, which an env file cannot represent`;
  // It would be read as LF.
  return value.includes("\r\n") ? `the value of ${name} contains CR LF, which an env file cannot represent` : undefined;
}

function envFileAssignment(name: string, value: string): Assigned {
  if (value === "") {
    return { problem: `the value of ${name} is empty, which the kubelet treats like a missing variable` };
  }
  const problem = envFileProblem(name, value);
  if (problem !== undefined) return { problem };
  const text = `${name}='${value}'`;
  const refusal = designProblem(text);
  return refusal === undefined ? { text } : { problem: `${JSON.stringify(name)}: ${refusal}` };
}

/** Why the `design` profile, which is the stricter one, rejects a file. */
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
    return { problem: `${JSON.stringify(name)} is not a valid variable name in docker` };
  }
  const cannot = (what: string): Assigned => ({ problem: `the value of ${name} ${what}` });
  if (value.includes("\n")) return cannot("contains a line break, which docker's format cannot represent");
  if (value.includes("\0")) return cannot("contains NUL, which an environment variable cannot contain");
  if (value.endsWith("\r")) return cannot("ends with a carriage return, which docker removes with the line break");
  const text = `${name}=${value}`;
  return isRead(dockerReading(text), name, value)
    ? { text }
    : cannot("is too long; docker reads lines of at most 65535 bytes");
}

function dotenvAssignment(name: string, value: string): Assigned {
  // dotenv would set the object's prototype.
  if (!/^[\w.-]+$/.test(name) || name === "__proto__") {
    return { problem: `${JSON.stringify(name)} is not a valid variable name in dotenv` };
  }
  const special = specialValueProblem(name, value);
  if (special !== undefined) return { problem: special };
  const text = dotenvForms(value)
    .map((form) => `${name}=${form}`)
    .find((text) => parseDotenv(text)[name] === value && isRead(composeReading(text), name, value));
  if (text !== undefined) return { text };
  const readers = "dotenv, Node.js, and docker compose read it alike and a shell does not run anything";
  return { problem: `the value of ${name} cannot be written so that ${readers}` };
}

/**
 * The forms of a value that Node.js and dotenv read alike, whatever follows in the file. A shell may read a different
 * value, but does not run anything.
 */
function dotenvForms(value: string): string[] {
  // dotenv converts a carriage return to LF, and Node.js has no escape sequence for it.
  if (value.includes("\r")) return [];
  const forms: string[] = [];
  if (/^[\w./:,@%+-]+$/.test(value)) forms.push(value);
  // After a backslash, dotenv ignores the closing quote and looks for another one.
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
