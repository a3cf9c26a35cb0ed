/** A text that is parsed once and expanded with many sets of variables. */
import { type ObjectEventRecorder, recordUnresolved } from "../../events/recorder.ts";
import { checkObject, wrongArgument } from "../../text/argument.ts";
import { joined } from "../../text/byte-buffer.ts";
import { checkBytes, stableSource } from "../../wasm/input-bytes.ts";
import { SubstitutionError } from "../dialects/evaluation.ts";
import { type ReportUnset, type Syntax, unsetError } from "../dialects/substitution.ts";
import { areNamedValues, type VariableContext } from "../mapping.ts";
import type { Lookup, NamedReference } from "./dialect-references.ts";
import { type ParsedText, parsedDialectText, parsedText, type TextReference } from "./parsed-text.ts";

/** The variables of one expansion: an object, a Map, or a function that returns undefined for a name that is not set. */
export type TextVariables = VariableContext | ((name: string) => string | undefined);

/** A name that a text refers to. */
export interface TextName {
  readonly name: string;
  /** The offset of the `$` of its first reference: in UTF-16 code units of a string, in bytes of bytes. */
  readonly offset: number;
}

/** The options of `compileText`. */
export interface CompileOptions<S extends Syntax | "kubernetes"> {
  /** The syntax of references. Default: `kubernetes`, which is `$(NAME)`. */
  readonly syntax?: S | undefined;
  /** As in `SubstitutionOptions`. */
  readonly strict?: boolean | undefined;
}

/** The most bytes of UTF-8 for each UTF-16 code unit. */
const MOST_BYTES = 3;

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Parses a text once, to expand it with many sets of variables. The result is immutable and does not use WebAssembly memory.
 *
 * @throws SubstitutionError for text that is malformed regardless of the variables
 * @example
 * const url = compileText("http://$(HOST):80");
 * url.expand({ HOST: "db" }) // "http://db:80"
 */
export function compileText(source: string | Uint8Array, options?: CompileOptions<"kubernetes">): CompiledText;
export function compileText(source: string | Uint8Array, options: CompileOptions<Syntax>): CompiledText<ReportUnset>;
export function compileText(
  source: string | Uint8Array,
  options: CompileOptions<Syntax | "kubernetes"> = {},
): CompiledText<never> {
  checkObject(options, "options");
  const { syntax = "kubernetes", strict } = options;
  const text = stableSource(source, "text");
  return new CompiledText(
    syntax === "kubernetes" ? parsedText(text) : parsedDialectText(text, syntax),
    syntax === "kubernetes" ? undefined : (strict ?? syntax === "flux"),
  );
}

/**
 * A text that `compileText` parsed. Each method returns what `expand`, an `Environment`, or a `Substitution` with the same
 * variables returns for the text, and reports the same unset variables.
 */
export class CompiledText<Report extends ObjectEventRecorder | ReportUnset = ObjectEventRecorder> {
  /** The names that the text refers to, in the order of their first references. */
  readonly names: readonly TextName[];
  private readonly parsed: ParsedText;
  /** Undefined for `$(NAME)`. */
  private readonly isStrict: boolean | undefined;
  /** Whether every value is a string that can be added to the other parts. */
  private readonly isSimple: boolean;

  /** @internal */
  constructor(parsed: ParsedText, isStrict: boolean | undefined) {
    this.parsed = parsed;
    this.isStrict = isStrict;
    this.isSimple = parsed.areStringsExact && parsed.references.every(({ evaluate }) => evaluate === undefined);
    const names = new Map<string, TextName>();
    for (const { name, offset } of parsed.references.flatMap((reference) => reference.names)) {
      if (!names.has(name)) names.set(name, Object.freeze({ name, offset: parsed.offsetOf(offset) }));
    }
    this.names = Object.freeze([...names.values()]);
  }

  /** @throws SubstitutionError as `Substitution.expand` does */
  expand(variables: TextVariables, report?: Report): string {
    const unset: NamedReference[] = [];
    const output = this.expanded(variables, unset);
    if (unset.length > 0) this.report(unset, report);
    return typeof output === "string" ? output : decoder.decode(output);
  }

