/** The binary operators that chain: how they are written, and how tightly they bind. `contains` is not one of them. */
import type { Operator } from "./tree.ts";

export type ChainingOperator = Exclude<Operator, "contains">;

/** The tightest have the highest level. */
export const LEVELS: Readonly<Record<ChainingOperator, number>> = {
  "||": 1,
  "&&": 2,
  "==": 3,
  "!=": 3,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "%": 6,
};

/** The characters that begin an operator: asking here first spares most expressions two look-ups of cut strings. */
const BEGINNINGS = "|&=!<>+-*/%";

/** The operator that begins at an offset. */
export function operatorAt(source: string, at: number): ChainingOperator | undefined {
  const single = source.charAt(at);
  if (!BEGINNINGS.includes(single)) return undefined;
  const pair = source.slice(at, at + 2);
  if (Object.hasOwn(LEVELS, pair)) return pair as ChainingOperator;
  return Object.hasOwn(LEVELS, single) ? (single as ChainingOperator) : undefined;
}
