/** A text that is parsed once and expanded with many sets of variables. */
import { checkObject, wrongArgument } from "../../text/argument.ts";
import { offsetConverter } from "../../text/position.ts";
import { decodeUtf8 } from "../../text/utf8.ts";
import { byteText } from "../../wasm/host-references.ts";
import { stableSource } from "../../wasm/input-bytes.ts";
import { SubstitutionError, unsetError, utf8 } from "../dialects/evaluation.ts";
import { Substitution } from "../dialects/substitution.ts";
import { Environment } from "../environment.ts";
import { expand, referencesIn } from "../expand.ts";
import { lookupIn, type VariableContext } from "../mapping.ts";
import type { Syntax, UnexpandedHandler } from "../unexpanded.ts";
import { dialectReferences, type Lookup, type NamedReference, type TextReference } from "./dialect-references.ts";
import { joinAscii } from "./join-ascii.ts";
import { SameShapeRecords } from "./same-shape-records.ts";

/**
 * The variables of one expansion: an object, a Map, or a function that returns undefined for a name that is not set.
 * A function is called once for each name, or for each reference with an operator. If an operator cuts a character in half,
 * the function is called once more for each name.
 */
export type TextVariables = VariableContext | ((name: string) => string | undefined);

/** A name that a text refers to. */
export interface TextName {
  readonly name: string;
  /** The offset of the `$` of its first reference: in UTF-16 code units of a string, in bytes of bytes. */
  readonly offset: number;
}

/** The options of `compileText`. */
export interface CompileOptions {
  /** The syntax of references. Default: `kubernetes`, which is `$(NAME)`. */
  readonly syntax?: Syntax | "kubernetes" | undefined;
  /** As in `SubstitutionOptions`. */
  readonly strict?: boolean | undefined;
}

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
export function compileText(source: string | Uint8Array, options: CompileOptions = {}): CompiledText {
  checkObject(options, "options");
  const { syntax = "kubernetes", strict } = options;
  const text = stableSource(source, "text");
  return new CompiledText(text, syntax, syntax === "kubernetes" ? undefined : (strict ?? syntax === "flux"));
}

/**
 * A text that `compileText` parsed. Each method returns what `expand`, an `Environment`, or a `Substitution` with the same
 * variables returns for the text, and reports the same unset variables.
 */
export class CompiledText {
  /** The names that the text refers to, in the order of their first references. */
  readonly names: readonly TextName[];
  private readonly syntax: Syntax | "kubernetes";
  /** Undefined for `$(NAME)`. */
  private readonly isStrict: boolean | undefined;
  private readonly references: readonly TextReference[] = [];
  /** The names of references without an operator, and of each reference, the index of its name there. */
  private readonly plainNames: readonly string[];
  private readonly slots: readonly (number | undefined)[];
  private readonly areNamesDistinct: boolean;
  /** Only for `$(NAME)`. */
  private readonly records: SameShapeRecords | undefined;
  /** What precedes each reference, and what follows the last one. */
  private readonly literals: readonly string[] = [];
  private readonly areLiteralsWellFormed: boolean;
  /** Their UTF-8, created on first use. */
  private encodedLiterals: readonly Uint8Array[] | undefined;
  /** What replaces each reference if the variable is not set. */
  private readonly kept: readonly string[] = [];
  /** The text, if it is not valid UTF-8, or if a value may not be. */
  private readonly bytes: Uint8Array | undefined;
  /** The offset in the source, as callers count, of an offset of a reference. */
  private readonly offsetOf: (offset: number) => number;

  /** @internal */
  constructor(source: string | Uint8Array, syntax: Syntax | "kubernetes", isStrict: boolean | undefined) {
    this.syntax = syntax;
    this.isStrict = isStrict;
    const bytes = typeof source === "string" ? encoder.encode(source) : source.slice();
    const decoded = typeof source === "string" ? source : decodeUtf8(source);
    const substitution = syntax === "kubernetes" ? undefined : new Substitution(syntax, {}, { strict: false });
    // Without a dollar, a string does not change; half of a character would, as bytes.
    const isDialect = substitution !== undefined && !(typeof source === "string" && !/[$\0]/.test(source));
    const hasUnits = !isDialect && decoded !== undefined;
    this.offsetOf =
      hasUnits === (typeof source === "string") || bytes.length === decoded?.length
        ? (offset) => offset
        : hasUnits
          ? offsetConverter((from, to) => encoder.encode(decoded.slice(from, to)).length)
          : offsetConverter((from, to) => decoder.decode(bytes.subarray(from, to)).length);
    const text = hasUnits ? decoded : byteText(bytes);
    this.references = this.placed(() => {
      substitution?.checkText(bytes);
      if (isDialect) return dialectReferences(syntax as Syntax, text);
      return referencesIn(text).map(({ name, start, end }) => {
        return { start, end, names: [{ name: hasUnits ? name : utf8(name), offset: start }] };
      });
    });
    if (decoded === undefined || this.references.some(({ evaluate }) => evaluate !== undefined)) this.bytes = bytes;
    if (decoded !== undefined) {
      const starts = [0, ...this.references.map(({ end }) => end)];
      const ends = [...this.references.map(({ start }) => start), text.length];
      this.literals = starts.map((start, i) =>
        isDialect
          ? decoder.decode(substitution.expandBytes(bytes.subarray(start, ends[i])))
          : expand(text.slice(start, ends[i]), () => ""),
      );
      this.kept = this.references.map(({ start, end }) => (isDialect ? "" : text.slice(start, end)));
    }
    const plain = new Map<string, number>();
    this.slots = this.references.map(({ evaluate, names: [reference] }) => {
      if (evaluate !== undefined) return undefined;
      const { name } = reference!;
      return plain.get(name) ?? plain.set(name, plain.size).size - 1;
    });
    this.plainNames = [...plain.keys()];
    this.areNamesDistinct = plain.size === this.references.length;
    this.areLiteralsWellFormed = this.literals.every((literal) => makeWellFormed(literal) === literal);
    if (isStrict === undefined && plain.size > 0 && decoded !== undefined) {
      this.records = new SameShapeRecords(this.plainNames);
    }
    const names = new Map<string, TextName>();
    for (const { name, offset } of this.references.flatMap((reference) => reference.names)) {
      if (!names.has(name)) names.set(name, Object.freeze({ name, offset: this.offsetOf(offset) }));
    }
    this.names = Object.freeze([...names.values()]);
  }

