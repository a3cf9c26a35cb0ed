/** The vectors of `$(NAME)`, recorded from the reference implementation. */
import { readFileSync } from "node:fs";

export interface Vector {
  input?: string;
  inputBase64?: string;
  vars?: Record<string, string>;
  contexts?: Record<string, string>[];
  output?: string;
  outputBase64?: string;
  unresolved?: string[];
  unresolvedBase64?: string[];
}

export const VECTOR_FILES = ["expand-public", "expand-chain-extra", "expand-legacy-diff-extra"] as const;

export function vectorsIn(file: (typeof VECTOR_FILES)[number]): Vector[] {
  const text = readFileSync(new URL(`../vectors/kubernetes/${file}.jsonl`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The bytes of `name`, which is text, or of `nameBase64`. */
export function bytesOf(text: string | undefined, base64: string | undefined): Uint8Array {
  return base64 === undefined ? new TextEncoder().encode(text) : new Uint8Array(Buffer.from(base64, "base64"));
}
