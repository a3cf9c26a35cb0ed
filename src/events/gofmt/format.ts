/** Go's `fmt.Sprintf` for JavaScript values: `eventf` formats its message with it. */

import { formatValue, goTypeOf } from "./format-value.ts";

/** Go does not accept a larger width, precision or argument number. */
const MAX_NUMBER = 1_000_000;

/**
 * Formats as Go's `fmt.Sprintf` does, marks of mistakes included: `%!d(string=hi)`, `%!s(MISSING)`, `%!(EXTRA int=1)`.
 *
 * A JavaScript value is formatted as the nearest Go value: a string as a string; a bigint, or a whole number that fits
 * in 64 bits, as an int (a number as a float64 if the verb is one for those); any other number as a float64; a boolean
 * as a bool; null and undefined as nil; an Array as a []interface{}; bytes as a []byte; an object or a Map as a map
 * with sorted keys; an Error as an error; a Date as a time.Time in UTC; an object with its own `toString` as a
 * Stringer.
 *
 * @example
 * sprintf("container %q restarted %d times", ["app", 3]) // 'container "app" restarted 3 times'
 */
export function sprintf(format: string, args: readonly unknown[]): string {
  return new Printer(format, args).print();
}

class Printer {
  private readonly format: string;
  private readonly args: readonly unknown[];
  /** Offset of the last `]`. Searching for one behind it would read the rest of the format each time. */
  private readonly lastBracket: number;
  private position = 0;
  private argument = 0;
  /** Whether the format has an argument index such as `%[2]d`: then unused arguments are not a mistake. */
  private reordered = false;
  /** Whether the current directive's argument index is valid and stands at an allowed place. */
  private goodIndex = true;

  constructor(format: string, args: readonly unknown[]) {
    this.format = format;
    this.args = args;
    this.lastBracket = format.lastIndexOf("]");
  }

  print(): string {
    let text = "";
    while (this.position < this.format.length) {
      const percent = this.format.indexOf("%", this.position);
      if (percent < 0) {
        text += this.format.slice(this.position);
        break;
      }
      text += this.format.slice(this.position, percent);
      this.position = percent + 1;
      text += this.directive();
    }
    return text + this.extra();
  }

  private directive(): string {
    let mistakes = "";
    this.goodIndex = true;
    let flags = this.match(/[-+# 0]*/y);
    let afterIndex = this.index();

    let width: number | undefined;
    if (this.take("*")) {
      width = this.star();
      if (width === undefined) mistakes += "%!(BADWIDTH)";
      if (width !== undefined && width < 0) {
        width = -width;
        flags += "-";
      }
      afterIndex = false;
    } else {
      width = this.number();
      if (afterIndex && width !== undefined) this.goodIndex = false;
    }

    let precision: number | undefined;
    if (this.position + 1 < this.format.length && this.take(".")) {
      if (afterIndex) this.goodIndex = false;
      afterIndex = this.index();
      if (this.take("*")) {
        precision = this.star();
        if (precision === undefined || precision < 0) {
          precision = undefined;
          mistakes += "%!(BADPREC)";
        }
        afterIndex = false;
      } else {
        precision = this.number() ?? 0;
      }
    }

    if (!afterIndex) this.index();
    if (this.position >= this.format.length) return `${mistakes}%!(NOVERB)`;

    const verb = String.fromCodePoint(this.format.codePointAt(this.position)!);
    this.position += verb.length;
    if (verb === "%") return `${mistakes}%`;
    if (!this.goodIndex) return `${mistakes}%!${verb}(BADINDEX)`;
    if (this.argument >= this.args.length) return `${mistakes}%!${verb}(MISSING)`;

    const isV = verb === "v" || verb === "w";
    const minus = flags.includes("-");
    const sharp = flags.includes("#");
    return (
      mistakes +
      formatValue(this.args[this.argument++], {
        verb,
        width,
        precision,
        minus,
        zero: flags.includes("0") && !minus,
        space: flags.includes(" "),
        // With %v these two choose another form of the whole value, and do not apply to the numbers in it.
        plus: flags.includes("+") && !isV,
        sharp: sharp && !isV,
        goSyntax: sharp && isV,
      })
    );
  }

  /** Reads what a sticky pattern, which may be empty, matches here. */
  private match(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    const [text] = pattern.exec(this.format)!;
    this.position += text.length;
    return text;
  }

  private take(character: string): boolean {
    if (this.format[this.position] !== character) return false;
    this.position++;
    return true;
  }

  /** Reads a number. One that is too large consumes the rest of the format, as in Go. */
  private number(): number | undefined {
    const digits = this.match(/\d*/y);
    if (Number(digits.slice(0, -1)) <= MAX_NUMBER) return digits === "" ? undefined : Number(digits);
    this.position = this.format.length;
    return undefined;
  }

  /** Takes a width or precision from the arguments; undefined if it is not a number in range. */
  private star(): number | undefined {
    const argument = this.args[this.argument];
    if (this.argument < this.args.length) this.argument++;
    const number = typeof argument === "bigint" ? Number(argument) : argument;
    return Number.isInteger(number) && Math.abs(number as number) <= MAX_NUMBER ? (number as number) : undefined;
  }

  /** Reads an argument index, `[n]`. Returns whether there is one and it holds a number. */
  private index(): boolean {
    if (this.format[this.position] !== "[") return false;
    this.reordered = true;
    // Without a closing bracket, or with fewer than three characters left, Go skips the opening bracket alone.
    let close = this.position;
    if (this.position + 3 <= this.format.length && this.position < this.lastBracket) {
      close = this.format.indexOf("]", this.position);
    }
    const digits = this.format.slice(this.position + 1, close);
    this.position = close + 1;
    const isNumber = /^\d{1,7}$/.test(digits);
    const index = Number(digits) - 1;
    if (isNumber && index >= 0 && index < this.args.length) this.argument = index;
    else this.goodIndex = false;
    return isNumber;
  }

  private extra(): string {
    if (this.reordered || this.argument >= this.args.length) return "";
    const extra = this.args
      .slice(this.argument)
      .map((arg) => (arg === null || arg === undefined ? "<nil>" : `${goTypeOf(arg)}=${sprintf("%v", [arg])}`));
    return `%!(EXTRA ${extra.join(", ")})`;
  }
}
