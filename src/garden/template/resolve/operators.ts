/** The binary operators of expressions. */

import { MissingKey } from "../context/missing-key.ts";
import type { Evaluate, Run } from "../context/run.ts";
import { NoValue, Unresolved } from "../context/unresolved.ts";
import { SCANNED } from "../functions/budget.ts";
import { finderOf } from "../functions/search.ts";
import type { Binary, Operator } from "../syntax/tree.ts";
import { isMap, typeOf } from "../values.ts";

/** Computes the result from the value of the left operand. */
export type Step = (left: unknown, run: Run) => unknown;

/** The step of an operator. Only `||` and `&&` accept a missing left operand. */
export function stepOf(node: Binary, right: Evaluate): Step {
  const { operator, at } = node;
  switch (operator) {
    case "||":
      return (left, run) => (left && !(left instanceof MissingKey) ? left : right(run));
    case "&&":
      return (left, run) => {
        if (left instanceof MissingKey) return false;
        if (!left || left instanceof Unresolved) return left;
        const value = right(run);
        return value instanceof MissingKey ? false : value;
      };
    case "==":
      return both(right, equals);
    case "!=":
      return both(right, (a, b, run) => !equals(a, b, run));
    case "contains":
      return both(right, (a, b, run) => contains(a, b, run, at));
    case "+":
      return both(right, (a, b, run) => {
        if (typeof a === "number" && typeof b === "number") return a + b;
        if (typeof a === "string" && typeof b === "string") {
          run.countText(a.length + b.length);
          return a + b;
        }
        if (Array.isArray(a) && Array.isArray(b)) {
          run.countValues(a.length + b.length);
          return a.concat(b);
        }
        throw run.error("type", `"+" requires two numbers, two strings, or two lists, not ${types(a, b)}`, at);
      });
    default: {
      const compute = ARITHMETIC[operator];
      return both(right, (a, b, run) => {
        if (typeof a === "number" && typeof b === "number") return compute(a, b);
        throw run.error("type", `"${operator}" requires two numbers, not ${types(a, b)}`, at);
      });
    }
  }
}

const ARITHMETIC = {
  "*": (a: number, b: number) => a * b,
  "/": (a: number, b: number) => a / b,
  "%": (a: number, b: number) => a % b,
  "-": (a: number, b: number) => a - b,
  "<": (a: number, b: number) => a < b,
  "<=": (a: number, b: number) => a <= b,
  ">": (a: number, b: number) => a > b,
  ">=": (a: number, b: number) => a >= b,
} satisfies Partial<Record<Operator, (a: number, b: number) => number | boolean>>;

/** An operator that needs both operands. */
function both(right: Evaluate, compute: (left: unknown, right: unknown, run: Run) => unknown): Step {
  return (left, run) => {
    if (left instanceof NoValue) return left;
    const value = right(run);
    return value instanceof NoValue ? value : compute(left, value, run);
  };
}

function contains(container: unknown, value: unknown, run: Run, at: number): boolean {
  if ((typeof value === "object" && value !== null) || value === undefined) {
    throw run.error(
      "type",
      `the right operand of "contains" must be a string, number, boolean, or null, not ${typeOf(value)}`,
      at,
    );
  }
  const length = typeof value === "string" ? value.length : 1;
  if (typeof container === "string") {
    run.countScanned(container.length + length);
    const wanted = String(value);
    return wanted === "" || finderOf(container, wanted)(0) >= 0;
  }
  if (Array.isArray(container)) {
    // Elements can be texts that differ only in the last character.
    run.countScanned(container.length * Math.ceil(length / SCANNED));
    return container.indexOf(value) >= 0;
  }
  if (isMap(container)) {
    run.countScanned(length);
    return Object.hasOwn(container, String(value));
  }
  throw run.error(
    "type",
    `the left operand of "contains" must be a string, list, or map, not ${typeOf(container)}`,
    at,
  );
}

function equals(a: unknown, b: unknown, run: Run): boolean {
  if (typeof a === "string" && a.length > SCANNED) run.countScanned(a.length);
  return a === b;
}

function types(a: unknown, b: unknown): string {
  return `${typeOf(a)} and ${typeOf(b)}`;
}