  /** @throws SubstitutionError as `Substitution.expandBytes` does */
  expandBytes(variables: TextVariables, report?: Report): Uint8Array {
    const unset: NamedReference[] = [];
    const output = this.expanded(variables, unset);
    if (unset.length > 0) this.report(unset, report);
    return typeof output === "string" ? encoder.encode(output) : output;
  }

  /**
   * Expands the text into the caller's memory.
   *
   * @param offset the offset in the output of the first byte to write
   * @returns how many bytes are written. If the text does not fit, nothing is written or reported, and the result is the
   * negative of the number of bytes that are needed.
   * @throws SubstitutionError as `Substitution.expandBytes` does
   */
  expandInto(variables: TextVariables, output: Uint8Array, offset = 0, report?: Report): number {
    checkBytes(output, "the output");
    if (!Number.isInteger(offset) || offset < 0 || offset > output.length) {
      throw new RangeError(`offset must be a whole number from 0 to ${output.length}, not ${offset}`);
    }
    const unset: NamedReference[] = [];
    const expanded = this.expanded(variables, unset);
    const room = output.length - offset;
    let written: number;
    if (typeof expanded === "string" && expanded.length * MOST_BYTES <= room) {
      written = encoder.encodeInto(expanded, output.subarray(offset)).written;
    } else {
      const bytes = typeof expanded === "string" ? encoder.encode(expanded) : expanded;
      if (bytes.length > room) return -bytes.length;
      output.set(bytes, offset);
      written = bytes.length;
    }
    if (unset.length > 0) this.report(unset, report);
    return written;
  }

  /** The expanded text: as bytes if its parts can contain the halves of a character. */
  private expanded(variables: TextVariables, unset: NamedReference[]): string | Uint8Array {
    const lookup = lookupIn(variables);
    const { first, references, areStringsExact } = this.parsed;
    if (this.isSimple) {
      // The frequent case, without a list of values: it takes two thirds of the time.
      let output = first.text;
      for (const reference of references) {
        output += this.value(reference, lookup, unset) as string;
        output += reference.after.text;
      }
      return output;
    }
    const parts: (string | Uint8Array)[] = [areStringsExact ? first.text : first.bytes];
    try {
      for (const reference of references) {
        parts.push(
          this.value(reference, lookup, unset),
          areStringsExact ? reference.after.text : reference.after.bytes,
        );
      }
    } catch (error) {
      if (error instanceof SubstitutionError) error.offset = this.parsed.offsetOf(error.offset);
      throw error;
    }
    if (parts.every((part) => typeof part === "string")) return parts.join("");
    const bytes = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
    return joined(
      bytes,
      bytes.reduce((sum, { length }) => sum + length, 0),
    );
  }

  private value(reference: TextReference, lookup: Lookup, unset: NamedReference[]): string | Uint8Array {
    if (reference.evaluate !== undefined) return reference.evaluate(lookup, unset);
    const value = reference.isName ? lookup(reference.name) : undefined;
    if (value === undefined) {
      unset.push(reference);
      return reference.kept;
    }
    if (typeof value !== "string") throw wrongArgument(`the value of ${reference.name}`, "a string", value);
    return this.isStrict === undefined ? value : wellFormed(value);
  }

  private report(unset: readonly NamedReference[], report: Report | undefined): void {
    for (const reference of unset) {
      const { name } = reference;
      const offset = this.parsed.offsetOf(reference.offset);
      if (this.isStrict === undefined) {
        if (report !== undefined) recordUnresolved(report as ObjectEventRecorder, name);
      } else if (report !== undefined) {
        (report as ReportUnset)({ kind: "unset", variable: name, offset });
      } else if (this.isStrict) {
        throw unsetError(name, offset);
      }
    }
  }
}

/** Never a member of a prototype, whatever the name is. */
function lookupIn(variables: TextVariables): Lookup {
  if (typeof variables === "function") return variables;
  checkObject(variables, "variables");
  if (areNamedValues(variables)) return (name) => variables.get(name);
  return (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined);
}

/** ES2024, which the compiler's libraries here do not declare. */
function wellFormed(text: string): string {
  return (text as string & { toWellFormed(): string }).toWellFormed();
}
