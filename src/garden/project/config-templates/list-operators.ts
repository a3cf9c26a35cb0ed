/** Lists of documents that contain structural operators: the operators are resolved, the documents are not. */
import type { TemplateContext } from "../../template/internal.ts";
import { isMap } from "../../template/values.ts";
import { Field } from "../documents/field.ts";
import type { Resolution } from "../resolution.ts";

/** An element of a list, and what only its templates see: the `item` of the loop around it. */
export interface ExpandedItem {
  readonly field: Field;
  readonly item: TemplateContext;
}

/**
 * The elements of a list. `$concat`, `$forEach`, and `$if` are resolved as far as they decide which elements exist.
 *
 * @param context the context of the operators
 */
export function expandedItems(list: Field, context: TemplateContext, resolution: Resolution): ExpandedItem[] {
  return list.hasValue ? itemsOf(list, {}) : [];

  function itemsOf(field: Field, item: TemplateContext): ExpandedItem[] {
    const { value } = field;
    if (Array.isArray(value)) {
      return field.items().flatMap((element) => {
        const isSplice = isMap(element.value) && Object.hasOwn(element.value, "$concat");
        if (!isSplice) return documentsOf(element, item);
        return element.at("$concat").hasValue ? itemsOf(element.at("$concat"), item) : [];
      });
    }
    const has = (key: string) => isMap(value) && Object.hasOwn(value, key);
    if (has("$forEach")) return loopItems(field, item);
    if (has("$if")) {
      const branch = chosen(field, item);
      return branch.hasValue ? itemsOf(branch, item) : [];
    }
    const given = typeof value === "string" ? resolved(field, item) : field;
    if (!Array.isArray(given.value)) throw field.error("this must be a list that is known early");
    return given.items().map((each) => ({ field: each, item: {} }));
  }

  /** An element that is a document, or an operator that returns at most one. */
  function documentsOf(element: Field, item: TemplateContext): ExpandedItem[] {
    if (typeof element.value === "string") return [{ field: resolved(element, item), item: {} }];
    const fields = element.map();
    if (Object.hasOwn(fields, "$if")) {
      const branch = chosen(element, item);
      return branch.hasValue ? documentsOf(branch, item) : [];
    }
    if (!Object.hasOwn(fields, "$merge")) return [{ field: element, item }];
    const { $merge, ...others } = fields;
    const merged = resolved(element.at("$merge"), item).map();
    return [{ field: new Field(element.source, { ...merged, ...others }, element.path), item }];
  }

  function loopItems(loop: Field, outer: TemplateContext): ExpandedItem[] {
    const collection = resolution.resolveEarly(loop.at("$forEach"), { ...context, ...outer });
    if (!Array.isArray(collection) && !isMap(collection)) {
      throw loop.at("$forEach").error("this must be a list or a map that is known early");
    }
    return Object.entries(collection).flatMap(([key, value]) => {
      const item = { item: { key, value } };
      const filter = loop.at("$filter");
      if (filter.hasValue && !condition(filter, item)) return [];
      return documentsOf(loop.at("$return"), item);
    });
  }

  /** The branch of an `$if`, which can be missing. */
  function chosen(operator: Field, item: TemplateContext): Field {
    return operator.at(condition(operator.at("$if"), item) ? "$then" : "$else");
  }

  function condition(field: Field, item: TemplateContext): boolean {
    const value = resolution.resolveEarly(field, { ...context, ...item });
    if (typeof value === "boolean") return value;
    throw field.error("this must be true or false, known early");
  }

  /** The resolved value of a field, with templates only for what is not known yet. */
  function resolved(field: Field, item: TemplateContext): Field {
    return new Field(field.source, resolution.documentFor(field, { ...context, ...item }), field.path);
  }
}
