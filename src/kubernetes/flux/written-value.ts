/** What becomes of a string if text is replaced in the YAML that Flux writes, with go-yaml, and reads again. */

import { KUBERNETES } from "../../yaml/dialect.ts";
import { isPlain } from "../../yaml/write/scalar.ts";
import { isPrintable } from "../../yaml/write/string.ts";

/** What a string can become. */
export type Replaced = string | number | bigint | boolean | null;

/** A string of one line that go-yaml puts in quotes. It puts others in quotes, too. */
const QUOTED = /^(?:[#,[\]{}&*!|>'"%@` ]|[-?:](?: |$))|:(?: |$)| #| $/;

/** A string that go-yaml puts in single quotes, or writes as a literal block, if it does not write it without quotes. */
const ORDINARY = /^[\x20-\x7e\n]*$/;

/**
 * The value that a string has after substitution; undefined if it is unknown.
 *
 * @param kept the text without its references
 * @param output the text after substitution
 */
export function writtenValue(text: string, kept: string, output: string): Replaced | undefined {
  if (text.includes("\n")) return blockValue(text, kept, output);
  const plain = plainValue(output);
  if (isPlain(text, false)) return plain;
  const special = ORDINARY.test(text) ? /'/g : /['"\\]/g;
  const quoted = isPrintable(output) && !addsAny(special, kept, output) ? output : undefined;
  return QUOTED.test(text) || plain === quoted ? quoted : undefined;
}

/** Without quotes, a string can become a number, or quotes in it become those around it. */
function plainValue(output: string): Replaced | undefined {
  const quoted = /^"([^"\\\n]*)"$|^'([^'\n]*)'$/.exec(output);
  if (quoted !== null) return quoted[1] ?? quoted[2];
  const value = KUBERNETES.plain(output) as Replaced;
  // In a block, these start a string if no space follows.
  const isString = isPlain(output.replace(/^[-?:~=<](?=[^\s,[\]{}])/, "x"), false);
  return typeof value !== "string" || isString ? value : undefined;
}

/** The first line of a block sets its indentation. Its header says how many line breaks its end has: none, one, or all. */
function blockValue(text: string, kept: string, output: string): string | undefined {
  const isBlock = ORDINARY.test(text) && !/ (?:\n|$)/.test(text);
  const breaks = /(?<!\n)\n*$/;
  const isSame =
    isPrintable(output) &&
    (isBlock || !addsAny(/['"\\]/g, kept, output)) &&
    (text.startsWith(" ") || !/^\n*(?:[ \t]|$)/.test(output)) &&
    breaks.exec(text)![0] === breaks.exec(output)![0];
  return isSame ? output : undefined;
}

function addsAny(characters: RegExp, kept: string, output: string): boolean {
  return (output.match(characters) ?? []).length > (kept.match(characters) ?? []).length;
}
