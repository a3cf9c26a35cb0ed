/** What different readers make of one env file. */
import { parseEnv } from "node:util";
import { parseDotenv } from "../envfile/dotenv.ts";
import { EnvFileError } from "../envfile/error.ts";
import { parseEnvFile } from "../envfile/parse.ts";
import type { Profile } from "../envfile/profile.ts";
import { shellReading } from "../envfile/shell-reading.ts";
import { positionAfter } from "../text/position.ts";
import { printable } from "../text/printable.ts";

type Variables = ReadonlyMap<string, string>;

interface Reader {
  readonly id: string;
  readonly title: string;
  /** Undefined where the file is refused, or what becomes of it is not known. */
  readonly variables?: Variables;
  readonly refusal?: string;
}

/** Readers that have the same value for a name; undefined: none. */
interface Group {
  readonly value: string | undefined;
  readonly readers: readonly Reader[];
}

export interface Comparison {
  readonly readers: readonly Reader[];
  /** The names on which the readers that take the file disagree. */
  readonly differences: ReadonlyMap<string, readonly Group[]>;
  /** How many names they agree on. */
  readonly agreed: number;
}

/** Reads a file that is valid UTF-8. */
export function compareReadings(bytes: Uint8Array): Comparison {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const readers: Reader[] = [
    { id: "design", title: "KEP-3721, design", ...envFileReading(bytes, "design") },
    { id: "kubelet", title: "KEP-3721, kubelet", ...withoutEmpty(envFileReading(bytes, "kubelet")) },
    { id: "dotenv", title: "dotenv 18", variables: entries(parseDotenv(text)) },
    { id: "node", title: `Node.js ${process.version}`, variables: entries(parseEnv(text)) },
    { id: "shell", title: "POSIX shell", ...shellVariables(bytes, text) },
  ];
  const taking = readers.filter((reader) => reader.variables !== undefined);
  const names = new Set(taking.flatMap(({ variables }) => [...variables!.keys()]));
  const differences = new Map<string, Group[]>();
  for (const name of names) {
    const groups = new Map<string | undefined, Reader[]>();
    for (const reader of taking) {
      const value = reader.variables!.get(name);
      const group = groups.get(value);
      if (group === undefined) groups.set(value, [reader]);
      else group.push(reader);
    }
    if (groups.size > 1) {
      differences.set(
        name,
        Array.from(groups, ([value, readers]) => ({ value, readers })),
      );
    }
  }
  return { readers, differences, agreed: names.size - differences.size };
}

/** Whether every reader takes the file and they read the same. */
export function isAgreed({ readers, differences }: Comparison): boolean {
  return differences.size === 0 && readers.every(({ refusal }) => refusal === undefined);
}

function entries(variables: object): Variables {
  return new Map(Object.entries(variables));
}

function envFileReading(bytes: Uint8Array, profile: Profile): Pick<Reader, "variables" | "refusal"> {
  try {
    return { variables: entries(parseEnvFile(bytes, { profile }).toObject()) };
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error;
    return { refusal: `refuses the file: ${placeOf(bytes, error.offset)}: ${error.reason}` };
  }
}

/** To the kubelet, a key with an empty value is a missing key. */
function withoutEmpty(reading: Pick<Reader, "variables" | "refusal">): Pick<Reader, "variables" | "refusal"> {
  if (reading.variables === undefined) return reading;
  return { variables: new Map([...reading.variables].filter(([, value]) => value !== "")) };
}

function shellVariables(bytes: Uint8Array, text: string): Pick<Reader, "variables" | "refusal"> {
  const reading = shellReading(text);
  if ("variables" in reading) return reading;
  const offset = Buffer.byteLength(text.slice(0, reading.offset));
  return { refusal: `not known: ${placeOf(bytes, offset)}: ${reading.unknown}` };
}

function placeOf(bytes: Uint8Array, offset: number): string {
  const { line, column } = positionAfter(bytes, 0, offset, "LF");
  return `${line}:${column}`;
}

const count = (number: number) => `${number} variable${number === 1 ? "" : "s"}`;

export function comparisonText({ readers, differences, agreed }: Comparison): string {
  const width = Math.max(...readers.map(({ title }) => title.length));
  const lines = readers.map(
    ({ title, variables, refusal }) => `${title.padEnd(width)}  ${refusal ?? count(variables!.size)}`,
  );
  for (const [name, groups] of differences) {
    lines.push("", printable(name));
    for (const { value, readers } of groups) {
      const shown = value === undefined ? "not set" : printable(JSON.stringify(value));
      lines.push(`  ${readers.map(({ id }) => id).join(", ")}: ${shown}`);
    }
  }
  const takers = readers.filter(({ variables }) => variables !== undefined).length;
  const others = differences.size === 0 ? "" : `, and differ on ${differences.size}`;
  lines.push("", `${takers} readers agree on ${count(agreed)}${others}.`, "");
  return lines.join("\n");
}

export function comparisonJson({ readers, differences, agreed }: Comparison): string {
  const result = {
    readers: readers.map(({ id, title, variables, refusal }) => ({
      id,
      title,
      ...(refusal === undefined ? { variables: Object.fromEntries(variables!) } : { refusal }),
    })),
    differences: Array.from(differences, ([name, groups]) => ({
      name,
      readings: groups.map(({ value, readers }) => ({ readers: readers.map(({ id }) => id), value: value ?? null })),
    })),
    agreed,
  };
  return `${JSON.stringify(result, undefined, 2)}\n`;
}
