/**
 * Compiles the trees of templates to closures, so that what does not depend on the context is decided once. The same
 * closures serve full and partial resolution: a part that depends on a value that is not known yet is left unresolved.
 */

import { compileLookup } from "../context/lookup.ts";
import { MissingKey } from "../context/missing-key.ts";
import type { Evaluate, Run } from "../context/run.ts";
import { NOT_KNOWN_YET, NoValue, type Piece, Unresolved } from "../context/unresolved.ts";
import { toText } from "../functions/casts.ts";
import { callFunction, TemplateFunctionError } from "../functions/index.ts";
import type { Binary, BlockPart, Expression, ExpressionPart, Part, TemplateTree } from "../syntax/tree.ts";
import { fillIn } from "./fill-in.ts";
import { type Step, stepOf } from "./operators.ts";

/** The evaluation of a template: the value of its only part, or else a text. */
export function compileTree({ parts, source }: TemplateTree): Evaluate {
  return compileParts(parts, source, true);
}

/**
 * @param source the text that the parts' offsets refer to; undefined for a template in an operand, which is never left
 *   in part
 * @param isWhole whether the parts are a whole value, not a piece of a text
 */
function compileParts(parts: readonly Part[], source: string | undefined, isWhole: boolean): Evaluate {
  if (parts.length === 0) return () => "";
  if (parts.length === 1) {
    const evaluate = compilePart(parts[0]!, source, isWhole);
    return (run) => {
      const value = evaluate(run);
      return value instanceof NoValue ? withoutValue(parts[0]!, value, source, isWhole, run) : value;
    };
  }
  const pieces = parts.map((part) => (part.kind === "text" ? part.text : compilePart(part, source, false)));
  return (run) => {
    let text = "";
    let left: Piece[] | undefined;
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i]!;
      if (source !== undefined) run.beginValue();
      const value = typeof piece === "string" ? piece : piece(run);
      if (typeof value === "string") {
        text += value;
      } else if (!(value instanceof NoValue)) {
        text += textOf(value, run);
      } else {
        const rest = withoutValue(parts[i]!, value, source, false, run);
        if (rest === undefined) continue;
        if (!(rest instanceof Unresolved) || rest.rest.kind !== "text") return rest;
        left ??= [];
        addPiece(left, { text, isTemplate: false }, run);
        for (const other of rest.rest.pieces) addPiece(left, other, run);
        text = "";
      }
    }
    if (left !== undefined) return unfinishedText(left, text, isWhole, run);
    run.countText(text.length);
    return text;
  };
}

const EMPTY_TEXT: Piece = { text: "${''}", isTemplate: true };

function addPiece(pieces: Piece[], piece: Piece, run: Run): void {
  if (piece.text === "") return;
  run.countText(piece.text.length + 1);
  pieces.push(piece);
}

/** A text with unresolved parts, and the known text at its end. */
function unfinishedText(pieces: Piece[], end: string, isWhole: boolean, run: Run): Unresolved {
  addPiece(pieces, { text: end, isTemplate: false }, run);
  // The value is a text, even if only one expression is left.
  if (isWhole && pieces.length === 1) pieces.push(EMPTY_TEXT);
  return new Unresolved({ kind: "text", pieces });
}

function compilePart(part: Part, source: string | undefined, isWhole: boolean): Evaluate {
  switch (part.kind) {
    case "text":
    case "escaped": {
      const { kind, text } = part;
      if (kind === "text" || source === undefined) return () => text;
      return (run) => (run.missingIsUnknown ? leftAs(`$${text}`) : text);
    }
    case "expression": {
      const nested = nestedTemplate(part);
      if (nested === undefined) return compileExpression(part.expression);
      return compileParts(nested.parts, source === undefined ? undefined : nested.source, isWhole);
    }
    case "block": {
      const test = compileExpression(part.test);
      const whenTrue = compileParts(part.whenTrue, source, isWhole);
      const whenFalse = compileParts(part.whenFalse, source, isWhole);
      return (run) => {
        const { secretsSeen } = run;
        const value = test(run);
        if (value instanceof NoValue) return value instanceof MissingKey ? value : leave(part, source, run);
        return run.decided(secretsSeen, value ? whenTrue : whenFalse);
      };
    }
  }
}

