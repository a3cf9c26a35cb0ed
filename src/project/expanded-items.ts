/** Lists of documents that are made by structural operators: the operators are resolved, the documents are not. */
import type { TemplateContext } from "../template/internal.ts";
import { isMap } from "../template/values.ts";
import { Field } from "./config-field.ts";
import type { Resolution } from "./resolution.ts";

/** An element of a list, and what only its templates see: the `item` of the loop that it stands in. */
export interface ExpandedItem {
  readonly field: Field;
  readonly item: TemplateContext;
}

/**
 * The elements of a list, or of what gives one: `$concat`, `$forEach` and `$if` are resolved as far as they say which
 * elements there are. An element that a condition leaves out is none.
 *
 * @param context what the operators see
 * @throws VariablesError, TemplateError
 */
export function expandedItems(
  list: Field,
  context: TemplateContext,
  resolution: Resolution,
  item: TemplateContext = {},
): ExpandedItem[] {
  if (!list.isThere) return [];
  const { value } = list;
  if (Array.isArray(value)) {
    return list.items().flatMap((element) => {
      const isSplice = isMap(element.value) && Object.hasOwn(element.value, "$concat");
      if (isSplice) return expandedItems(element.at("$concat"), context, resolution, item);
      return expandedMap(element, context, resolution, item);
    });
  }
  const has = (key: string) => isMap(value) && Object.hasOwn(value, key);
  if (has("$forEach")) return loopItems(list, context, resolution, item);
  if (has("$if")) {
    const branch = chosen(list, context, resolution, item);
    return branch === undefined ? [] : expandedItems(branch, context, resolution, item);
  }
  const given = typeof value === "string" ? known(list, context, resolution, item) : list;
  if (!Array.isArray(given.value)) throw list.error("this must be a list, or give one that is known early");
  return given.items().map((field) => ({ field, item: {} }));
}

/** An element that is a document, or an operator that gives one. */
function expandedMap(
  element: Field,
  context: TemplateContext,
  resolution: Resolution,
  item: TemplateContext,
): ExpandedItem[] {
  const { value } = element;
  if (typeof value === "string") return [{ field: known(element, context, resolution, item), item: {} }];
  const fields = element.map();
  if (Object.hasOwn(fields, "$if")) {
    const branch = chosen(element, context, resolution, item);
    return branch === undefined || !branch.isThere ? [] : expandedMap(branch, context, resolution, item);
  }
  if (!Object.hasOwn(fields, "$merge")) return [{ field: element, item }];
  const merged = known(element.at("$merge"), context, resolution, item).map();
  const { $merge, ...others } = fields;
  return [{ field: new Field(element.source, { ...merged, ...others }, element.path), item }];
}

function loopItems(
  loop: Field,
  context: TemplateContext,
  resolution: Resolution,
  outer: TemplateContext,
): ExpandedItem[] {
  const collection = resolution.resolveEarly(loop.at("$forEach"), { ...context, ...outer });
  if (!Array.isArray(collection) && !isMap(collection)) {
    throw loop.at("$forEach").error("this must be a list or a map that is known early");
  }
  return Object.entries(collection).flatMap(([key, value]) => {
    const item = { item: { key, value } };
    const filter = loop.at("$filter");
    if (filter.isThere && !condition(filter, context, resolution, item)) return [];
    return expandedMap(loop.at("$return"), context, resolution, item);
  });
}

/** The branch of an `$if`; undefined if there is none. */
function chosen(
  operator: Field,
  context: TemplateContext,
  resolution: Resolution,
  item: TemplateContext,
): Field | undefined {
  if (condition(operator.at("$if"), context, resolution, item)) return operator.at("$then");
  const otherwise = operator.at("$else");
  return otherwise.isThere ? otherwise : undefined;
}

function condition(field: Field, context: TemplateContext, resolution: Resolution, item: TemplateContext): boolean {
  const value = resolution.resolveEarly(field, { ...context, ...item });
  if (typeof value === "boolean") return value;
  throw field.error("this must be true or false, known early");
}

/** What a field gives, as a document in which nothing is a template but what is not known yet. */
function known(field: Field, context: TemplateContext, resolution: Resolution, item: TemplateContext): Field {
  return new Field(field.source, resolution.documentFor(field, { ...context, ...item }), field.path);
}
