import { checkString } from "../text/argument.ts";

/**
 * Text that expands to `text`: every `$` doubled, so that expansion gives it back whatever the variables are.
 */
export function escapeDollars(text: string): string {
  checkString(text, "text");
  return text.replaceAll("$", "$$$$");
}

/** The inverse of `escapeDollars`: every `$$` becomes one `$`, and nothing else changes. */
export function unescapeDollars(text: string): string {
  checkString(text, "text");
  return text.replaceAll("$$", "$$");
}