  /** @throws SubstitutionError as `Substitution.expand` does */
  expand(variables: TextVariables, onUnexpanded?: UnexpandedHandler): string {
    const output = this.expandEither(variables, onUnexpanded);
    return typeof output === "string" ? output : decoder.decode(output);
  }

  /** @throws SubstitutionError as `Substitution.expandBytes` does */
  expandBytes(variables: TextVariables, onUnexpanded?: UnexpandedHandler): Uint8Array {
    const values = this.valuesOf(variables, onUnexpanded);
    if (!Array.isArray(values)) return values;
    this.encodedLiterals ??= this.literals.map((literal) => encoder.encode(literal));
    const output = this.areLiteralsWellFormed ? joinAscii(this.encodedLiterals, values) : undefined;
    return output ?? encoder.encode(this.join(values));
  }

  /** The expanded text: as bytes if it may not be valid UTF-8. @internal */
  expandEither(variables: TextVariables, onUnexpanded?: UnexpandedHandler): string | Uint8Array {
    const values = this.valuesOf(variables, onUnexpanded);
    return Array.isArray(values) ? this.join(values) : values;
  }

  private join(values: readonly string[]): string {
    const { literals } = this;
    let output = literals[0]!;
    for (let i = 0; i < values.length; i++) {
      output += values[i]!;
      output += literals[i + 1]!;
    }
    return output;
  }

  /** What replaces each reference, or the expanded text if it may not be valid UTF-8. */
  private valuesOf(variables: TextVariables, onUnexpanded: UnexpandedHandler | undefined): string[] | Uint8Array {
    const { slots, areNamesDistinct } = this;
    const named = this.records?.valuesOf(variables);
    if (named !== undefined) return areNamesDistinct ? named : slots.map((slot) => named[slot!]!);
    const unset: NamedReference[] = [];
    const values = this.lookedUp(lookupOf(variables), unset);
    this.report(unset, onUnexpanded);
    return values;
  }

  private lookedUp(lookup: Lookup, unset: NamedReference[]): string[] | Uint8Array {
    if (this.literals.length === 0) return this.expandedBytes(lookup, unset);
    const { references, slots } = this;
    const named = this.plainNames.map((name) => this.valueOf(name, lookup));
    const values: string[] = [];
    for (let i = 0; i < references.length; i++) {
      const slot = slots[i];
      let value = slot === undefined ? this.evaluated(references[i]!, lookup, unset) : named[slot];
      if (value === undefined) {
        if (slot === undefined) return this.expandedBytes(lookup, unset);
        unset.push(references[i]!.names[0]!);
        value = this.kept[i]!;
      }
      values.push(value);
    }
    return values;
  }

  private valueOf(name: string, lookup: Lookup): string | undefined {
    const value = lookup(name);
    if (value === undefined) return undefined;
    if (typeof value !== "string") throw wrongArgument(`the value of ${name}`, "a string", value);
    return this.isStrict === undefined ? value : makeWellFormed(value);
  }

  private evaluated({ evaluate }: TextReference, lookup: Lookup, unset: NamedReference[]): string | undefined {
    return this.placed(() => evaluate!(lookup, unset));
  }

  /** Expands all of the text again, as bytes. */
  private expandedBytes(lookup: Lookup, unset: NamedReference[]): Uint8Array {
    const values = new Map<string, string>();
    for (const { name } of this.names) {
      const value = this.valueOf(name, lookup);
      if (value !== undefined) values.set(name, value);
    }
    const engine = this.syntax === "kubernetes" ? new Environment(values) : new Substitution(this.syntax, values);
    unset.length = 0;
    return this.placed(() => engine.expandWhole(this.bytes!, unset));
  }

  /** Returns the result. Errors contain the offset in the source. */
  private placed<T>(find: () => T): T {
    try {
      return find();
    } catch (error) {
      if (error instanceof SubstitutionError) error.offset = this.offsetOf(error.offset);
      throw error;
    }
  }

  private report(unset: readonly NamedReference[], onUnexpanded: UnexpandedHandler | undefined): void {
    if (onUnexpanded === undefined && !this.isStrict) return;
    for (const { name, offset: found } of unset) {
      const offset = this.offsetOf(found);
      if (onUnexpanded === undefined) throw unsetError(name, offset);
      onUnexpanded({ name, offset, syntax: this.syntax, reason: "unset" });
    }
  }
}

function lookupOf(variables: TextVariables): Lookup {
  if (typeof variables === "function") return variables;
  checkObject(variables, "variables");
  return lookupIn(variables);
}

/** ES2024, which the compiler's libraries here do not declare. */
function makeWellFormed(text: string): string {
  return (text as string & { toWellFormed(): string }).toWellFormed();
}
