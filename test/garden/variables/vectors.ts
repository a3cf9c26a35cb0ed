/** The recorded cases of variables, and how their encodings are read. */
import { readFileSync } from "node:fs";

export interface Vector<Input> {
  readonly id: string;
  readonly input: Input;
  readonly output?: unknown;
  readonly error?: string;
  /** What a JSON Merge Patch gives, where the recorded release does something else. */
  readonly rfc7396?: unknown;
}

/** The cases of a kind: `variables`, `varfile` or `cli-vars`. */
export function vectors<Input>(kind: string): Vector<Input>[] {
  const text = readFileSync(new URL("../../vectors/garden/variables-public.jsonl", import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line, decoded))
    .filter((vector) => vector.kind === kind);
}

function decoded(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("__number__" in value) return Number(value.__number__);
  if ("__undefined__" in value) return undefined;
  return value;
}
