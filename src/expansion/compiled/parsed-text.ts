/** The parts of a text: what does not depend on variables, and references. */
import { decodeUtf8 } from "../../text/utf8.ts";
import { byteText } from "../../wasm/host-references.ts";
import { byteTextOf, isAscii, SubstitutionError, utf8 } from "../dialects/evaluation.ts";
import { Substitution, type Syntax } from "../dialects/substitution.ts";
import { Environment } from "../environment.ts";
import { expand, referencesIn } from "../expand.ts";
import { type DialectReference, dialectReferences, type NamedReference } from "./dialect-references.ts";

/** Text as a string and as UTF-8. */
export interface Literal {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Offsets are converted with `offsetOf`. */
export interface TextReference extends NamedReference {
  /** What replaces the reference if the variable is not set. */
  readonly kept: string | Uint8Array;
  /** Whether a variable can have the name, which can contain any bytes. */
  readonly isName: boolean;
  /** The reference, and those in its words. */
  readonly names: readonly NamedReference[];
  /** Only for a reference with an operator. The value is a string only if it is ASCII. */
  readonly evaluate?: ((...args: Parameters<DialectReference["evaluate"]>) => string | Uint8Array) | undefined;
  /** What follows the reference, up to the next one. */
  readonly after: Literal;
}

export interface ParsedText {
  /** What precedes the first reference. */
  readonly first: Literal;
  readonly references: readonly TextReference[];
  /** Whether the parts can be decoded one by one: none contains half of a character. */
  readonly areStringsExact: boolean;
  /** The offset in the source, as callers count, of an offset of a reference. */
  readonly offsetOf: (offset: number) => number;
}

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** Parses text with `$(NAME)`. */
export function parsedText(source: string | Uint8Array): ParsedText {
  return typeof source === "string" ? parsedString(source) : parsedBytes(source);
}

function parsedString(source: string): ParsedText {
  const literal = (start: number, end: number): Literal => {
    const text = expand(source.slice(start, end), (name) => `$(${name})`);
    return { text, bytes: encoder.encode(text) };
  };
  return {
    ...placed(referencesIn(source), source.length, literal, ({ name, start, end }) => ({
      name,
      kept: source.slice(start, end),
    })),
    areStringsExact: true,
    offsetOf: (offset) => offset,
  };
}

function parsedBytes(source: Uint8Array): ParsedText {
  const environment = new Environment();
  const areStringsExact = decodeUtf8(source) !== undefined;
  const literal = (start: number, end: number) => literalOf(environment.expandBytes(source.subarray(start, end)));
  return {
    ...placed(referencesIn(byteText(source)), source.length, literal, ({ name: bytes, start, end }) => {
      const kept = source.slice(start, end);
      const name = utf8(bytes);
      return { name, kept: areStringsExact ? decoder.decode(kept) : kept, isName: byteTextOf(name) === bytes };
    }),
    areStringsExact,
    offsetOf: (offset) => offset,
  };
}

/**
 * Parses text in a dialect of `${NAME}`.
 *
 * @throws SubstitutionError
 */
export function parsedDialectText(source: string | Uint8Array, syntax: Syntax): ParsedText {
  const substitution = new Substitution(syntax, {}, { strict: false });
  if (typeof source === "string" && !/[$\0]/.test(source)) return parsedString(source);
  const bytes = typeof source === "string" ? encoder.encode(source) : source;
  const isSame = source.length === bytes.length;
  const offsetOf = (offset: number) => (isSame ? offset : decoder.decode(bytes.subarray(0, offset)).length);
  const literal = (start: number, end: number) => literalOf(substitution.expandBytes(bytes.subarray(start, end)));
  try {
    substitution.checkText(bytes);
    return {
      ...placed(dialectReferences(syntax, bytes), bytes.length, literal, ({ names, isPlain, evaluate }) => ({
        name: names[0]!.name,
        names,
        kept: "",
        evaluate: isPlain ? undefined : (...args) => valueOf(evaluate(...args)),
      })),
      areStringsExact: decodeUtf8(bytes) !== undefined,
      offsetOf,
    };
  } catch (error) {
    if (error instanceof SubstitutionError) error.offset = offsetOf(error.offset);
    throw error;
  }
}

/** Makes the literals between references, and the references. */
function placed<Found extends { readonly start: number; readonly end: number }>(
  found: readonly Found[],
  length: number,
  literal: (start: number, end: number) => Literal,
  reference: (found: Found) => Pick<TextReference, "name" | "kept"> & Partial<TextReference>,
): Pick<ParsedText, "first" | "references"> {
  const first = literal(0, found[0]?.start ?? length);
  const references = found.map((one, i): TextReference => {
    const { name, kept, isName = true, evaluate, names = [{ name, offset: one.start }] } = reference(one);
    const after = literal(one.end, found[i + 1]?.start ?? length);
    return { name, offset: one.start, kept, isName, names, evaluate, after };
  });
  return { first, references };
}

/** A value that has one character for each byte. */
function valueOf(value: string): string | Uint8Array {
  return isAscii(value) ? value : Uint8Array.from(value, (character) => character.charCodeAt(0));
}

function literalOf(bytes: Uint8Array): Literal {
  return { text: decoder.decode(bytes), bytes };
}
