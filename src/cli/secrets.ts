import type { Variables } from "../variables/map.ts";

const MASK = "***";

/** Secrets, and the texts that must not be told. */
export class Secrets {
  readonly values: Variables;
  private readonly texts: readonly string[];

  constructor(values: Variables) {
    this.values = values;
    // The longest first: one may be a part of another.
    this.texts = textsIn(values).sort((a, b) => b.length - a.length);
  }

  /** A text of ours (a message, an explanation) without what is secret in it. */
  masked(text: string): string {
    return this.texts.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  }
}

/** The texts in a value, and those of which they consist line by line. */
function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  if (value === null || value === undefined || typeof value === "boolean") return [];
  const text = String(value);
  return [text, ...text.split(/\r\n?|\n/)].filter((part) => part.trim() !== "");
}
