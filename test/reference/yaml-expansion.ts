import { loadAll } from "js-yaml";

/** The shortest obviously correct expansion of YAML: read, and expand every string, keys too. */
export function expandedDocuments(text: string, expand: (value: string) => string): unknown[] {
  const expanded = (value: unknown): unknown => {
    if (typeof value === "string") return expand(value);
    if (Array.isArray(value)) return value.map(expanded);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [expand(key), expanded(member)]));
  };
  return readDocuments(text).map(expanded);
}

/** If expansion makes two keys equal, the last one counts. It is not an error. */
export function readDocuments(text: string): unknown[] {
  return loadAll(text, { json: true, maxDepth: 50 });
}
