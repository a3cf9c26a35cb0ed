import { checkFunction, checkString } from "../text/argument.ts";
import { END, NAME, REFERENCE_WORDS } from "../wasm/codes.ts";
import { areKnown, names, PART, scanParts, storeParts } from "../wasm/name-cache.ts";
import { scans } from "../wasm/string-references.ts";
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
  const records = scanParts(input, first);
  if (!areKnown(records)) return output + expandParts(input, records, mapping);
  const scan = scans;
  for (let i = 0; ; i += REFERENCE_WORDS) {
    const start = records[i]!;
    const end = records[i + 1]!;
    const value = records[i + 2]!;
    if (start < end) output += input.substring(start, end);
    if (value === END) return output;
    // The next literal begins behind the `)`, or the `$$`.
    const next = records[i + REFERENCE_WORDS]!;
    if (value >= 0) output += mapping(names[value]!);
    else if (value === NAME) output += mapping(input.substring(end + 2, next - 1));
    else continue;
    // The mapping is the caller's code. If it called this package, the records are gone.
    if (scans > scan || !records.length) return output + expandParts(input, scanParts(input, next), mapping);
  }
}

/** Takes what the string is made of out of the scanner's memory before it calls the mapping. */
function expandParts(input: string, records: Int32Array, mapping: MappingFunc): string {
  let output = "";
  const begin = partsEnd;
  const end = storeParts(input, records, parts, begin);
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
