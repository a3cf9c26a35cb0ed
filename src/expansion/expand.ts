import { checkFunction, checkString } from "../text/argument.ts";
import { NAME } from "../wasm/codes.ts";
import { PART, storeParts } from "../wasm/name-cache.ts";
import type { MappingFunc } from "./mapping.ts";

/** The parts of the strings whose mapping functions are running, one string's behind the other's. */
const parts: (number | string)[] = [];
let partsEnd = 0;
/** The length of `parts` that is kept between calls. */
const KEPT = 3 * 4096;

/**
 * Replaces each `$(NAME)` in the input with what `mapping` returns for the name, and each `$$` with `$` (Kubernetes
 * variable expansion). Results are not expanded again; a reference without a `)` stays as it is. The mapping
 * is called once per reference, from left to right.
 *
 * @throws TypeError if the input is no string, or the mapping no function
 * @example expand("http://$(HOST):80", mappingFuncFor(null, { HOST: "db" })) // "http://db:80"
 */
export function expand(input: string, mapping: MappingFunc): string {
  if (typeof input !== "string") checkString(input, "input");
  if (typeof mapping !== "function") checkFunction(mapping, "mapping", "mappingFuncFor(null, variables) makes one");
  const first = input.indexOf("$");
  if (first < 0) return input;
  let output = input.substring(0, first);
  // The mapping is the caller's code, and may call this function: it runs when the WASM memory is not in use.
  const begin = partsEnd;
  const end = storeParts(input, first, parts, begin);
  partsEnd = end;
  try {
    for (let at = begin; at < end; at += PART) {
      const literalStart = parts[at] as number;
      const literalEnd = parts[at + 1] as number;
      const name = parts[at + 2]!;
      if (literalStart < literalEnd) output += input.substring(literalStart, literalEnd);
      if (typeof name === "string") output += mapping(name);
      else if (name === NAME) output += mapping(input.substring(literalEnd + 2, (parts[at + PART] as number) - 1));
    }
    return output;
  } finally {
    if (end > KEPT) parts.length = Math.max(begin, KEPT);
    partsEnd = begin;
  }
}
