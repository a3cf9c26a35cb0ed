/**
 * Partial resolution of template strings: what depends on something that is not known yet (any missing key, or only what
 * the context says is `LATE`) stays, character for character, and nothing is decided on it; the rest is resolved.
 */

import { MISSING, NOT_KNOWN, type Run } from "../context/run.ts";
import { type Piece, Unresolved } from "../context/unresolved.ts";
import type { BlockPart, ExpressionPart, Part, TemplateTree } from "../syntax/tree.ts";
import { compileExpression, type Evaluate, textOf } from "./evaluate.ts";

const EMPTY_TEXT: Piece = { text: "${''}", isTemplate: true };

/** Gives a value or something `Unresolved`, never `MISSING`. */
export function compilePartially(tree: TemplateTree): Evaluate {
  return compileParts(tree, tree.parts, true);
}

/** @param isWhole whether the parts are a value by themselves, and not a piece of a text */
function compileParts(tree: TemplateTree, parts: readonly Part[], isWhole: boolean): Evaluate {
  if (parts.length === 1) return compilePart(tree, parts[0]!, isWhole);
  const evaluations = parts.map((part) => compilePart(tree, part, false));
  return (run) => {
    const pieces: Piece[] = [];
    const add = (piece: Piece) => {
      run.countText(piece.text.length + 1);
      pieces.push(piece);
    };
    for (const evaluate of evaluations) {
      const value = evaluate(run);
      if (value instanceof Unresolved && value.rest.kind === "text") {
        for (const piece of value.rest.pieces) add(piece);
      } else {
        add({ text: textOf(value, run), isTemplate: false });
      }
    }
    if (pieces.some((piece) => piece.isTemplate)) {
      // What is left is a text, even if it is one expression and nothing else.
      if (isWhole && pieces.filter((piece) => piece.text !== "").length === 1) add(EMPTY_TEXT);
      return new Unresolved({ kind: "text", pieces });
    }
    return pieces.map((piece) => piece.text).join("");
  };
}

function compilePart(tree: TemplateTree, part: Part, isWhole: boolean): Evaluate {
  switch (part.kind) {
    case "text":
      return () => part.text;
    case "escaped":
      return (run) => (run.missingIsUnknown ? Unresolved.part(`$${part.text}`) : part.text);
    case "expression":
      return compileExpressionPart(tree, part, isWhole);
    case "block": {
      const test = stoppedByUnknown(compileExpression(part.test), false);
      const whenTrue = compileParts(tree, part.whenTrue, isWhole);
      const whenFalse = compileParts(tree, part.whenFalse, isWhole);
      return (run) => {
        const value = test(run);
        if (value === MISSING) return leave(tree, part, run);
        return value ? whenTrue(run) : whenFalse(run);
      };
    }
  }
}

function compileExpressionPart(tree: TemplateTree, part: ExpressionPart, isWhole: boolean): Evaluate {
  const { expression, optional } = part;
  if (expression.kind === "template" && !optional) {
    return compileParts(expression.template, expression.template.parts, isWhole);
  }
  const evaluate = stoppedByUnknown(compileExpression(expression), optional);
  return (run) => {
    run.unresolved = undefined;
    const value = evaluate(run);
    if (value !== MISSING) return value;
    // A value of the context that is not resolved completely takes the lookup's place.
    const found = run.unresolved as Run["unresolved"];
    if (found?.lookup === expression && !optional && (isWhole || found.value.rest.kind === "text")) return found.value;
    return leave(tree, part, run);
  };
}

/**
 * An evaluation that gives `MISSING` only for what is not known yet. A key that is missing for good is an error, unless
 * it may be missing.
 */
function stoppedByUnknown(evaluate: Evaluate, mayBeMissing: boolean): Evaluate {
  return (run) => {
    if (run.missingIsUnknown) return evaluate(run);
    const position = run.position();
    let value: unknown;
    try {
      value = evaluate(run);
    } catch (error) {
      if (error !== NOT_KNOWN) throw error;
      run.restore(position);
      return MISSING;
    }
    if (value !== MISSING) return value;
    if (!mayBeMissing) throw run.missingError();
    return undefined;
  };
}

function leave(tree: TemplateTree, part: ExpressionPart | BlockPart, run: Run): Unresolved {
  if (part.usesItem) run.leavesItem = true;
  return Unresolved.part(tree.source.slice(part.start, part.end));
}
