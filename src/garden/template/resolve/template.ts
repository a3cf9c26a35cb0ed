import { checkString } from "../../../text/argument.ts";
import { type OuterResolution, Run, type TemplateContext } from "../context/run.ts";
import { type Budget, budgetOf, type TemplateLimits } from "../functions/budget.ts";
import { languageOf, type TemplateSyntax } from "../syntax/language.ts";
import { type CompiledTemplate, cachedTemplate, newTemplate } from "./cache.ts";
import { throwSyntaxError } from "./check-syntax.ts";
import { evaluateTemplate, resolveValue } from "./document.ts";
import { toDocument } from "./to-document.ts";

/** Options for resolving templates. */
export interface TemplateOptions extends TemplateSyntax {
  /**
   * Leaves expressions with unknown values unresolved, and resolves everything else. Resolving the result again, with
   * all keys, gives the complete result. `true`: a missing key is not known yet. `"late"`: only values that are
   * `NOT_KNOWN_YET` in the context are not known yet; a missing key is an error.
   */
  readonly partial?: boolean | "late";
  /** Limits for steps and characters. Default: those of `within`. */
  readonly limits?: TemplateLimits;
  /**
   * In a function of the context, its argument: the resolution that calls it. Both share limits, the value of the function is
   * secret if a template looks up a secret, and a value that depends on itself is missing.
   */
  readonly within?: OuterResolution;
  /** The limits that several resolutions share. @internal */
  readonly budget?: Budget;
}

/** A template string, parsed and compiled. */
export class Template {
  /** The template string. */
  readonly source: string;
  private readonly compiled: CompiledTemplate;

  private readonly syntax: TemplateSyntax | undefined;

  /** @internal */
  constructor(source: string, syntax?: TemplateSyntax) {
    checkString(source, "input");
    this.source = source;
    this.syntax = syntax;
    this.compiled = newTemplate(source, languageOf(syntax));
  }

  /**
   * The value of the template: that of its expression if it consists of one, otherwise a text.
   *
   * @throws TemplateError
   * @example compileTemplate("${a + 1}").resolve({ a: 1 }) // 2
   */
  resolve(context: TemplateContext, options?: Omit<TemplateOptions, keyof TemplateSyntax>): unknown {
    return resolveCompiled(
      this.compiled,
      context,
      this.syntax === undefined ? options : { ...options, ...this.syntax },
    );
  }
}

/**
 * Parses and compiles a template string that is resolved with many contexts.
 *
 * @throws TemplateError with the code `parse` or `limit`
 * @example
 * ```ts
 * const host = compileTemplate("${name}.example.com");
 * host.resolve({ name: "api" }); // "api.example.com"
 * ```
 */
export function compileTemplate(input: string, syntax?: TemplateSyntax): Template {
  return new Template(input, syntax);
}

/**
 * Resolves a template string: literal text, `${expression}`, `$${text}`, `${if test}…${else}…${endif}`. A string that is
 * one expression has the expression's value and type; every other string resolves to a text.
 *
 * @throws TemplateError
 * @example
 * ```ts
 * resolveTemplateString("${var.replicas * 2}", { var: { replicas: 2 } }); // 4
 * resolveTemplateString("a-${b}-${later.c}", { b: 1 }, { partial: true }); // "a-1-${later.c}"
 * resolveTemplateString("https://${host}?x=1", { host: "h" }, { optionalSuffix: false }); // "https://h?x=1"
 * ```
 */
export function resolveTemplateString(
  input: string,
  context: TemplateContext = {},
  options?: TemplateOptions,
): unknown {
  if (typeof input !== "string") checkString(input, "input");
  if (!input.includes("${")) return input;
  return resolveCompiled(cachedTemplate(input, languageOf(options)), context, options);
}

function resolveCompiled(template: CompiledTemplate, context: TemplateContext, options?: TemplateOptions): unknown {
  const run = newRun(context, options);
  run.source = template.tree.source;
  return finished(evaluateTemplate(template, run), run, options);
}

/**
 * Resolves the template strings in a document of lists and maps (as JSON and YAML give them), and its structural
 * operators: `$if`/`$then`/`$else`, `$concat`, `$forEach`/`$filter`/`$return`, `$merge`. The document is not changed. The result
 * of a template is data and is never resolved again.
 *
 * Values of the context are not copied: the result can share lists and maps with it, and contain one of them several times.
 * Written as text, such a result can be far larger than `limits.size`.
 *
 * @throws TemplateError whose `path` leads to the value with the error
 * @example
 * ```ts
 * resolveTemplates(
 *   { ports: { $forEach: "${var.ports}", $return: { name: "port-${item.key}", port: "${item.value}" } } },
 *   { var: { ports: [80, 8000] } },
 * ); // { ports: [{ name: "port-0", port: 80 }, { name: "port-1", port: 8000 }] }
 * ```
 */
export function resolveTemplates(document: unknown, context: TemplateContext = {}, options?: TemplateOptions): unknown {
  const run = newRun(context, options);
  throwSyntaxError(document, [], run.language);
  return finished(resolveValue(document, run), run, options);
}

/** @internal */
export function newRun(context: TemplateContext, options: TemplateOptions | undefined): Run {
  const outer = outerRun(options);
  const budget = options?.limits === undefined ? (options?.budget ?? outer?.budget) : budgetOf(options.limits);
  const run = new Run(context, options?.partial ?? false, outer?.depth ?? 0, budget, languageOf(options));
  run.frames = outer?.frames;
  return run;
}

/** @throws TypeError if `within` is not the argument of a function of the context */
function outerRun(options: TemplateOptions | undefined): Run | undefined {
  const within = options?.within;
  if (within === undefined || within instanceof Run) return within;
  throw new TypeError("within must be the argument of a function in the context");
}

function finished(value: unknown, run: Run, options: TemplateOptions | undefined): unknown {
  // If the function of a context started this resolution and it looked up a secret, the function's value is secret.
  const outer = run.secretsSeen > 0 ? outerRun(options) : undefined;
  if (outer !== undefined) outer.secretsSeen++;
  return run.partial ? toDocument(value, run) : value;
}
