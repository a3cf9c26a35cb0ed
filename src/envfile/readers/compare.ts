/** Compares how different programs read an env file. */

import { addTo } from "../../text/grouped.ts";
import { type Position, positionAfter } from "../../text/position.ts";
import { parseDotenv } from "../dotenv.ts";
import { EnvFileError } from "../error.ts";
import { parseEnvFile } from "../parse.ts";
import type { Profile } from "../profile.ts";
import { bunReading } from "./bun.ts";
import { denoReading } from "./deno.ts";
import { dockerReading, kubectlReading } from "./docker-and-kubectl.ts";
import { type ComposeEnvironment, composeReading } from "./docker-compose.ts";
import { commandsIn, dotenvExpandReading } from "./dotenv-expand.ts";
import { nodeReading } from "./node.ts";
import type { Reading } from "./reading.ts";
import { shellReading } from "./shell.ts";

export interface Reader {
  readonly id: ReaderId;
  readonly title: string;
  /** Undefined if the reader rejects the file, or its result is unknown. */
  readonly variables?: ReadonlyMap<string, string>;
  readonly refusal?: string;
  /** The variables whose values contain commands, which the reader runs. Their values are unknown. */
  readonly runs?: readonly string[];
  /** Names without a value, which the reader takes from its environment. */
  readonly inherited?: readonly string[];
  /** Where and why the reader rejects the file; undefined if its result is only unknown. */
  readonly refused?: Position & { readonly reason: string };
}

type Result = Omit<Reader, "id" | "title">;

export interface Comparison {
  readonly readers: readonly Reader[];
  /** The names that have different values: the readers of each value, with undefined for a missing name. */
  readonly differences: ReadonlyMap<string, ReadonlyMap<string | undefined, readonly Reader[]>>;
  /** The number of names that have the same value for all readers. */
  readonly agreed: number;
}

/** Every reader, in the order of reports. */
export const READERS = [
  "design",
  "kubelet",
  "dotenv",
  "dotenv-expand",
  "dotenv-expand-1000",
  "node",
  "bun",
  "deno",
  "shell",
  "docker",
  "compose",
  "kubectl",
] as const;
export type ReaderId = (typeof READERS)[number];

/** The readers that do not look up variables in their environment. */
export const LITERAL_READERS: readonly string[] = ["design", "kubelet", "dotenv", "node", "docker"];

const TITLES: Readonly<Record<ReaderId, string>> = {
  design: "KEP-3721, design",
  kubelet: "KEP-3721, kubelet",
  dotenv: "dotenv 18",
  "dotenv-expand": "dotenv-expand 12, 13",
  "dotenv-expand-1000": "dotenv-expand 1000",
  node: "Node.js 24",
  bun: "Bun 1.4",
  deno: "Deno 2.9",
  shell: "POSIX shell",
  docker: "docker run",
  compose: "docker compose",
  kubectl: "kubectl create",
};

/** The readers' names. The versions of dotenv-expand are named only if they differ. */
export function titles(readers: readonly Pick<Reader, "id">[]): string {
  const ids = new Set(readers.map(({ id }) => id));
  const isBoth = ids.has("dotenv-expand") && ids.delete("dotenv-expand-1000");
  const title = (id: ReaderId) => (id.startsWith("dotenv-expand") ? TITLES[id] : TITLES[id].replace(/ [\d.]+$/, ""));
  return Array.from(ids, (id) => (isBoth && id === "dotenv-expand" ? id : title(id))).join(", ");
}

/** Reads a file, which must be valid UTF-8, like one program. */
export function readLike(id: ReaderId, bytes: Uint8Array, environment: ComposeEnvironment): Reader {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const lookup = (name: string) => environment.get(name);
  const result = (): Result => {
    switch (id) {
      case "design":
      case "kubelet":
        return envFileReading(bytes, id);
      case "dotenv":
        return { variables: entries(parseDotenv(text)) };
      case "dotenv-expand":
        return resultOf(text, dotenvExpandReading(entries(parseDotenv(text)), lookup, false));
      case "dotenv-expand-1000": {
        const read = resultOf(text, dotenvExpandReading(entries(parseDotenv(text)), lookup, true));
        const runs = commandsIn(read.variables ?? new Map());
        return runs.length === 0 ? read : { ...read, runs };
      }
      case "node":
        return { variables: nodeReading(text) };
      case "bun":
        return resultOf(text, bunReading(text, lookup));
      case "deno":
        return resultOf(text, denoReading(text, lookup));
      case "shell":
        return resultOf(text, shellReading(text));
      case "docker":
        return resultOf(text, dockerReading(text, lookup));
      case "compose":
        return resultOf(text, composeReading(text, environment));
      case "kubectl":
        return resultOf(text, kubectlReading(text, lookup));
    }
  };
  return { id, title: TITLES[id], ...result() };
}

/**
 * Compares the readings of a file, which must be valid UTF-8.
 *
 * @param environmentOf makes the environment in which a reader looks up references
 * @param ids the readers to compare
 */
export function compareReadings(
  bytes: Uint8Array,
  environmentOf: () => ComposeEnvironment,
  ids: readonly ReaderId[] = READERS,
): Comparison {
  const readers = ids.map((id) => readLike(id, bytes, environmentOf()));
  const taking = readers.filter((reader) => reader.variables !== undefined);
  const names = new Set(
    taking.flatMap(({ inherited = [], variables }) =>
      [...variables!.keys()].filter((name) => !inherited.includes(name)),
    ),
  );
  const differences = new Map<string, Map<string | undefined, Reader[]>>();
  for (const name of names) {
    const groups = new Map<string | undefined, Reader[]>();
    for (const reader of taking) {
      if (reader.runs?.includes(name) || reader.inherited?.includes(name)) continue;
      const value = reader.variables!.get(name);
      addTo(groups, value, reader);
    }
    if (groups.size > 1) differences.set(name, groups);
  }
  return { readers, differences, agreed: names.size - differences.size };
}

/** Whether all readers accept the file and read the same values. */
export function isAgreed({ readers, differences }: Comparison): boolean {
  return differences.size === 0 && readers.every(({ refusal, runs }) => refusal === undefined && runs === undefined);
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
