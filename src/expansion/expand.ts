import { EnvironmentTable } from "../wasm/environment.ts";
import { scanReferences, unresolvedLength } from "../wasm/expansion.ts";
import type { MappingFunc } from "./mapping.ts";

/** A table without variables: every reference is reported. */
let noVariables: EnvironmentTable | undefined;

/**
 * Replaces each `$(NAME)` in the input with what `mapping` returns for the name, and each `$$` with `$` (Kubernetes
 * variable expansion, seed 001). Results are not expanded again; a reference without a `)` stays as it is. The mapping
 * is called once per reference, from left to right.
 *
 * @example expand("http://$(HOST):80", mappingFuncFor(null, { HOST: "db" })) // "http://db:80"
 */
export function expand(input: string, mapping: MappingFunc): string {
  if (!input.includes("$")) return input;
  noVariables ??= new EnvironmentTable();
  // The mapping is the caller's code, and may call this function: it runs when the scanners' memory is out of use.
  const records: number[] = [];
  scanReferences(noVariables, input, true, (literalStart, literalEnd, value) => {
    records.push(literalStart, literalEnd, value);
  });
  let output = "";
  for (let i = 0; i < records.length; i += 3) {
    const literalEnd = records[i + 1]!;
    const value = records[i + 2]!;
    output += input.slice(records[i], literalEnd);
    if (value < -1) output += mapping(input.slice(literalEnd + 2, literalEnd + 2 + unresolvedLength(value)));
  }
  return output;
}
