/** Describes how values of one variable differ, without showing them. */

import { charactersIn } from "../../../text/position.ts";

/** What a value can contain more of than another one. */
const PARTS: readonly (readonly [character: string, what: string])[] = [
  ["#", "the text from #"],
  ["$", "the $"],
  ["\n", "the line break"],
  ["\r", "the carriage return"],
  ["\\", "the backslash"],
  ['"', "the quotes"],
  ["'", "the apostrophes"],
  ["`", "the backquotes"],
  [" ", "the spaces"],
  ["\t", "the tab"],
];

/** A phrase for each of the values, which are different. Undefined means that the variable is not set. */
export function describedValues(values: readonly (string | undefined)[]): string[] {
  const phrases: string[] = values.map((value) => (value === undefined ? "not set" : value === "" ? "empty" : ""));
  for (const [character, what] of PARTS) {
    if (new Set(phrases).size === values.length && !phrases.includes("")) break;
    const counts = values.map((value) => countOf(character, value ?? ""));
    const open = counts.filter((_, i) => phrases[i] !== "not set");
    if (new Set(open).size < 2) continue;
    const most = Math.max(...open);
    for (const [i, count] of counts.entries()) {
      if (phrases[i] === "not set" || phrases[i] === "empty") continue;
      const phrase = `${count === most ? "with" : "without"} ${what}`;
      phrases[i] = phrases[i] === "" ? phrase : `${phrases[i]} and ${phrase}`;
    }
  }
  return phrases.map((phrase, i) => {
    const alike = values.filter((_, j) => phrases[j] === phrase);
    const isAlone = alike.length === 1;
    if (phrase !== "" && isAlone) return phrase;
    const length = (value = "") => charactersIn(value, 0, value.length);
    const isDistinct = alike.every((value, j) => alike.findIndex((each) => length(each) === length(value)) === j);
    const count = length(values[i]);
    const rest = isDistinct ? `another value (${count} character${count === 1 ? "" : "s"})` : "another value";
    return phrase === "" ? (isAlone ? "not empty" : rest) : `${phrase}, ${rest}`;
  });
}

/** How often a character occurs in a value, which can have millions of characters. */
export function countOf(character: string, value: string): number {
  let count = 0;
  for (let at = value.indexOf(character); at !== -1; at = value.indexOf(character, at + 1)) count++;
  return count;
}
