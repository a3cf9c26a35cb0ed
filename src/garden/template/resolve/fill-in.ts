/** The unresolved rest of an expression, in which known values replace their lookups. */

import { MissingKey } from "../context/missing-key.ts";
import type { Evaluate, Run } from "../context/run.ts";
import { NoValue } from "../context/unresolved.ts";
import { TemplateError } from "../error.ts";
import {
  type BlockPart,
  childrenOf,
  type Expression,
  type ExpressionPart,
  type Lookup,
  type Part,
  type Span,
  usesItem,
} from "../syntax/tree.ts";
import { isMap } from "../values.ts";

interface Replacement extends Span {
  readonly text: string;
}

/** The first keys of lookups that exist only in one document or loop: the rest cannot refer to them later. */
const OWN_ROOTS: ReadonlySet<unknown> = /* @__PURE__ */ new Set(["item", "inputs", "parent", "template"]);

/** The longest list or map that replaces a lookup, in characters. */
const MAX_LENGTH = 10_000;

/** The outcome of an expression that cannot be evaluated. */
const FAILED = Symbol("failed");

/**
 * The text of an unresolved part.
 *
 * @param source the text that contains the part
 * @param compile returns the evaluation of an expression
 * @example `${actions.build[parent.name].outputs.id}` becomes `${actions.build.api.outputs.id}`
 */
export function fillIn(
  part: ExpressionPart | BlockPart,
  source: string,
  run: Run,
  compile: (expression: Expression) => Evaluate,
): { readonly text: string; readonly usesItem: boolean } {
  if (part.kind === "expression" && isPlain(part.expression)) {
    const text = source.slice(part.start, part.end);
    run.countText(text.length);
    return { text, usesItem: part.expression.keys[0]!.key === "item" };
  }
  const replacements: Replacement[] = [];
  let leavesItem = false;
  const open: { readonly node: Expression; readonly isCompared: boolean }[] = [];
  for (const expression of expressionsOf(part)) open.push({ node: expression, isCompared: false });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, isCompared } = next;
    const visit = (child: Expression) => open.push({ node: child, isCompared: false });
    switch (node.kind) {
      case "template": {
        const text = knownText(node, false);
        if (text !== undefined) replacements.push({ start: node.start, end: node.end, text });
        else leavesItem ||= usesItem(node.template.parts);
        break;
      }
      case "lookup":
        visitLookup(node, isCompared, visit);
        break;
      case "binary": {
        // A left operand that is missing or falsy does not affect the result any more.
        if (node.operator === "||" && isFalsy(node.left)) {
          replacements.push({ start: node.left.start, end: node.right.start, text: "" });
          visit(node.right);
          break;
        }
        // A list equals only itself.
        const compares = node.operator === "==" || node.operator === "!=";
        open.push({ node: node.left, isCompared: compares }, { node: node.right, isCompared: compares });
        break;
      }
      default:
        childrenOf(node).forEach(visit);
    }
  }
  replacements.sort((a, b) => a.start - b.start);
  let text = "";
  let at = part.start;
  for (const { start, end, text: known } of replacements) {
    text += source.slice(at, start) + known;
    at = end;
  }
  text += source.slice(at, part.end);
  run.countText(text.length);
  return { text, usesItem: leavesItem };

  function visitLookup(lookup: Lookup, isCompared: boolean, visit: (child: Expression) => void): void {
    const { object, keys, start, end } = lookup;
    const root = object === undefined ? keys[0]!.key : undefined;
    const known = object === undefined ? knownText(lookup, OWN_ROOTS.has(root) && !isCompared) : undefined;
    if (known !== undefined) {
      replacements.push({ start, end, text: known });
      return;
    }
    if (root === "item") leavesItem = true;
    if (object !== undefined) visit(object);
    for (const { key, span } of keys) {
      if (typeof key !== "object") continue;
      const value = valueOf(key);
      if (typeof value === "string" || typeof value === "number") replacements.push({ ...span!, text: keyText(value) });
      else visit(key);
    }
  }

  /** A known value as an expression; undefined if it is not known, or cannot be written as one. */
  function knownText(expression: Expression, mayBeLarge: boolean): string | undefined {
    const value = valueOf(expression);
    if (typeof value === "object" && value !== null) return mayBeLarge ? largeText(value) : undefined;
    return plainText(value);
  }

  function isFalsy(expression: Expression): boolean {
    const value = outcomeOf(expression);
    return value instanceof MissingKey || (value !== FAILED && !value);
  }

  function valueOf(expression: Expression): unknown {
    const value = outcomeOf(expression);
    return value instanceof NoValue || value === FAILED ? undefined : value;
  }

  function outcomeOf(expression: Expression): unknown {
    const { depth, leavesItem: left, secretsBefore } = run;
    try {
      return compile(expression)(run);
    } catch (error) {
      // The expression can be in a branch that is never taken.
      if (!(error instanceof TemplateError) || error.code === "limit") throw error;
      run.returnTo({ depth, leavesItem: left, secretsBefore });
      return FAILED;
    }
  }
}

