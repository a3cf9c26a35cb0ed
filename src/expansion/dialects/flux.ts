/**
 * Flux's post-build substitution, as `envsubst` of fluxcd/pkg implements it:
 *
 *   ${NAME}   ${NAME:-word} ${NAME:=word} ${NAME=word} ${NAME:?word} ${NAME:+word}   ${#NAME}   ${NAME^} ^^ , ,,
 *   ${NAME:position:length}   ${NAME#pattern} ## % %%   ${NAME/text/replacement} // /# /%
 *
 * Every operator with a word means "use the word if the variable is unset or empty". An argument is a text or one reference,
 * and the word of a default is any number of them. Arguments are evaluated even if they are not used.
 */
import { unicodeTest } from "../../text/unicode.ts";
import { type Evaluation, MAX_DEPTH, runeAt } from "./evaluation.ts";
import { GlobLimitError } from "./flux-glob.ts";
import { applyFlux } from "./flux-operators.ts";

const LETTERS_AND_DIGITS = /* @__PURE__ */ unicodeTest(/^\w$/, "^[\\p{L}\\p{Nd}_]$");
const DEFAULTS = /^(?::[-=?+]|=)$/;

/** Evaluates the reference at a `$`. */
export function evaluateFlux(run: Evaluation, dollar: number): [string, number] {
  return run.text[dollar + 1] === "{" ? new FluxParser(run, dollar).reference(0) : ["$", dollar + 1];
}

class FluxParser {
  private readonly run: Evaluation;
  private readonly text: string;
  private readonly outermost: number;
  private at: number;

  constructor(run: Evaluation, dollar: number) {
    this.run = run;
    this.text = run.text;
    this.outermost = dollar;
    this.at = dollar;
  }

  /** Reads the reference whose `$` is next; returns its value, and where it ends. */
  reference(depth: number): [string, number] {
    if (depth === MAX_DEPTH) throw this.run.tooDeep(this.outermost);
    const dollar = this.at;
    this.at += 2;
    const isLength = this.peek() === "#";
    if (isLength) this.at++;
    const start = this.at;
    const name = this.name();
    if (name === "") throw this.malformed("expected a variable name after ${");
    const operator = isLength ? "" : this.operator();
    const word = this.at;
    const args = isLength ? [] : this.args(operator, depth);
    if (this.peek() !== "}") throw this.malformed(operator === "" ? "expected } after the name" : "expected }");
    this.at++;
    const isDefault = DEFAULTS.test(operator);
    const end = start + name.length;
    if (isDefault) this.run.list(dollar, start, end, false, this.text.slice(word, this.at - 1));
    const value = isDefault ? (this.run.value(name) ?? "") : this.run.required(dollar, start, end);
    const result = isLength ? `${value.length}` : this.applied(operator, value, args);
    if (result === undefined && !this.run.isExcluded)
      throw this.malformed("the position and the length do not select a part of the value");
    return [result ?? "", this.at];
  }

  private applied(operator: string, value: string, args: readonly string[]): string | undefined {
    try {
      return applyFlux(operator, value, args);
    } catch (error) {
      if (error instanceof GlobLimitError)
        throw this.malformed("it takes too long to compare the value with the pattern");
      throw error;
    }
  }

  /** The next byte; "" at the end. */
  private peek(offset = 0): string {
    this.run.checkMore(this.at + offset);
    return this.text[this.at + offset] ?? "";
  }

  private name(): string {
    const start = this.at;
    while (true) {
      const first = this.peek();
      if (first === "") break;
      // A character that is cut off at the end of the text can continue in the next one.
      if (first >= "\x80" && !this.run.isEnd) this.run.checkMore(this.at + 3);
      const { code, length } = runeAt(this.text, this.at);
      if (!LETTERS_AND_DIGITS.test(String.fromCodePoint(code))) break;
      this.at += length;
    }
    return this.text.slice(start, this.at);
  }

  /** The operator after a name; a position's is `:`. */
  private operator(): string {
    const first = this.peek();
    if (first === "" || !":=,^/#%".includes(first)) return "";
    let operator = first;
    const second = this.peek(1);
    const pairs: Readonly<Record<string, string>> = {
      ":": "=-?+",
      ",": ",^",
      "^": ",^",
      "/": "/#%",
      "#": "#",
      "%": "%",
    };
    if (pairs[first]?.includes(second)) operator += second;
    if (operator === ":" && second >= "\x80") {
      // The reference implementation reads this character twice.
      if (!this.run.isEnd) this.run.checkMore(this.at + 4);
      if (runeAt(this.text, this.at + 1).length > 1) throw this.malformed("expected a position after the colon");
    }
    this.at += operator.length;
    return operator;
  }

  private args(operator: string, depth: number): string[] {
    if (DEFAULTS.test(operator)) {
      let word = "";
      while (this.peek() !== "}") word += this.argument("}", false, depth);
      return [word];
    }
    switch (operator[0]) {
      case ":": {
        const position = this.argument(":}", false, depth);
        if (this.peek() !== ":") return [position];
        this.skip(":");
        return [position, this.argument("}", false, depth)];
      }
      case "#":
      case "%":
        return [this.argument("}", false, depth)];
      case "/": {
        const searched = this.argument("/", true, depth);
        if (this.peek() !== "/") throw this.malformed("expected / after the text to replace");
        this.skip("/");
        return this.peek() === "}" ? [searched] : [searched, this.argument("}", true, depth)];
      }
      default:
        return [];
    }
  }

  /** Skips a delimiter, however often it repeats. */
  private skip(delimiter: string): void {
    while (this.peek() === delimiter) this.at++;
  }

  /** A reference, or a text up to a delimiter or a reference: one byte at least. */
  private argument(delimiters: string, hasEscapes: boolean, depth: number): string {
    let text = "";
    let isFirst = true;
    while (true) {
      const next = this.peek();
      if (next === "" && !isFirst) return text;
      if (next === "") throw this.malformed("the closing } is missing");
      if (next === "$" && this.peek(1) === "{") return isFirst ? this.reference(depth + 1)[0] : text;
      const second = next === "$" || next === "\\" ? this.peek(1) : "";
      const isEscape =
        hasEscapes && (next === "$" ? second === "$" : next === "\\" && (second === "/" || second === "\\"));
      if (!isEscape && delimiters.includes(next)) {
        if (isFirst) throw this.malformed("the operator needs a word");
        return text;
      }
      text += isEscape ? second : next;
      this.at += isEscape ? 2 : 1;
      isFirst = false;
    }
  }

  private malformed(problem: string) {
    return this.run.malformed(this.outermost, problem);
  }
}
