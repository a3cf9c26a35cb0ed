import { checkList, checkObject, checkString } from "../text/argument.ts";
import { refuseReentry } from "../wasm/arena.ts";
import {
  byteScanner,
  type ChunkProgress,
  type ChunkScanner,
  type ExpandHeld,
  expandChunk,
} from "../wasm/byte-expansion.ts";
import { KEEPS_ESCAPES, KUBERNETES } from "../wasm/codes.ts";
import { EnvironmentTable } from "../wasm/environment.ts";
import type { ExpandedInto } from "../wasm/expand-into.ts";
import type { UnresolvedReference } from "../wasm/stopped.ts";
import { expandBatch, SEPARATOR } from "../wasm/string-batch.ts";
import { expandReferences, referencesIn } from "./expand.ts";
import { areNamedValues, type VariableContext } from "./mapping.ts";
import type { UnexpandedHandler } from "./unexpanded.ts";
import { type ExpandedScalar, Variables, type YamlRules } from "./variables.ts";

export type { ExpandedInto };

/** A string with so many `$` in so many units, from the first one on, is expanded faster as UTF-8, there and back … */
const MANY = 8;
const NEAR = 2048;
/** … if it is so long; and one of this length in any case. */
const LONG = 512;
const VERY_LONG = 1 << 17;

/**
 * How many strings are expanded as one text, at least and at most, and its approximate length: a string that is cut out
 * of a longer one keeps all of that in memory.
 */
const MIN_GROUP_SIZE = 16;
const MAX_GROUP_SIZE = 512;
const GROUP_LENGTH = 1 << 14;
/** Every plain scalar with a reference is a string. */
const STRINGS: YamlRules = { typing: "string", keepsKeys: false };

/** One of this many strings of a group is checked. */
const SAMPLE = 7;

/**
 * Variables that are copied and compiled into WebAssembly memory once, to expand large or many texts. If several contexts
 * have a name, the first one's value is used, as in `mappingFuncFor`.
 */
export class Environment extends Variables {
  /** For JSON text: names as UTF-8, values as the inside of a JSON string. */
  private json: EnvironmentTable | undefined;
  /** Whether strings can be expanded as bytes: every name and value is well-formed and does not contain the separator. */
  private isFitForStrings: boolean | undefined;
  /**
   * Whether `$$` does not change in bytes and streams, because the output is expanded again later. Set this before the
   * first use. @internal
   */
  keepsEscapes = false;

  constructor(...contexts: VariableContext[]) {
    super();
    for (const context of contexts) {
      checkObject(context, "a context of variables");
      const entries = areNamedValues(context) ? context.entries() : Object.entries(context);
      for (const [name, value] of entries) {
        if (value !== undefined && !this.variables.has(name)) this.set(name, value);
      }
    }
  }

  /** @internal */
  override readonly referenceSyntax = "kubernetes";
  /** @internal */
  override readonly scanner = byteScanner;
  /** @internal */
  override readonly canFail = false;
  /** @internal */
  override readonly strict = false;
  /** @internal */
  override readonly yamlRules = STRINGS;

  protected override get syntax(): number {
    return this.keepsEscapes ? KEEPS_ESCAPES : KUBERNETES;
  }

  override set(name: string, value: string): void {
    super.set(name, value);
    this.isFitForStrings &&= isFitForStrings(name) && isFitForStrings(value);
    this.json?.forget();
  }

  /**
   * Expands a string. A reference to a name that is not set stays as it is, and is passed to `onUnexpanded`.
   *
   * @example new Environment({ HOST: "db" }).expand("http://$(HOST):80") // "http://db:80"
   */
  expand(input: string, onUnexpanded?: UnexpandedHandler): string {
    if (typeof input !== "string") checkString(input, "input");
    const first = input.indexOf("$");
    if (first < 0) return input;
    refuseReentry();
    const outputs: string[] = [];
    const unresolved = onUnexpanded && [];
    if (isFasterAsBytes(input, first) && this.expandStrings([input], outputs, unresolved)) {
      this.reportIn([input], unresolved, onUnexpanded);
      return outputs[0]!;
    }
    return this.expandString(input, onUnexpanded);
  }

  private expandString(input: string, onUnexpanded: UnexpandedHandler | undefined): string {
    const { variables } = this;
    const unresolved: UnresolvedReference[] = [];
    const output = expandReferences(input, (name, end) => {
      const value = variables.get(name);
      if (value !== undefined) return value;
      const reference = `$(${name})`;
      if (onUnexpanded !== undefined) unresolved.push({ name, offset: end - reference.length });
      return reference;
    });
    this.report(unresolved, onUnexpanded);
    return output;
  }

  /** Expands many strings: a few dozen at once take less than half as long as one by one. */
  expandAll(inputs: readonly string[], onUnexpanded?: UnexpandedHandler): string[] {
    checkList(inputs, "inputs");
    const outputs: string[] = [];
    for (let start = 0, end = 0; start < inputs.length; start = end) {
      let length = 0;
      while (end < inputs.length && end - start < MAX_GROUP_SIZE && length < GROUP_LENGTH)
        length += inputs[end++]!.length;
      const unresolved = onUnexpanded && [];
      const areFasterAsBytes = end - start >= MIN_GROUP_SIZE && !isSparse(inputs, start, end);
      const group = inputs.slice(start, end);
      if (areFasterAsBytes && this.expandStrings(group, outputs, unresolved)) {
        this.reportIn(group, unresolved, onUnexpanded);
      } else {
        for (const input of group) outputs.push(this.expand(input, onUnexpanded));
      }
    }
    return outputs;
  }

