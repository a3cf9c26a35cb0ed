/** The binary operators that chain: how they are written, and how tightly they bind. `contains` is not one of them. */
import { EQUALS, HYPHEN, PLUS } from "./characters.ts";
import type { Operator } from "./tree.ts";

export type ChainingOperator = Exclude<Operator, "contains">;

const EXCLAMATION_MARK = 0x21;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const ASTERISK = 0x2a;
const SOLIDUS = 0x2f;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const VERTICAL_LINE = 0x7c;

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

/** The operator that begins at an offset. */
export function operatorAt(source: string, at: number): ChainingOperator | undefined {
  const next = source.charCodeAt(at + 1);
  switch (source.charCodeAt(at)) {
    case VERTICAL_LINE:
      return next === VERTICAL_LINE ? "||" : undefined;
    case AMPERSAND:
      return next === AMPERSAND ? "&&" : undefined;
    case EQUALS:
      return next === EQUALS ? "==" : undefined;
    case EXCLAMATION_MARK:
      return next === EQUALS ? "!=" : undefined;
    case LESS_THAN:
      return next === EQUALS ? "<=" : "<";
    case GREATER_THAN:
      return next === EQUALS ? ">=" : ">";
    case PLUS:
      return "+";
    case HYPHEN:
      return "-";
    case ASTERISK:
      return "*";
    case SOLIDUS:
      return "/";
    case PERCENT:
      return "%";
    default:
      return undefined;
  }
}
