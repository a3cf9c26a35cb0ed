import { isMap, setKey } from "../template/values.ts";
import type { Variables } from "../variables/map.ts";

const MASK = "***";

/** How much of a long text a message shows, where it shows a part. */
const SHOWN = 80;

/** Secrets, and the texts that must not be told. */
export class Secrets {
  readonly values: Variables;
  private readonly texts: readonly string[];

  constructor(values: Variables) {
    this.values = values;
    // The longest first: one may be a part of another.
    this.texts = [...new Set(textsIn(values))].sort((a, b) => b.length - a.length);
  }

  /** A text of ours (a message, an explanation) without what is secret in it. */
  masked(text: string): string {
    return this.texts.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  }

  /** A value without what is secret in its texts. */
  maskedValue(value: unknown): unknown {
    /** What several places share stays one: written out, it may be more than fits anywhere. */
    const known = new Map<unknown, unknown>();
    const visit = (node: unknown): unknown => {
      if (typeof node === "string") return this.masked(node);
      if (!Array.isArray(node) && !isMap(node)) return node;
      if (known.has(node)) return known.get(node);
      const masked: unknown = Array.isArray(node)
        ? node.map(visit)
        : Object.entries(node).reduce((map: Variables, [key, member]) => {
            setKey(map, this.masked(key), visit(member));
            return map;
          }, {});
      known.set(node, masked);
      return masked;
    };
    return visit(value);
  }
}

/** The texts in a value, those of which they consist line by line, and what messages make of them. */
function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  if (value === null || value === undefined || typeof value === "boolean") return [];
  const text = String(value);
  return [text, ...text.split(/\r\n?|\n/)]
    .filter((part) => part.trim() !== "")
    .flatMap((part) => (part.length > SHOWN ? [part, part.slice(0, SHOWN)] : [part]))
    .flatMap((part) => [part, JSON.stringify(part).slice(1, -1)]);
}
