/** Makes untrusted text safe to print: it can neither control a terminal or a CI server nor imitate another line. */

declare const visible: unique symbol;

/** One line in which every character is visible. */
export type VisibleText = string & { readonly [visible]: true };

/**
 * Control and format characters, including bidirectional ones, line breaks of all kinds, and lone surrogates. An engine
 * without Unicode's tables (see unicode.ts) cannot find them, so everything but ASCII counts as hidden there.
 */
export const HIDDEN = /* @__PURE__ */ hidden();

function hidden(): RegExp {
  try {
    // biome-ignore lint/complexity/useRegexLiterals: a literal is an error where it cannot be caught
    return new RegExp("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]", "gu");
  } catch {
    return /[^ -~]/gu;
  }
}

/** Most texts. */
const SHOWN = /^[ -~]*$/;

/**
 * What GitHub Actions and Azure Pipelines read as a command in the output of a step: `::name` at the start of a line, and
 * `##[name]` or `##vso[name]` anywhere. An IPv6 address is not a command, because every name has a letter after f, or a dash.
 * Source: `ActionCommand.cs` of the runner.
 */
const COMMAND = /^\s*:(?=:[\da-f]*[g-z-])|#(?=#\w*\[)/gi;

/** The text with an escape of JSON for each invisible character, and for the first character of a command of CI servers. */
export function visibleText(text: string): VisibleText {
  const shown = SHOWN.test(text) ? text : text.replace(HIDDEN, escaped);
  return shown.replace(COMMAND, (start) => start.slice(0, -1) + unitEscape(start.at(-1)!)) as VisibleText;
}

/** The same for text of several lines, such as JSON. */
export function visibleLines(text: string): string {
  return text.replace(HIDDEN, (character) => (character === "\n" ? character : escaped(character)));
}

/** Text for one line of a message. Escapes invisible characters and shortens long text. */
export function printable(text: string, limit = 200): VisibleText {
  return visibleText(text.length > limit ? `${start(text, limit)}...` : text);
}

/** At most `limit` units from the start, without splitting a surrogate pair. */
function start(text: string, limit: number): string {
  const isHalf = text.codePointAt(limit - 1)! > 0xffff;
  return text.slice(0, isHalf ? limit - 1 : limit);
}

function escaped(character: string): string {
  return character < " " ? JSON.stringify(character).slice(1, -1) : character.replace(/./gs, unitEscape);
}

/** The escape of JSON and YAML for one UTF-16 unit. */
export function unitEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
