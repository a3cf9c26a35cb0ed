/**
 * Docker Compose's interpolation, as compose-go implements it with a regular expression:
 *
 *   $$   $NAME   ${NAME}   ${NAME:-word} ${NAME-word} ${NAME:+word} ${NAME+word} ${NAME:?message} ${NAME?message}
 *
 * A reference ends in the line in which it begins: at the brace that balances its own, or, if there is none, at the last `}`
 * of the line. Words can contain references, which are only evaluated if the word is used.
 */
import { type Evaluation, MAX_DEPTH, SubstitutionError, utf8 } from "./evaluation.ts";

/** In the bytes of UTF-8. As Go ignores case, U+017F is an `s` and U+212A is a `k`. */
const NAME = /(?:[A-Za-z_]|\xc5\xbf|\xe2\x84\xaa)(?:[A-Za-z0-9_]|\xc5\xbf|\xe2\x84\xaa)*/y;
const OPERATOR = /:?[-+?]/y;

/** Evaluates the reference at a `$`. The text for it ends at `end`: with the whole text, or before the `}` of a word. */
export function evaluateCompose(run: Evaluation, dollar: number, end = run.text.length, depth = 0): [string, number] {
  const { text } = run;
  const isWhole = end === text.length;
  const checkMore = (at: number) => {
    if (isWhole) run.checkMore(at);
  };
  const next = text[dollar + 1];
  if (next === "$") return ["$", dollar + 2];
  const isBraced = next === "{";
  const start = dollar + (isBraced ? 2 : 1);
  NAME.lastIndex = start;
  const nameEnd = NAME.test(text) ? NAME.lastIndex : start;
  checkMore(/[\xc5\xe2]/.test(text[nameEnd] ?? "") ? nameEnd + 2 : nameEnd);
  const isNamed = nameEnd > start;
  if (!isBraced) return isNamed ? [run.required(dollar, start, nameEnd), nameEnd] : ["$", start];
  if (!isNamed) throw run.malformed(dollar, "expected a variable name after ${");
  if (nameEnd < end && text[nameEnd] === "}") return [run.required(dollar, start, nameEnd), nameEnd + 1];
  OPERATOR.lastIndex = nameEnd;
  const operator = OPERATOR.exec(text)?.[0] ?? "";
  const word = nameEnd + operator.length;
  if (operator === "") {
    checkMore(nameEnd + 1);
    throw run.malformed(dollar, "expected } or one of :- - :+ + :? ? after the name");
  }
  const close = closingBrace(text, word, end);
  if (close.isAtEnd) checkMore(end);
  if (close.at < 0) throw run.malformed(dollar, "expected a closing } in the line");
  if (depth === MAX_DEPTH) throw run.tooDeep(dollar);

  const kind = operator.at(-1);
  run.list(dollar, start, nameEnd, kind === "?", kind === "-" ? text.slice(word, close.at) : undefined);
  const name = text.slice(start, nameEnd);
  const value = run.value(name);
  const isPresent = value !== undefined && (value !== "" || operator.length === 1);
  const substituted = () => substituteWord(run, word, close.at, depth + 1);
  let result = value ?? "";
  // Without variables, every word is listed.
  if (run.isListing || (kind === "+" ? isPresent : !isPresent)) result = substituted();
  if (kind === "?" && !isPresent && !run.isListing) {
    const message = `the variable is required${result === "" ? "" : `: ${utf8(result)}`}; set it`;
    throw new SubstitutionError("required", message, name, dollar);
  }
  return [result, close.at + 1];
}

function substituteWord(run: Evaluation, start: number, end: number, depth: number): string {
  let result = "";
  let at = start;
  while (true) {
    const dollar = run.text.slice(at, end).indexOf("$");
    if (dollar === -1) return result + run.text.slice(at, end);
    const [value, after] = evaluateCompose(run, at + dollar, end, depth);
    result += run.text.slice(at, at + dollar) + value;
    at = after;
  }
}

/** The brace that closes a reference, or -1; and whether the search came to the end. The character after a `{` never counts. */
function closingBrace(text: string, word: number, end: number): { at: number; isAtEnd: boolean } {
  let open = 1;
  let last = -1;
  let at = word;
  for (; at < end && text[at] !== "\n"; at++) {
    if (text[at] === "}") {
      last = at;
      open--;
      if (open === 0) return { at, isAtEnd: false };
    } else if (text[at] === "{") {
      open++;
      if (at + 1 < end && text[at + 1] !== "\n") at++;
      if (text[at] === "}") last = at;
    }
  }
  return { at: last, isAtEnd: at >= end };
}
