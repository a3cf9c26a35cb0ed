import type { Variables } from "../../../garden/template/values.ts";

const MASK = "***";

/** The length of the part of a long text that messages show. */
const SHOWN = 80;

/**
 * Secrets, and the texts that messages must not contain. Values that templates compute from secrets are marked
 * (`Run.secretsSeen`). The marks end where a value becomes the name of a file: messages from the system or a decoder about
 * that file are searched for the secrets' texts.
 */
export class Secrets {
  readonly values: Variables;
  private readonly texts: readonly string[];

  constructor(values: Variables) {
    this.values = values;
    // The longest first, because one can be a part of another.
    this.texts = [...new Set(textsIn(values))].sort((a, b) => b.length - a.length);
  }

  /** A message without secrets. */
  masked(text: string): string {
    return this.texts.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  }
}

/** The texts in a value: whole, line by line, cut as in messages, and escaped as in JSON. */
function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  if (value === null || value === undefined || typeof value === "boolean") return [];
  const text = String(value);
  return [text, ...text.split(/\r\n?|\n/)]
    .filter((part) => part.trim() !== "")
    .flatMap((part) => (part.length > SHOWN ? [part, part.slice(0, SHOWN)] : [part]))
    .flatMap((part) => [part, JSON.stringify(part).slice(1, -1)]);
}
