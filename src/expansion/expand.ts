import { END, MORE, moreReferences, RECORD, REPORT_ALL, scanReferences, UNRESOLVED } from "../wasm/references.ts";
import type { MappingFunc } from "./mapping.ts";

/** The records of the calls that wait for their mapping functions, one call's behind the other's. */
const waiting: number[] = [];
let waitingEnd = 0;
/** Room for records that is kept when nothing waits in it. */
const KEPT = 3 * 4096;

/**
 * Replaces each `$(NAME)` in the input with what `mapping` returns for the name, and each `$$` with `$` (Kubernetes
 * variable expansion, seed 001). Results are not expanded again; a reference without a `)` stays as it is. The mapping
 * is called once per reference, from left to right.
 *
 * @example expand("http://$(HOST):80", mappingFuncFor(null, { HOST: "db" })) // "http://db:80"
 */
export function expand(input: string, mapping: MappingFunc): string {
  const first = input.indexOf("$");
  if (first < 0) return input;
  let output = input.substring(0, first);
  // The mapping is the caller's code, and may call this function: the records are put aside before it runs.
  const begin = waitingEnd;
  let stored = begin;
  let records = scanReferences(undefined, input, first, REPORT_ALL);
  for (let i = 0; ; i += RECORD) {
    const value = records[i + 2]!;
    if (value === MORE) {
      records = moreReferences(i);
      i = -RECORD;
      continue;
    }
    waiting[stored] = records[i]!;
    waiting[stored + 1] = records[i + 1]!;
    waiting[stored + 2] = value;
    stored += RECORD;
    if (value === END) break;
  }
  waitingEnd = stored;
  try {
    for (let i = begin; ; i += RECORD) {
      const start = waiting[i]!;
      const end = waiting[i + 1]!;
      const value = waiting[i + 2]!;
      if (start < end) output += input.substring(start, end);
      if (value <= UNRESOLVED) output += mapping(input.substring(end + 2, end + 2 + UNRESOLVED - value));
      else if (value === END) return output;
    }
  } finally {
    waitingEnd = begin;
    if (stored > KEPT) waiting.length = Math.max(begin, KEPT);
  }
}
