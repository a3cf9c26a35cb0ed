import { checkString } from "../text/argument.ts";
import { type AssignmentScan, scanDotenv } from "../wasm/assignments.ts";
import { HAS_CARRIAGE_RETURN, HAS_ESCAPES, HAS_LINE_SEPARATOR } from "../wasm/codes.ts";
import { stableSource } from "../wasm/input-bytes.ts";
import { asText, piece } from "./decoded.ts";

/**
 * Parses a dotenv file exactly like the npm package dotenv 18, except that keys such as `__proto__` are kept. Text that is
 * not an assignment is skipped, the last of several assignments to a key counts, and values are not expanded.
 *
 * @example parseDotenv('export HOST = db # host\nTEXT="a\\nb"\n') // { HOST: "db", TEXT: "a\nb" }
 */
export function parseDotenv(source: string | Uint8Array): Record<string, string> {
  const variables: Record<string, string> = Object.create(null);
  const stable = stableSource(source, "a dotenv file");
  const [text, assignments] = asText(stable, scanDotenv(stable).assignments, scanDotenv);
  for (const each = assignments.rewind(); each.next(); ) {
    const value = text.slice(each.value, each.valueEnd);
    const { marks } = each;
    variables[text.slice(each.name, each.nameEnd)] = marks === 0 ? value : withMarks(value, marks);
  }
  return Object.setPrototypeOf(variables, Object.prototype);
}

/** @internal An assignment in a dotenv file. Offsets are in UTF-16 code units. */
export interface DotenvAssignment {
  readonly name: string;
  /** The range of the name. */
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** The range of the value, without quotes. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** The quote before the value; another character if none exists. */
  readonly quote: string | undefined;
}

/** @internal All assignments in file order, including repeated names. */
export function dotenvAssignments(text: string): DotenvAssignment[] {
  return assignmentsOf(text, scanDotenv(text));
}

/** @internal The assignments that a scan of a text found. */
export function assignmentsOf(text: string, { assignments }: AssignmentScan): DotenvAssignment[] {
  const found: DotenvAssignment[] = [];
  for (const each = assignments.rewind(); each.next(); ) {
    const { name: start, nameEnd: end, marks, value: valueStart, valueEnd } = each;
    const value = withMarks(text.slice(valueStart, valueEnd), marks);
    found.push({ name: text.slice(start, end), start, end, value, valueStart, valueEnd, quote: text[valueStart - 1] });
  }
  return found;
}

/**
 * The value that `parseDotenv` returns for one key, without decoding other values.
 *
 * @returns undefined if the file does not assign the key
 *
 * @example readDotenvKey("HOST=db\nPORT=5432\n", "PORT") // "5432"
 */
export function readDotenvKey(source: string | Uint8Array, name: string): string | undefined {
  checkString(name, "name");
  const stable = stableSource(source, "a dotenv file");
  const { assignments: found } = scanDotenv(stable, name);
  return found.next() ? withMarks(piece(stable, found.value, found.valueEnd), found.marks) : undefined;
}

/**
 * @internal Maps an offset in the value of a key to the offset in the source; `undefined` if there is no such key. For a
 * value with lines that end with U+2028, returns the start of the value.
 */
export function dotenvOffset(source: string, name: string, offset: number): number | undefined {
  const { assignments: found } = scanDotenv(source, name);
  if (!found.next()) return undefined;
  const { value, valueEnd, marks } = found;
  if (marks & HAS_LINE_SEPARATOR) return value;
  let at = value;
  for (let passed = 0; passed < offset && at < valueEnd; passed++) at += unitsOfOne(source, at, marks);
  return at;
}

/** The length of a value's character in the source. */
function unitsOfOne(source: string, at: number, marks: number): number {
  if (marks & HAS_CARRIAGE_RETURN && source.startsWith("\r\n", at)) return 2;
  return marks & HAS_ESCAPES && /^\\[nr]/.test(source.slice(at, at + 2)) ? 2 : 1;
}

function withMarks(value: string, marks: number): string {
  let result = value;
  if (marks & HAS_CARRIAGE_RETURN) result = result.replace(/\r\n?/g, "\n");
  if (marks & HAS_LINE_SEPARATOR) result = withoutQuotesAroundLines(result);
  if (marks & HAS_ESCAPES) result = result.replace(/\\([nr])/g, (_, letter) => (letter === "n" ? "\n" : "\r"));
  return result;
}

const LINE_SEPARATOR = /[\u2028\u2029]/g;

/**
 * Removes a quote at the start of a line and the last quote of the same kind at the end of a later line, and continues
 * after it. (When dotenv looks for outer quotes, U+2028 and U+2029 end lines.)
 */
function withoutQuotesAroundLines(value: string): string {
  const lastClosing = new Map<string | undefined, number>();
  for (const { index } of value.matchAll(/['"`](?=[\u2028\u2029]|$)/g)) lastClosing.set(value[index], index);
  let result = "";
  let copied = 0;
  for (const start of [0, ...Array.from(value.matchAll(LINE_SEPARATOR), ({ index }) => index + 1)]) {
    const closing = lastClosing.get(value[start]);
    if (start < copied || closing === undefined || closing <= start) continue;
    result += value.slice(copied, start) + value.slice(start + 1, closing);
    copied = closing + 1;
  }
  return result + value.slice(copied);
}
