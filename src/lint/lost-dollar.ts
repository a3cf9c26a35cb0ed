/** `$$` in a value that may have lost a dollar. */

import { expand } from "../expansion/expand.ts";
import type { ContainerTrace, TracedUse } from "../pod/trace-types.ts";

/** How many values with a dollar a text is compared with. */
const MOST_VALUES = 100;

/**
 * Whether two dollars in a literal value of `env` become one, and nothing says that this is meant: not in a row of more,
 * not before `(`, and not in the value of another variable, which the text has in place of a reference if `varexpand pod`
 * has printed it.
 *
 * @param text the whole value as it is written
 */
export function isLostDollar(use: TracedUse, container: ContainerTrace, text: string | undefined): boolean {
  const { path, source, start, end, name } = use;
  if (source !== undefined || path.at(-1) !== "value" || path.at(-3) !== "env" || text === undefined) return false;
  if (name !== "" || end - start !== 2 || text[start - 1] === "$" || text[end] === "$" || text[end] === "(")
    return false;
  const before = unescaped(text.slice(0, start)).length;
  const whole = unescaped(text);
  return !valuesWithDollar(container, path.slice(0, -1).join("/")).some((value) => {
    for (let at = whole.indexOf(value); at !== -1 && at <= before; at = whole.indexOf(value, at + 1)) {
      if (before < at + value.length) return true;
    }
    return false;
  });
}

/** The text with each `$$` as `$`; references stay. */
function unescaped(text: string): string {
  return expand(text, (name) => `$(${name})`);
}

/** The values of a container's other variables that have a dollar. */
function valuesWithDollar({ definitions }: ContainerTrace, own: string): string[] {
  const values: string[] = [];
  for (const { path, value } of definitions) {
    if (value === undefined || !value.includes("$") || path?.join("/") === own) continue;
    if (values.push(value) === MOST_VALUES) break;
  }
  return values;
}
