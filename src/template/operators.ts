/** The binary operators of expressions. */
import type { Evaluate } from "./evaluate.ts";
import { MISSING, type Run } from "./run.ts";
import type { Binary, Operator } from "./syntax.ts";
import { isMap } from "./values.ts";

/** Goes on from the value of the left operand. */
export type Step = (left: unknown, run: Run) => unknown;

/** What an operator does, given its right operand. Only `||` and `&&` can do something with a missing left one. */
export function stepOf(node: Binary, right: Evaluate): Step {
  const { operator, at } = node;
  switch (operator) {
    case "||":
      return (left, run) => {
        if (left === MISSING) return run.missingIsUnknown ? MISSING : right(run);
        return left ? left : right(run);
      };
    case "&&":
      return (left, run) => {
        if (left === MISSING) return run.missingIsUnknown ? MISSING : false;
        if (!left) return left;
        const value = right(run);
        return value === MISSING && !run.missingIsUnknown ? false : value;
      };
    case "==":
      return both(right, (a, b) => a === b);
    case "!=":
      return both(right, (a, b) => a !== b);
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
        throw run.error("type", `"+" takes two numbers, two strings or two lists, not ${types(a, b)}`, at);
      });
    default: {
      const compute = ARITHMETIC[operator];
      return both(right, (a, b, run) => {
        if (typeof a === "number" && typeof b === "number") return compute(a, b);
        throw run.error("type", `"${operator}" takes two numbers, not ${types(a, b)}`, at);
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
    if (left === MISSING) return MISSING;
    const value = right(run);
    return value === MISSING ? MISSING : compute(left, value, run);
  };
}

function contains(container: unknown, value: unknown, run: Run, at: number): boolean {
  if ((typeof value === "object" && value !== null) || value === undefined) {
    throw run.error("type", `what a value contains must be a string, number, boolean or null, not ${typeof value}`, at);
  }
  if (typeof container === "string") return container.includes(String(value));
  if (Array.isArray(container)) return container.indexOf(value) >= 0;
  if (isMap(container)) return Object.hasOwn(container, String(value));
  throw run.error("type", `only a string, list or map can contain a value, not ${typeof container}`, at);
}

function types(a: unknown, b: unknown): string {
  return `${typeof a} and ${typeof b}`;
}
