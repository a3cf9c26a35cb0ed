/** The steps of a template: the result of each expression in it, inner expressions first. */

import { MissingKey } from "../context/missing-key.ts";
import type { TemplateContext } from "../context/run.ts";
import { Unresolved } from "../context/unresolved.ts";
import { TemplateError } from "../error.ts";
import { languageOf, type TemplateSyntax } from "../syntax/language.ts";
import { parseTemplate } from "../syntax/parse.ts";
import { childrenOf, type Expression, type Part } from "../syntax/tree.ts";
import { compileExpression } from "./evaluate.ts";
import { newRun } from "./template.ts";

/** An expression of a template, and its result. */
export interface TemplateStep {
  /** The source of the expression. */
  readonly text: string;
  /**
   * The range in the template, in UTF-16 code units. For an expression in a string literal, the range of the literal.
   */
  readonly start: number;
  readonly end: number;
  /** The number of expressions around it. */
  readonly depth: number;
  readonly outcome:
    | { readonly kind: "value"; readonly value: unknown; readonly isSecret: boolean }
    /** A key does not exist, which `||`, `&&`, `?`, and others allow. */
    | { readonly kind: "missing"; readonly reason: string }
    /** The expression is not evaluated: the operand of `||` after a value, or a branch that is not taken. */
    | { readonly kind: "skipped" }
    | { readonly kind: "error"; readonly reason: string };
}

/** The largest number of steps of one template. Further steps are left out. */
export const MAX_STEPS = 500;

/**
 * The steps of a template string, in the order in which they are taken. Literals are left out.
 *
 * @throws TemplateError with the code `parse` or `limit` if the string is not a template
 * @example
 * templateSteps("${var.replicas[env] * 2}", { var: { replicas: { prod: 3 } }, env: "prod" })
 *   .map(({ text, outcome }) => [text, outcome.value])
 * // [["env", "prod"], ["var.replicas[env]", 3], ["var.replicas[env] * 2", 6]]
 */
export function templateSteps(input: string, context: TemplateContext = {}, syntax?: TemplateSyntax): TemplateStep[] {
  const tree = parseTemplate(input, languageOf(syntax));
  const run = newRun(context, syntax);
  run.source = input;
  const steps: TemplateStep[] = [];
  visitParts(input, tree.parts, 0, undefined);
  return steps;

  /** @param literal the range of the string literal that contains the parts */
  function visitParts(source: string, parts: readonly Part[], depth: number, literal: Place | undefined): void {
    for (const part of parts) {
      if (part.kind === "expression") visit(part.expression, source, depth, literal);
      if (part.kind !== "block") continue;
      const test = visit(part.test, source, depth, literal);
      if (test.kind !== "value") continue;
      visitParts(source, test.value ? part.whenTrue : part.whenFalse, depth, literal);
    }
  }

  function visit(expression: Expression, source: string, depth: number, literal: Place | undefined): Outcome {
    if (expression.kind === "literal") return { kind: "value", value: expression.value, isSecret: false };
    const inner = (child: Expression) => visit(child, source, depth + 1, literal);
    const innerIf = (isTaken: boolean, child: Expression) => {
      if (isTaken) inner(child);
      else add(child, source, depth + 1, literal, { kind: "skipped" });
    };
    switch (expression.kind) {
      case "template": {
        const { template, start, end } = expression;
        visitParts(template.source, template.parts, depth + 1, literal ?? { start, end });
        break;
      }
      case "choice": {
        const isTrue = isTruthy(inner(expression.test));
        innerIf(isTrue, expression.whenTrue);
        innerIf(!isTrue, expression.whenFalse);
        break;
      }
      case "binary": {
        const { left, operator, right } = expression;
        if (operatorsIn(expression) > MAX_OPERATORS) break;
        const isTrue = isTruthy(inner(left));
        innerIf(operator === "||" ? !isTrue : operator !== "&&" || isTrue, right);
        break;
      }
      default:
        childrenOf(expression).forEach(inner);
    }
    const outcome = outcomeOf(expression);
    add(expression, source, depth, literal, outcome);
    return outcome;
  }

  function add(
    expression: Expression,
    source: string,
    depth: number,
    literal: Place | undefined,
    outcome: Outcome,
  ): void {
    if (expression.kind === "literal" || steps.length >= MAX_STEPS) return;
    const { start, end } = expression;
    steps.push({ text: source.slice(start, end), ...(literal ?? { start, end }), depth, outcome });
  }

  function outcomeOf(expression: Expression): Outcome {
    const { depth, leavesItem, secretsBefore, secretsSeen } = run;
    try {
      const value = compileExpression(expression)(run);
      if (value instanceof MissingKey) return { kind: "missing", reason: value.reason() };
      if (value instanceof Unresolved) return { kind: "missing", reason: "the value is not known yet" };
      return { kind: "value", value, isSecret: run.secretsSeen > secretsSeen };
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      run.returnTo({ depth, leavesItem, secretsBefore });
      return { kind: "error", reason: error.reason };
    }
  }
}

/** An expression with more operators in sequence is one step. */
const MAX_OPERATORS = 100;

type Outcome = TemplateStep["outcome"];
type Place = Pick<TemplateStep, "start" | "end">;

/** The number of operators in sequence, which is the depth of their tree. */
function operatorsIn(expression: Expression): number {
  let count = 0;
  for (let next = expression; next.kind === "binary"; next = next.left) count++;
  return count;
}

function isTruthy(outcome: Outcome): boolean {
  return outcome.kind === "value" && Boolean(outcome.value);
}
