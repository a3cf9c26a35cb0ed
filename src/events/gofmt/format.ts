/** Go's `fmt.Sprintf` for JavaScript values: what `eventf` formats its message with. */

import { formatValue, goTypeOf } from "./format-value.ts";

/** Go takes no width, precision or argument number above this for one. */
const LARGEST_NUMBER = 1_000_000;

/**
 * Formats as Go's `fmt.Sprintf` does, mistakes included: `%!d(string=hi)`, `%!s(MISSING)`, `%!(EXTRA int=1)`.
 *
 * JavaScript values print as the Go values nearest to them: a string as a string, a whole number and a bigint as an
 * int (or as a float64 if the verb is one for those, and above 64 bits), any other number as a float64, a boolean as a
 * bool, null and undefined as nil, an Array as a []interface{}, bytes as a []byte, an object or a Map as a map with its
 * keys in order, an Error as an error, a Date as a time.Time in UTC, an object with its own `toString` as a Stringer.
 *
 * @example
 * sprintf("container %q restarted %d times", ["app", 3]) // 'container "app" restarted 3 times'
 */
export function sprintf(format: string, args: readonly unknown[]): string {
  return new Printer(format, args).print();
}

class Printer {
  readonly #format: string;
  readonly #args: readonly unknown[];
  /** Where the last `]` is: to look for one after it would take the rest of the format each time. */
  readonly #lastBracket: number;
  #position = 0;
  #argument = 0;
  /** An explicit argument index such as `%[2]d` was seen: then unused arguments are no mistake. */
  #reordered = false;
  /** The current directive's argument index makes sense. */
  #goodIndex = true;

  constructor(format: string, args: readonly unknown[]) {
    this.#format = format;
    this.#args = args;
    this.#lastBracket = format.lastIndexOf("]");
  }

  print(): string {
    let text = "";
    while (this.#position < this.#format.length) {
      const percent = this.#format.indexOf("%", this.#position);
      if (percent < 0) {
        text += this.#format.slice(this.#position);
        break;
      }
      text += this.#format.slice(this.#position, percent);
      this.#position = percent + 1;
      text += this.#directive();
    }
    return text + this.#extra();
  }

  #directive(): string {
    let mistakes = "";
    this.#goodIndex = true;
    const flags = this.#flags();
    let afterIndex = this.#index();

    let width: number | undefined;
    if (this.#take("*")) {
      width = this.#star();
      if (width === undefined) mistakes += "%!(BADWIDTH)";
      if (width !== undefined && width < 0) {
        width = -width;
        flags.minus = true;
      }
      afterIndex = false;
    } else {
      width = this.#number();
      if (afterIndex && width !== undefined) this.#goodIndex = false;
    }

    let precision: number | undefined;
    if (this.#position + 1 < this.#format.length && this.#take(".")) {
      if (afterIndex) this.#goodIndex = false;
      afterIndex = this.#index();
      if (this.#take("*")) {
        precision = this.#star();
        if (precision !== undefined && precision < 0) precision = undefined;
        if (precision === undefined) mistakes += "%!(BADPREC)";
        afterIndex = false;
      } else {
        precision = this.#number() ?? 0;
      }
    }

    if (!afterIndex) this.#index();
    if (this.#position >= this.#format.length) return `${mistakes}%!(NOVERB)`;

    const verb = String.fromCodePoint(this.#format.codePointAt(this.#position)!);
    this.#position += verb.length;
    if (verb === "%") return `${mistakes}%`;
    if (!this.#goodIndex) return `${mistakes}%!${verb}(BADINDEX)`;
    if (this.#argument >= this.#args.length) return `${mistakes}%!${verb}(MISSING)`;

    const isV = verb === "v" || verb === "w";
    return (
      mistakes +
      formatValue(this.#args[this.#argument++], {
        verb,
        width,
        precision,
        minus: flags.minus,
        zero: flags.zero && !flags.minus,
        space: flags.space,
        // For %v these two choose another form of the whole value, and no longer concern the numbers in it.
        plus: flags.plus && !isV,
        sharp: flags.sharp && !isV,
        goSyntax: flags.sharp && isV,
      })
    );
  }

  #flags(): { minus: boolean; plus: boolean; sharp: boolean; space: boolean; zero: boolean } {
    const start = this.#position;
    while ("-+# 0".includes(this.#format[this.#position] ?? "end")) this.#position++;
    const flags = this.#format.slice(start, this.#position);
    return {
      minus: flags.includes("-"),
      plus: flags.includes("+"),
      sharp: flags.includes("#"),
      space: flags.includes(" "),
      zero: flags.includes("0"),
    };
  }

  #take(character: string): boolean {
    if (this.#format[this.#position] !== character) return false;
    this.#position++;
    return true;
  }

  /** A number in the format. One that is too large swallows the rest of the format, as in Go. */
  #number(): number | undefined {
    const digit = /\d*/y;
    digit.lastIndex = this.#position;
    const digits = digit.exec(this.#format)![0];
    if (digits === "") return undefined;
    if (Number(digits.slice(0, -1)) > LARGEST_NUMBER) {
      this.#position = this.#format.length;
      return undefined;
    }
    this.#position += digits.length;
    return Number(digits);
  }

  /** A width or precision given as an argument. */
  #star(): number | undefined {
    const argument = this.#args[this.#argument];
    if (this.#argument < this.#args.length) this.#argument++;
    const number = typeof argument === "bigint" ? Number(argument) : argument;
    return Number.isInteger(number) && Math.abs(number as number) <= LARGEST_NUMBER ? (number as number) : undefined;
  }

  /** An explicit argument index, `[n]`; whether there is one with a number in it. */
  #index(): boolean {
    if (this.#format[this.#position] !== "[") return false;
    this.#reordered = true;
    // Without a closing bracket, or in less than three characters, Go passes over the opening one alone.
    let close = this.#position;
    if (this.#position + 3 <= this.#format.length && this.#position < this.#lastBracket) {
      close = this.#format.indexOf("]", this.#position);
    }
    const digits = this.#format.slice(this.#position + 1, close);
    this.#position = close + 1;
    const isNumber = /^\d{1,7}$/.test(digits);
    const index = Number(digits) - 1;
    if (isNumber && index >= 0 && index < this.#args.length) this.#argument = index;
    else this.#goodIndex = false;
    return isNumber;
  }

  #extra(): string {
    if (this.#reordered || this.#argument >= this.#args.length) return "";
    const extra = this.#args
      .slice(this.#argument)
      .map((arg) => (arg === null || arg === undefined ? "<nil>" : `${goTypeOf(arg)}=${sprintf("%v", [arg])}`));
    return `%!(EXTRA ${extra.join(", ")})`;
  }
}
