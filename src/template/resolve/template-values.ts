import { defineLazy } from "../context/context-functions.ts";
import type { Run, TemplateContext } from "../context/run.ts";
import { Unresolved } from "../context/unresolved.ts";
import { type DocumentPath, TemplateError } from "../error.ts";
import { MAX_DEPTH } from "../limits.ts";
import { isMap, setKey } from "../values.ts";
import { resolveValue } from "./document.ts";
import { resolveTemplates } from "./template.ts";

/**
 * Values for a context that are templates themselves, such as variables that refer to each other: each is resolved in
 * `context` when it is looked up, and once at most. `context` may be the one that the values become a part of.
 *
 * The result has the document's lists and maps, with a function in the place of each template string and each structural
 * operator. A value that depends on itself is like one that is not there, with an error that shows the chain.
 *
 * @param path what leads to the document, for the places of errors
 * @example
 * ```ts
 * const context: Record<string, unknown> = { environment: { name: "dev" } };
 * context.var = templateValues({ host: "api.${var.domain}", domain: "${environment.name}.example.com" }, context);
 * resolveTemplateString("https://${var.host}", context); // "https://api.dev.example.com"
 * ```
 */
export function templateValues(document: unknown, context: TemplateContext, path: DocumentPath = []): unknown {
  return lazyCopy(document, context, path, 0);
}

function lazyCopy(node: unknown, context: TemplateContext, path: DocumentPath, depth: number): unknown {
  if (depth > MAX_DEPTH) {
    const reason = `the document is nested deeper than ${MAX_DEPTH} levels`;
    throw new TemplateError("limit", reason, { path: path.slice(0, path.length - depth) });
  }
  if (typeof node === "string") return node.includes("${") ? lazyValue(node, context, path) : node;
  if (Array.isArray(node)) {
    if (node.some((item) => isMap(item) && Object.hasOwn(item, "$concat"))) return lazyValue(node, context, path);
    return node.map((item, i) => lazyCopy(item, context, [...path, i], depth + 1));
  }
  if (!isMap(node)) return node;
  if (["$forEach", "$if", "$merge"].some((key) => Object.hasOwn(node, key))) return lazyValue(node, context, path);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(node)) setKey(copy, key, lazyCopy(node[key], context, [...path, key], depth + 1));
  return copy;
}

function lazyValue(node: unknown, context: TemplateContext, path: DocumentPath): () => unknown {
  const lazy = () => resolveTemplates(node, context);
  defineLazy(lazy, (run) => resolveIn(node, context, path, run));
  return lazy;
}

/** Resolves a part of the context during a resolution. */
function resolveIn(node: unknown, context: TemplateContext, path: DocumentPath, run: Run): unknown {
  const outer = { context: run.context, loop: run.loop, path: run.path, source: run.source };
  Object.assign(run, { context, loop: undefined, path: [...path], source: "" });
  try {
    const value = resolveValue(node, run);
    // What is left of a value means the same in its place only if it is resolved in the same context.
    return value instanceof Unresolved && outer.context !== context ? new Unresolved({ kind: "elsewhere" }) : value;
  } finally {
    Object.assign(run, outer);
  }
}
