/** Compares how different programs read an env file. */

import { type Position, positionAfter } from "../../text/position.ts";
import { parseDotenv } from "../dotenv.ts";
import { EnvFileError } from "../error.ts";
import { parseEnvFile } from "../parse.ts";
import type { Profile } from "../profile.ts";
import { type ComposeEnvironment, composeReading } from "./compose.ts";
import { dockerReading, kubectlReading } from "./docker-and-kubectl.ts";
import type { Reading } from "./reading.ts";
import { shellReading } from "./shell.ts";

export interface Reader {
  readonly id: string;
  readonly title: string;
  /** Undefined if the reader rejects the file, or its result is unknown. */
  readonly variables?: ReadonlyMap<string, string>;
  readonly refusal?: string;
  /** Where and why the reader rejects the file; undefined if its result is only unknown. */
  readonly refused?: Position & { readonly reason: string };
}

type Result = Pick<Reader, "variables" | "refusal" | "refused">;

export interface Comparison {
  readonly readers: readonly Reader[];
  /** The names that have different values: the readers of each value, with undefined for a missing name. */
  readonly differences: ReadonlyMap<string, ReadonlyMap<string | undefined, readonly Reader[]>>;
  /** The number of names that have the same value for all readers. */
  readonly agreed: number;
}

/**
 * Compares the readings of a file, which must be valid UTF-8.
 *
 * @param parseNodeEnv reads like `node --env-file` in the version of Node.js with this title; undefined to skip it
 * @param environment for compose; undefined if it is unknown
 */
export function compareReadings(
  bytes: Uint8Array,
  parseNodeEnv: ((text: string) => object) | undefined,
  nodeTitle: string,
  environment?: ComposeEnvironment,
): Comparison {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const readers: Reader[] = [
    { id: "design", title: "KEP-3721, design", ...envFileReading(bytes, "design") },
    { id: "kubelet", title: "KEP-3721, kubelet", ...envFileReading(bytes, "kubelet") },
    { id: "dotenv", title: "dotenv 18", variables: entries(parseDotenv(text)) },
    ...(parseNodeEnv ? [{ id: "node", title: nodeTitle, variables: entries(parseNodeEnv(text)) }] : []),
    { id: "shell", title: "POSIX shell", ...resultOf(text, shellReading(text)) },
    { id: "docker", title: "docker run", ...resultOf(text, dockerReading(text)) },
    { id: "compose", title: "docker compose", ...resultOf(text, composeReading(text, environment)) },
    { id: "kubectl", title: "kubectl create", ...resultOf(text, kubectlReading(text)) },
  ];
  const taking = readers.filter((reader) => reader.variables !== undefined);
  const names = new Set(taking.flatMap(({ variables }) => [...variables!.keys()]));
  const differences = new Map<string, Map<string | undefined, Reader[]>>();
  for (const name of names) {
    const groups = new Map<string | undefined, Reader[]>();
    for (const reader of taking) {
      const value = reader.variables!.get(name);
      groups.set(value, [...(groups.get(value) ?? []), reader]);
    }
    if (groups.size > 1) differences.set(name, groups);
  }
  return { readers, differences, agreed: names.size - differences.size };
}

/** Whether all readers accept the file and read the same values. */
export function isAgreed({ readers, differences }: Comparison): boolean {
  return differences.size === 0 && readers.every(({ refusal }) => refusal === undefined);
}

function entries(variables: object): ReadonlyMap<string, string> {
  return new Map(Object.entries(variables));
}

function envFileReading(bytes: Uint8Array, profile: Profile): Result {
  try {
    const variables = Object.entries(parseEnvFile(bytes, { profile }).toObject());
    // The kubelet treats a key with an empty value like a missing key.
    return { variables: new Map(variables.filter(([, value]) => profile === "design" || value !== "")) };
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error;
    return refusalAt(positionAfter(bytes, 0, error.offset, "LF"), error.reason);
  }
}

function resultOf(text: string, reading: Reading): Result {
  if ("variables" in reading) return reading;
  const position = positionAfter(text, 0, reading.offset, "LF");
  if ("refused" in reading) return refusalAt(position, reading.refused);
  return { refusal: `unknown: ${placeOf(position)}: ${reading.unknown}` };
}

function refusalAt(position: Position, reason: string): Result {
  return { refusal: `rejects the file: ${placeOf(position)}: ${reason}`, refused: { ...position, reason } };
}

function placeOf({ line, column }: Position): string {
  return `${line}:${column}`;
}