/** The template of a part that consists of one string literal with template syntax. */
function nestedTemplate({ expression, optional }: ExpressionPart): TemplateTree | undefined {
  return expression.kind === "template" && !optional ? expression.template : undefined;
}

/** The result of a part that was evaluated to no value. */
function withoutValue(part: Part, value: NoValue, source: string | undefined, isWhole: boolean, run: Run): unknown {
  // Parts inside blocks and literals were handled there.
  if (part.kind !== "expression" || nestedTemplate(part) !== undefined) return value;
  if (value instanceof MissingKey) return part.optional ? undefined : value;
  const isOfLookup = part.expression.kind === "lookup" && !part.optional;
  return isOfLookup && canReplace(value, isWhole) ? value : leave(part, source, run);
}

/** Whether a value of the context that is only partly resolved can replace its lookup. */
function canReplace(value: NoValue, isWhole: boolean): boolean {
  if (!(value instanceof Unresolved) || value.rest.kind === "elsewhere") return false;
  return isWhole || value.rest.kind === "text";
}

/** The unresolved part. In an operand, the whole expression around it is left. */
function leave(part: ExpressionPart | BlockPart, source: string | undefined, run: Run): unknown {
  if (source === undefined) return NOT_KNOWN_YET;
  if (run.missingIsUnknown) {
    if (part.usesItem) run.leavesItem = true;
    return leftAs(source.slice(part.start, part.end));
  }
  const { text, usesItem } = fillIn(part, source, run, compileExpression);
  if (usesItem) run.leavesItem = true;
  return leftAs(text);
}

function leftAs(text: string): Unresolved {
  return new Unresolved({ kind: "text", pieces: [{ text, isTemplate: true }] });
}

/** A value that is not a string, as a piece of a text. */
function textOf(value: unknown, run: Run): string {
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
      return compileParts(expression.template.parts, undefined, false);
    case "lookup": {
      const object = expression.object === undefined ? undefined : compileExpression(expression.object);
      return compileLookup(expression, object, compileExpression);
    }
    case "list":
      return compileList(expression.items);
    case "call":
      return compileCall(expression.name, expression.args, expression.at);
    case "not":
    case "typeof": {
      const operand = compileExpression(expression.operand);
      const isNot = expression.kind === "not";
      return (run) => {
        const value = operand(run);
        if (value instanceof Unresolved) return value;
        const present = value instanceof MissingKey ? undefined : value;
        return isNot ? !present : typeof present;
      };
    }
    case "choice": {
      const test = compileExpression(expression.test);
      const whenTrue = compileExpression(expression.whenTrue);
      const whenFalse = compileExpression(expression.whenFalse);
      return (run) => {
        const value = test(run);
        if (value instanceof Unresolved) return value;
        return value && !(value instanceof MissingKey) ? whenTrue(run) : whenFalse(run);
      };
    }
    case "binary":
      return compileBinary(expression);
  }
}

/** Evaluates a sequence of operators (`a + b + c`) in one loop, however long it is. */
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
      if (value instanceof NoValue) return value;
      list.push(value);
    }
    return list;
  };
}

function compileCall(name: string, expressions: readonly Expression[], at: number): Evaluate {
  const evaluateArguments = compileList(expressions);
  return (run) => {
    const args = evaluateArguments(run);
    if (!Array.isArray(args)) return args;
    try {
      return callFunction(name, args, run.budget);
    } catch (error) {
      if (!(error instanceof TemplateFunctionError)) throw error;
      throw run.error(error.code === "limit-exceeded" ? "limit" : "function", error.message, at, { cause: error });
    }
  };
}