  /** Expands UTF-8 (or any other) bytes; names and values are UTF-8. Bytes that are not valid UTF-8 pass unchanged. */
  expandBytes(input: Uint8Array, onUnexpanded?: UnexpandedHandler): Uint8Array {
    const unresolved: UnresolvedReference[] | undefined = onUnexpanded && [];
    const output = this.expandWhole(input, unresolved);
    if (unresolved !== undefined) this.report(unresolved, onUnexpanded);
    return output;
  }

  /**
   * Expands bytes into memory that the caller keeps: the fastest way for many texts, as new memory costs more than the
   * expansion. Stops where the output is full, as `TextEncoder.encodeInto` does: go on with `input.subarray(read)`.
   * Plain text is split anywhere; a reference, and the text after a `$(` that is never closed, are not: if `read` is 0,
   * the output must be larger.
   *
   * @param output must not share memory with the input
   * @returns how many bytes of the input are expanded, and how many of the output are written
   * @example
   * const output = new Uint8Array(1 << 20);
   * for (let at = 0; at < input.length; ) {
   *   const { read, written } = environment.expandInto(input.subarray(at), output);
   *   if (read === 0) throw new Error("a value is larger than the output");
   *   file.write(output.subarray(0, written));
   *   at += read;
   * }
   */
  expandInto(input: Uint8Array, output: Uint8Array, onUnexpanded?: UnexpandedHandler): ExpandedInto {
    const unresolved: UnresolvedReference[] | undefined = onUnexpanded && [];
    const expanded = this.expandWithin(input, output, unresolved);
    if (unresolved !== undefined) this.report(unresolved, onUnexpanded);
    return expanded;
  }

  /** Adds the expanded strings to `outputs`; false if they have to be expanded one by one, as UTF-16. */
  private expandStrings(inputs: readonly string[], outputs: string[], unresolved: string[] | undefined): boolean {
    this.isFitForStrings ??= [...this.variables].flat().every(isFitForStrings);
    if (!this.isFitForStrings) return false;
    const batch = inputs.join(SEPARATOR);
    return isWellFormed(batch) && expandBatch(this.compiledBytes(), batch, inputs.length, outputs, unresolved);
  }

  /** Reports the references in strings that were expanded together. The scanner's offsets are in bytes of all of them. */
  private reportIn(
    inputs: readonly string[],
    unresolved: readonly string[] | undefined,
    onUnexpanded: UnexpandedHandler | undefined,
  ): void {
    if (unresolved === undefined || unresolved.length === 0) return;
    const names = new Set(unresolved);
    for (const input of inputs) {
      const references = referencesIn(input).filter(({ name }) => names.has(name));
      this.report(
        references.map(({ name, start }) => ({ name, offset: start })),
        onUnexpanded,
      );
    }
  }

  /** @internal */
  override expandScalar(value: string): ExpandedScalar {
    const text = this.keepsEscapes ? escapesDoubled(value) : value;
    const expanded = expandReferences(text, (name) => this.get(name) ?? `$(${name})`);
    const missing = referencesIn(value).filter(({ name }) => this.get(name) === undefined);
    return { value: expanded, unresolved: missing.map(({ name, start }) => ({ name, offset: start })) };
  }

  /** @internal */
  override expandJson(scanner: ChunkScanner, ...held: Parameters<ExpandHeld>): ChunkProgress {
    this.json ??= new EnvironmentTable(this.source((_name, value) => JSON.stringify(value).slice(1, -1)));
    return expandChunk(scanner, this.json, ...held);
  }

  /** @internal */
  override report(unset: readonly UnresolvedReference[], onUnexpanded: UnexpandedHandler | undefined): void {
    if (onUnexpanded === undefined) return;
    for (const { name, offset } of unset) onUnexpanded({ name, offset, syntax: "kubernetes", reason: "unset" });
  }
}

/** Whether a string whose first `$` is at `first` appears to have enough references, judging by its start. */
function isFasterAsBytes(input: string, first: number): boolean {
  const length = input.length - first;
  if (length < LONG || length >= VERY_LONG) return length >= LONG;
  let dollar = first;
  for (let i = 1; i < MANY && dollar >= 0; i++) dollar = input.indexOf("$", dollar + 1);
  return dollar >= 0 && dollar - first < NEAR;
}

/** Whether so few strings of a group seem to have a `$` that one by one they take less time. */
function isSparse(inputs: readonly string[], start: number, end: number): boolean {
  const enough = (end - start) / SAMPLE / 3;
  let found = 0;
  for (let i = start; i < end && found < enough; i += SAMPLE) if (inputs[i]!.includes("$")) found++;
  return found < enough;
}

function isFitForStrings(text: string): boolean {
  return isWellFormed(text) && !text.includes(SEPARATOR);
}

/** Whether there are no lone surrogates. (ES2024, which the compiler's libraries here do not declare.) */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed();
}

/** Doubles each `$$` that does not belong to a reference, so that expansion keeps it. */
function escapesDoubled(value: string): string {
  return value.replace(/\$(?:\$|\([^)]*\)?)/g, (found) => {
    return found.endsWith(")") ? found : found.replaceAll("$$", () => "$$$$");
  });
}
