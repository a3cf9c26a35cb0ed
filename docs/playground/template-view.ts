/** The view of a text with `${…}` and its context: the value, and the steps of each expression. */

import { TemplateError } from "../../src/garden/template/error.ts";
import { type TemplateStep, templateSteps } from "../../src/garden/template/resolve/steps.ts";
import { resolveTemplates } from "../../src/garden/template/resolve/template.ts";
import { VariablesError } from "../../src/garden/variables/error.ts";
import { parseVarfile } from "../../src/garden/variables/varfile.ts";
import { GARDEN } from "../../src/yaml/dialect.ts";
import { DocumentError } from "../../src/yaml/error.ts";
import type { Node, Path } from "../../src/yaml/node.ts";
import { parseYaml } from "../../src/yaml/parse.ts";
import { offsetInText } from "../../src/yaml/places.ts";
import { documentOf } from "../../src/yaml/write/value.ts";
import type { Range } from "./editor.ts";
import { maskedDocument } from "./masked-document.ts";

/** An error and its position. */
export interface Mistake extends Range {
  readonly in: "text" | "context";
  readonly message: string;
}

/** An outermost expression of the text, with the expressions in it. */
export interface ViewedExpression extends Range {
  readonly steps: readonly TemplateStep[];
  /** The step of the expression itself, which is the last one. */
  readonly whole: TemplateStep;
  /** Whether the expression is in a `$forEach`; the steps are those for the first item. */
  readonly isOfFirst: boolean;
}

export interface TemplateView {
  readonly expressions: readonly ViewedExpression[];
  readonly mistakes: readonly Mistake[];
  /** The documents that could be resolved, as YAML. */
  readonly results: readonly { readonly yaml: string; readonly type: string }[];
}

/** The most expressions that are shown. */
const MAX_EXPRESSIONS = 200;

type Context = Readonly<Record<string, unknown>>;

export function viewTemplate(text: string, contextText: string): TemplateView {
  const mistakes: Mistake[] = [];
  const expressions: ViewedExpression[] = [];
  const results: { yaml: string; type: string }[] = [];
  const context = contextOf(contextText, mistakes);
  const documents = documentsOf(text, mistakes);
  if (context === undefined || documents === undefined) return { expressions, mistakes, results };
  for (const document of documents) {
    try {
      const type = typeOf(resolveTemplates(document.value, context));
      const shown = resolveTemplates(maskedDocument(document.value, context), context);
      results.push({ yaml: documentOf(shown ?? null), type });
    } catch (error) {
      if (!(error instanceof TemplateError || error instanceof RangeError)) throw error;
      const { path = [], offset } = error instanceof TemplateError ? error : {};
      const start = offsetInText(text, document, path, offset);
      mistakes.push({
        in: "text",
        start,
        end: endOf(text, start),
        message: error instanceof TemplateError ? error.reason : error.message,
      });
    }
    new Expressions(text, document, expressions).add(document.value, [], context, false);
  }
  return { expressions, mistakes, results };
}

function contextOf(text: string, mistakes: Mistake[]): Context | undefined {
  try {
    return parseVarfile(text, "yaml");
  } catch (error) {
    if (!(error instanceof VariablesError)) throw error;
    const start = error.offset ?? 0;
    mistakes.push({ in: "context", start, end: endOf(text, start), message: contextMessage(error) });
    return undefined;
  }
}

function documentsOf(text: string, mistakes: Mistake[]): Node[] | undefined {
  try {
    return parseYaml(text, GARDEN).filter((root) => root.kind !== "scalar" || root.end > root.start);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    mistakes.push({ in: "text", start: error.offset, end: endOf(text, error.offset), message: error.message });
    return undefined;
  }
}

/** The expressions in the strings of a document. */
class Expressions {
  private readonly text: string;
  private readonly document: Node;
  private readonly list: ViewedExpression[];

  constructor(text: string, document: Node, list: ViewedExpression[]) {
    this.text = text;
    this.document = document;
    this.list = list;
  }

  add(value: unknown, path: Path, context: Context, isOfFirst: boolean): void {
    if (this.list.length >= MAX_EXPRESSIONS) return;
    if (typeof value === "string") {
      if (value.includes("${")) this.addText(value, path, context, isOfFirst);
    } else if (typeof value === "object" && value !== null) {
      const first = firstItem(value, context);
      for (const [key, member] of Object.entries(value)) {
        const isInLoop = first !== undefined && (key === "$return" || key === "$filter");
        const at = [...path, Array.isArray(value) ? Number(key) : key];
        this.add(member, at, isInLoop ? { ...context, item: first } : context, isOfFirst || isInLoop);
      }
    }
  }

  private addText(value: string, path: Path, context: Context, isOfFirst: boolean): void {
    let steps: TemplateStep[];
    try {
      steps = templateSteps(value, context);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      // The error was already reported when the document was resolved.
      return;
    }
    let from = 0;
    for (const [i, whole] of steps.entries()) {
      if (whole.depth > 0) continue;
      const start = offsetInText(this.text, this.document, path, whole.start);
      const end = offsetInText(this.text, this.document, path, whole.end);
      this.list.push({ start, end: Math.max(start, end), steps: steps.slice(from, i + 1), whole, isOfFirst });
      from = i + 1;
    }
  }
}

/** Returns the first `item` of a `$forEach`; undefined if the list is empty or cannot be resolved. */
function firstItem(value: object, context: Context): { readonly key: string; readonly value: unknown } | undefined {
  if (!Object.hasOwn(value, "$forEach")) return undefined;
  try {
    const [first] = Object.entries(resolveTemplates((value as Record<string, unknown>).$forEach, context) as object);
    return first && { key: first[0], value: first[1] };
  } catch (error) {
    if (!(error instanceof TemplateError || error instanceof TypeError)) throw error;
    return undefined;
  }
}

/** The message without the position, which is displayed next to it. */
function contextMessage({ message }: VariablesError): string {
  return message.replace(/^(?:line )?\d+(?::|, column )\d+: /, "").replace("a varfile must", "a context must");
}

export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return `${value}`;
  if (Array.isArray(value)) return "list";
  return typeof value === "object" ? "map" : typeof value;
}

function endOf(text: string, start: number): number {
  const end = /^[^\r\n]*/.exec(text.slice(start))![0].trimEnd().length;
  return start + Math.max(1, end);
}
