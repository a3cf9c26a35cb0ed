/** Trees of templates become closures: what can be decided without a context is decided once. */

import { compileLookup } from "../context/lookup.ts";
import { MISSING, type Run } from "../context/run.ts";
import { callFunction, TemplateFunctionError } from "../functions/index.ts";
import { toText } from "../functions/to-text.ts";
import type { Binary, Expression, Part } from "../syntax/tree.ts";
import { type Step, stepOf } from "./operators.ts";

/** Gives a value, or `MISSING`. */
export type Evaluate = (run: Run) => unknown;

/** A template's value: that of its one part, or else a text. */
export function compileParts(parts: readonly Part[]): Evaluate {
  if (parts.length === 0) return () => "";
  if (parts.length === 1) return compilePart(parts[0]!);
  const pieces = parts.map((part) => (part.kind === "text" || part.kind === "escaped" ? part.text : compilePart(part)));
  return (run) => {
    let text = "";
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i]!;
      if (typeof piece === "string") {
        text += piece;
        continue;
      }
      const value = piece(run);
      if (value === MISSING) return MISSING;
      text += textOf(value, run);
    }
    run.countText(text.length);
    return text;
  };
}

function compilePart(part: Part): Evaluate {
  switch (part.kind) {
    case "text":
    case "escaped": {
      const { text } = part;
      return () => text;
    }
    case "expression": {
      const evaluate = compileExpression(part.expression);
      if (!part.optional) return evaluate;
      return (run) => {
        const value = evaluate(run);
        return value === MISSING && !run.missingIsUnknown ? undefined : value;
      };
    }
    case "block": {
      const test = compileExpression(part.test);
      const whenTrue = compileParts(part.whenTrue);
      const whenFalse = compileParts(part.whenFalse);
      return (run) => {
        const value = test(run);
        if (value === MISSING) return MISSING;
        return value ? whenTrue(run) : whenFalse(run);
      };
    }
  }
}

/** A value as a piece of a text. */
export function textOf(value: unknown, run: Run): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  try {
    return toText(value, run.budget);
  } catch (error) {
    throw run.limitError(error);
  }
}

export function compileExpression(expression: Expression): Evaluate {
  switch (expression.kind) {
    case "literal": {
      const { value } = expression;
      return () => value;
    }
    case "template":
      return compileParts(expression.template.parts);
    case "lookup": {
      const object = expression.object === undefined ? undefined : compileExpression(expression.object);
      return compileLookup(expression, object, compileExpression);
    }
    case "list":
      return compileList(expression.items);
    case "call":
      return compileCall(expression.name, expression.args, expression.at);
    case "not": {
      const operand = compileExpression(expression.operand);
      return (run) => {
        const value = operand(run);
        return value === MISSING && run.missingIsUnknown ? MISSING : value === MISSING || !value;
      };
    }
    case "typeof": {
      const operand = compileExpression(expression.operand);
      return (run) => {
        const value = operand(run);
        if (value === MISSING) return run.missingIsUnknown ? MISSING : "undefined";
        return typeof value;
      };
    }
    case "choice": {
      const test = compileExpression(expression.test);
      const whenTrue = compileExpression(expression.whenTrue);
      const whenFalse = compileExpression(expression.whenFalse);
      return (run) => {
        const value = test(run);
        if (value === MISSING) return run.missingIsUnknown ? MISSING : whenFalse(run);
        return value ? whenTrue(run) : whenFalse(run);
      };
    }
    case "binary":
      return compileBinary(expression);
  }
}

/** Operators that follow each other (`a + b + c`) are one loop, however many they are. */
function compileBinary(expression: Binary): Evaluate {
  const steps: Step[] = [];
  let left: Expression = expression;
  while (left.kind === "binary") {
    steps.push(stepOf(left, compileExpression(left.right)));
    left = left.left;
  }
  const first = compileExpression(left);
  if (steps.length === 1) {
    const step = steps[0]!;
    return (run) => step(first(run), run);
  }
  steps.reverse();
  return (run) => {
    let value = first(run);
    for (let i = 0; i < steps.length; i++) value = steps[i]!(value, run);
    return value;
  };
}

function compileList(expressions: readonly Expression[]): Evaluate {
  const items = expressions.map(compileExpression);
  return (run) => {
    const list: unknown[] = [];
    run.countValues(items.length);
    for (let i = 0; i < items.length; i++) {
      const value = items[i]!(run);
      if (value === MISSING) return MISSING;
      list.push(value);
    }
    return list;
  };
}

function compileCall(name: string, expressions: readonly Expression[], at: number): Evaluate {
  const evaluateArguments = compileList(expressions);
  return (run) => {
    const args = evaluateArguments(run);
    if (args === MISSING) return MISSING;
    let result: unknown;
    try {
      result = callFunction(name, args as unknown[], run.budget);
    } catch (error) {
      if (!(error instanceof TemplateFunctionError)) throw error;
      throw run.error(error.code === "limit-exceeded" ? "limit" : "function", error.message, at, { cause: error });
    }
    return result;
  };
}
