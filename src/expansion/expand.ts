import { checkFunction, checkString } from "../text/argument.ts";
import { closer, nameAt } from "./known-names.ts";
import type { MappingFunc } from "./mapping.ts";

const DOLLAR = 0x24;
const LEFT_PARENTHESIS = 0x28;

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
  return first < 0 ? input : expandFrom(input, first, mapping);
}

/** Expands a string whose first `$` stands at `dollar`. */
export function expandFrom(input: string, dollar: number, mapping: MappingFunc): string {
  let output = input.substring(0, dollar);
  let literal = dollar;
  let isCloserAhead = true;
  do {
    const next = dollar + 1 < input.length ? input.charCodeAt(dollar + 1) : 0;
    let end = dollar + 2;
    if (next === LEFT_PARENTHESIS && isCloserAhead) {
      const name = nameAt(input, end);
      isCloserAhead = closer >= 0;
      if (isCloserAhead) {
        // Before the mapping is called: it may expand something, too.
        end = closer + 1;
        if (literal < dollar) output += input.substring(literal, dollar);
        literal = end;
        output += mapping(name);
      }
    } else if (next === DOLLAR) {
      output += input.substring(literal, dollar + 1);
      literal = end;
    }
    dollar = input.indexOf("$", end);
  } while (dollar >= 0);
  return literal < input.length ? output + input.substring(literal) : output;
}
