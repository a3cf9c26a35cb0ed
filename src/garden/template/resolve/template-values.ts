import { setKey } from "../../../text/own-keys.ts";
import { type ContextFunction, defineContextFunction } from "../context/context-functions.ts";
import type { Run, TemplateContext } from "../context/run.ts";
import { hasOperator, Unresolved } from "../context/unresolved.ts";
import { type DocumentPath, TemplateError } from "../error.ts";
import { MAX_DEPTH } from "../limits.ts";
import { type Language, languageOf, type TemplateSyntax } from "../syntax/language.ts";
import { isMap } from "../values.ts";
import { cachedTemplate } from "./cache.ts";
import { throwSyntaxError } from "./check-syntax.ts";
import { resolveValue } from "./document.ts";
import { resolveTemplates } from "./template.ts";

/**
 * Values for a context that are templates themselves, such as variables that refer to each other. Each is resolved in
 * `context` when it is looked up, at most once. The values can become a part of `context`.
 *
 * The result has the document's lists and maps, with a function in place of each template string and each structural
 * operator. A value that depends on itself counts as missing, with an error that shows the chain.
 *
 * @param options `path`: the keys that lead to the document, for errors; `syntax`: the language of its templates
 * @example
 * ```ts
 * const context: Record<string, unknown> = { environment: { name: "dev" } };
 * context.var = deferTemplates({ host: "api.${var.domain}", domain: "${environment.name}.example.com" }, context);
 * resolveTemplateString("https://${var.host}", context); // "https://api.dev.example.com"
 * ```
 */
export function deferTemplates(
  document: unknown,
  context: TemplateContext,
  options: { readonly path?: DocumentPath | undefined; readonly syntax?: TemplateSyntax | undefined } = {},
): unknown {
  const { path = [], syntax } = options;
  const language = languageOf(syntax);
  throwSyntaxError(document, path, language);
  /** The keys that lead to the current node. */
  const at = [...path];
  return copyOf(document);

  function copyOf(node: unknown): unknown {
    if (at.length - path.length > MAX_DEPTH) {
      throw new TemplateError("limit", `the document is nested deeper than ${MAX_DEPTH} levels`, { path });
    }
    if (typeof node === "string") return node.includes("${") ? functionOf(node, context, [...at], language) : node;
    if (Array.isArray(node)) {
      if (node.some((item) => isMap(item) && Object.hasOwn(item, "$concat")))
        return functionOf(node, context, [...at], language);
      return node.map((item, i) => memberOf(item, i));
    }
    if (!isMap(node)) return node;
    if (hasOperator(node)) return functionOf(node, context, [...at], language);
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(node)) setKey(copy, key, memberOf(node[key], key));
    return copy;
  }

  function memberOf(member: unknown, key: string | number): unknown {
    at.push(key);
    const copy = copyOf(member);
    at.pop();
    return copy;
  }
}

function functionOf(node: unknown, context: TemplateContext, path: DocumentPath, language: Language): ContextFunction {
  const contextFunction = () => resolveTemplates(node, context, language);
  defineContextFunction(contextFunction, (run) => resolveIn(node, context, path, language, run));
  return contextFunction;
}

/** Resolves a part of the context during a resolution. */
function resolveIn(node: unknown, context: TemplateContext, path: DocumentPath, language: Language, run: Run): unknown {
  const { context: outerContext, loop, path: outerPath, source, language: outerLanguage, secretsBefore } = run;
  run.context = context;
  run.loop = undefined;
  run.path = [...path];
  run.source = "";
  run.language = language;
  run.secretsBefore = run.secretsSeen;
  try {
    const value = resolveValue(node, run);
    if (!(value instanceof Unresolved) || outerContext === context) return value;
    // The rest of a value can have another meaning in another context.
    const isSame =
      outerLanguage === language && !run.missingIsUnknown && meansTheSame(value, context, outerContext, run);
    return isSame ? value : new Unresolved({ kind: "elsewhere" });
  } finally {
    run.context = outerContext;
    run.loop = loop;
    run.path = outerPath;
    run.source = source;
    run.language = outerLanguage;
    run.secretsBefore = secretsBefore;
  }
}

/** Whether the rest of a value looks up only keys that two contexts share. */
function meansTheSame(value: Unresolved, one: TemplateContext, other: TemplateContext, run: Run): boolean {
  const open = [value];
  for (const { rest } of open) {
    if (rest.kind === "list" || rest.kind === "map") {
      const members = rest.kind === "list" ? rest.items : Object.values(rest.entries);
      run.countSteps(members.length);
      for (const member of members) if (member instanceof Unresolved) open.push(member);
    } else if (rest.kind === "text") {
      for (const { text, isTemplate } of rest.pieces) {
        if (isTemplate && !looksUpShared(text, one, other, run)) return false;
      }
    } else {
      return false;
    }
  }
  return true;
}

function looksUpShared(text: string, one: TemplateContext, other: TemplateContext, run: Run): boolean {
  const { tree, lookups } = cachedTemplate(text, run.language);
  run.countSteps(tree.operands);
  return lookups.every(({ keys }) => {
    const root = String(keys[0]!.key);
    return Object.hasOwn(one, root) && Object.hasOwn(other, root) && one[root] === other[root];
  });
}
