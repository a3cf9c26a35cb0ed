/** What different readers make of one env file. */

import { type Position, positionAfter } from "../../text/position.ts";
import { parseDotenv } from "../dotenv.ts";
import { EnvFileError } from "../error.ts";
import { parseEnvFile } from "../parse.ts";
import type { Profile } from "../profile.ts";
import { composeReading } from "./compose.ts";
import { dockerReading, kubectlReading } from "./docker-and-kubectl.ts";
import type { Reading } from "./reading.ts";
import { shellReading } from "./shell.ts";

export interface Reader {
  readonly id: string;
  readonly title: string;
  /** Undefined where the reader refuses the file, or its reading is not known. */
  readonly variables?: ReadonlyMap<string, string>;
  readonly refusal?: string;
  /** Where and why the reader refuses the file; undefined if its reading is only not known. */
  readonly refused?: Position & { readonly reason: string };
}

type Result = Pick<Reader, "variables" | "refusal" | "refused">;

export interface Comparison {
  readonly readers: readonly Reader[];
  /** The names on which the readers that take the file disagree: who reads which value; undefined: none. */
  readonly differences: ReadonlyMap<string, ReadonlyMap<string | undefined, readonly Reader[]>>;
  /** How many names they agree on. */
  readonly agreed: number;
}

/**
 * Reads a file that is valid UTF-8.
 *
 * @param parseNodeEnv what `node --env-file` does, of the Node.js with this title; undefined if that is not known
 */
export function compareReadings(
  bytes: Uint8Array,
  parseNodeEnv: ((text: string) => object) | undefined,
  nodeTitle: string,
): Comparison {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const readers: Reader[] = [
    { id: "design", title: "KEP-3721, design", ...envFileReading(bytes, "design") },
    { id: "kubelet", title: "KEP-3721, kubelet", ...envFileReading(bytes, "kubelet") },
    { id: "dotenv", title: "dotenv 18", variables: entries(parseDotenv(text)) },
    ...(parseNodeEnv ? [{ id: "node", title: nodeTitle, variables: entries(parseNodeEnv(text)) }] : []),
    { id: "shell", title: "POSIX shell", ...resultOf(text, shellReading(text)) },
    { id: "docker", title: "docker run", ...resultOf(text, dockerReading(text)) },
    { id: "compose", title: "docker compose", ...resultOf(text, composeReading(text)) },
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

/** Whether every reader takes the file, and all read the same. */
export function isAgreed({ readers, differences }: Comparison): boolean {
  return differences.size === 0 && readers.every(({ refusal }) => refusal === undefined);
}

function entries(variables: object): ReadonlyMap<string, string> {
  return new Map(Object.entries(variables));
}

function envFileReading(bytes: Uint8Array, profile: Profile): Result {
  try {
    const variables = Object.entries(parseEnvFile(bytes, { profile }).toObject());
    // To the kubelet, a key with an empty value is a missing key.
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
  return { refusal: `not known: ${placeOf(position)}: ${reading.unknown}` };
}

function refusalAt(position: Position, reason: string): Result {
  return { refusal: `refuses the file: ${placeOf(position)}: ${reason}`, refused: { ...position, reason } };
}

function placeOf({ line, column }: Position): string {
  return `${line}:${column}`;
}
