/** The steps of a template: what each expression in it gives, the inner ones first. */

import { MissingKey } from "../context/missing-key.ts";
import type { Run, TemplateContext } from "../context/run.ts";
import { Unresolved } from "../context/unresolved.ts";
import { TemplateError } from "../error.ts";
import { languageOf, type TemplateSyntax } from "../syntax/language.ts";
import { parseTemplate } from "../syntax/parse.ts";
import type { Expression, Part } from "../syntax/tree.ts";
import { compileExpression } from "./evaluate.ts";
import { newRun } from "./template.ts";

/** An expression of a template, and what it gives. */
export interface TemplateStep {
  /** As it is written. */
  readonly text: string;
  /**
   * Where it stands in the template, in UTF-16 code units. Of an expression in a string literal, where the literal stands.
   */
  readonly start: number;
  readonly end: number;
  /** How many expressions it is a part of. */
  readonly depth: number;
  readonly outcome:
    | { readonly kind: "value"; readonly value: unknown; readonly isSecret: boolean }
    /** A key is not there, which `||`, `&&`, `?` and others allow. */
    | { readonly kind: "missing"; readonly reason: string }
    /** Nothing depends on it: the operand of `||` behind a value, the branch that is not taken. */
    | { readonly kind: "skipped" }
    | { readonly kind: "error"; readonly reason: string };
}

/** More expressions of one template are left out. */
export const MOST_STEPS = 500;

/**
 * The steps of a template string, in the order in which they are taken. Literals, which say their value themselves, are
 * none.
 *
 * @throws TemplateError with the code `parse` or `limit`, if it is no template
 * @example
 * templateSteps("${var.replicas[env] * 2}", { var: { replicas: { prod: 3 } }, env: "prod" })
 *   .map(({ text, outcome }) => [text, outcome.value])
 * // [["env", "prod"], ["var.replicas[env]", 3], ["var.replicas[env] * 2", 6]]
 */
export function templateSteps(input: string, context: TemplateContext = {}, syntax?: TemplateSyntax): TemplateStep[] {
  const tree = parseTemplate(input, languageOf(syntax));
  const run = newRun(context, syntax);
  run.source = input;
  const steps = new Steps(run);
  steps.parts(input, tree.parts, 0, undefined);
  return steps.list;
}

/** With more operators in a row, an expression is one step. */
const MOST_OPERATORS = 100;

type Outcome = TemplateStep["outcome"];
type Place = Pick<TemplateStep, "start" | "end">;

class Steps {
  readonly list: TemplateStep[] = [];
  private readonly run: Run;

  constructor(run: Run) {
    this.run = run;
  }

  /** @param literal where the string literal stands that the parts are in */
  parts(source: string, parts: readonly Part[], depth: number, literal: Place | undefined): void {
    for (const part of parts) {
      if (part.kind === "expression") this.expression(part.expression, source, depth, literal);
      if (part.kind !== "block") continue;
      const test = this.expression(part.test, source, depth, literal);
      if (test.kind !== "value") continue;
      this.parts(source, test.value ? part.whenTrue : part.whenFalse, depth, literal);
    }
  }

  private expression(expression: Expression, source: string, depth: number, literal: Place | undefined): Outcome {
    if (expression.kind === "literal") return { kind: "value", value: expression.value, isSecret: false };
    const inner = (child: Expression) => this.expression(child, source, depth + 1, literal);
    switch (expression.kind) {
      case "template": {
        const { template, start, end } = expression;
        this.parts(template.source, template.parts, depth + 1, literal ?? { start, end });
        break;
      }
      case "list":
        expression.items.forEach(inner);
        break;
      case "call":
        expression.args.forEach(inner);
        break;
      case "lookup":
        if (expression.object !== undefined) inner(expression.object);
        for (const { key } of expression.keys) if (typeof key === "object") inner(key);
        break;
      case "not":
      case "typeof":
        inner(expression.operand);
        break;
      case "choice": {
        const isTrue = isTruthy(inner(expression.test));
        for (const [branch, isTaken] of [
          [expression.whenTrue, isTrue],
          [expression.whenFalse, !isTrue],
        ] as const) {
          if (isTaken) inner(branch);
          else this.add(branch, source, depth + 1, literal, { kind: "skipped" });
        }
        break;
      }
      case "binary": {
        const { left, operator, right } = expression;
        if (operatorsIn(expression) > MOST_OPERATORS) break;
        const isTrue = isTruthy(inner(left));
        const isNeeded = operator === "||" ? !isTrue : operator === "&&" ? isTrue : true;
        if (isNeeded) inner(right);
        else this.add(right, source, depth + 1, literal, { kind: "skipped" });
        break;
      }
    }
    const outcome = this.outcomeOf(expression);
    this.add(expression, source, depth, literal, outcome);
    return outcome;
  }

  private add(
    expression: Expression,
    source: string,
    depth: number,
    literal: Place | undefined,
    outcome: Outcome,
  ): void {
    if (expression.kind === "literal" || this.list.length >= MOST_STEPS) return;
    const { start, end } = expression;
    this.list.push({ text: source.slice(start, end), ...(literal ?? { start, end }), depth, outcome });
  }

  private outcomeOf(expression: Expression): Outcome {
    const { run } = this;
    const { depth, secretsBefore, secretsSeen } = run;
    try {
      const value = compileExpression(expression)(run);
      if (value instanceof MissingKey) return { kind: "missing", reason: value.reason() };
      if (value instanceof Unresolved) return { kind: "missing", reason: "the value is not known yet" };
      return { kind: "value", value, isSecret: run.secretsSeen > secretsSeen };
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      Object.assign(run, { depth, secretsBefore });
      return { kind: "error", reason: error.reason };
    }
  }
}

/** How many operators follow each other: their trees are as deep. */
function operatorsIn(expression: Expression): number {
  let count = 0;
  for (let next = expression; next.kind === "binary"; next = next.left) count++;
  return count;
}

function isTruthy(outcome: Outcome): boolean {
  return outcome.kind === "value" && Boolean(outcome.value);
}