/** Whether an expression is a lookup with constant keys. Its value is not known, so no part of it can be replaced. */
function isPlain(expression: Expression): expression is Lookup {
  if (expression.kind !== "lookup" || expression.object !== undefined) return false;
  return expression.keys.every(({ key }) => typeof key !== "object");
}

function expressionsOf(part: Part): Expression[] {
  if (part.kind === "expression") return [part.expression];
  if (part.kind !== "block") return [];
  const open: Part[] = [...part.whenTrue, ...part.whenFalse];
  const expressions = [part.test];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === "expression") expressions.push(next.expression);
    if (next.kind !== "block") continue;
    expressions.push(next.test);
    open.push(...next.whenTrue, ...next.whenFalse);
  }
  return expressions;
}

function keyText(key: string | number): string {
  const isPlain = typeof key === "string" && /^[A-Za-z_][\w-]*$/.test(key) && !/^(?:null|true|false|typeof)$/.test(key);
  return isPlain ? `.${key}` : `[${plainText(key)}]`;
}

/** A value that is not a list or a map, as an expression of Garden's language. */
function plainText(value: unknown): string | undefined {
  if (typeof value === "string") return stringText(value);
  if (typeof value === "boolean" || value === null) return String(value);
  if (typeof value !== "number" || !Number.isFinite(value) || Object.is(value, -0)) return undefined;
  return value < 0 ? `(0 - ${-value})` : String(value);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** A string literal, or several if one literal would contain a template. */
function stringText(text: string): string {
  const literals = text
    .split(/(?<=\$)(?=\{)/)
    .map((piece) => `'${piece.replace(/[\\']/g, "\\$&").replace(/[\n\r\u2028\u2029]/g, (unit) => ESCAPES[unit]!)}'`);
  return literals.length === 1 ? literals[0]! : `(${literals.join(" + ")})`;
}

function largeText(value: object): string | undefined {
  if (!isJson(value, MAX_LENGTH)) return undefined;
  const json = JSON.stringify(value).replaceAll("$", "\\u0024");
  return json.length > MAX_LENGTH ? undefined : `jsonDecode(${stringText(json)})`;
}

/** Whether a value stays the same when it is written as JSON. False for values with more than `most` parts. */
function isJson(value: unknown, most: number): boolean {
  const open = [value];
  let seen = 0;
  for (const node of open) {
    if (++seen > most) return false;
    if (typeof node === "number" && (!Number.isFinite(node) || Object.is(node, -0))) return false;
    if (node === undefined || typeof node === "function") return false;
    if (typeof node !== "object" || node === null) continue;
    if (!Array.isArray(node) && !isMap(node)) return false;
    for (const member of Object.values(node)) open.push(member);
  }
  return true;
}
