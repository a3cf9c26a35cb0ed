import { type ObjectEventRecorder, recordUnresolved } from "../events/recorder.ts";
import { checkList, checkObject, checkString } from "../text/argument.ts";
import { printable } from "../text/printable.ts";
import { refuseReentry } from "../wasm/arena.ts";
import { EnvironmentTable, type TableSource } from "../wasm/environment.ts";
import type { ExpandedInto } from "../wasm/expand-into.ts";
import { checkBytes, isShared, overlap } from "../wasm/input-bytes.ts";
import { CompiledBytes } from "./compiled-bytes.ts";
import { expandFrom } from "./expand.ts";
import { areNamedValues, type VariableContext } from "./mapping.ts";

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
const SMALLEST_GROUP = 16;
const LARGEST_GROUP = 512;
const GROUP_LENGTH = 1 << 14;
/** One of so many strings of a group is looked at. */
const SAMPLE = 7;

/** How many names are printed of an environment. */
const SHOWN = 20;

/**
 * Variables compiled into WASM memory, for expanding much text with them. Where contexts share a name, the first one's
 * value counts, as in `mappingFuncFor`; unlike there, the contexts are copied.
 */
export class Environment {
  private readonly variables = new Map<string, string>();
  /** For bytes, and for strings that are long or many. Made when it is first needed, as all tables are. */
  private bytes: CompiledBytes | undefined;
  /** For JSON text: names as UTF-8, values as the inside of a JSON string. */
  private json: EnvironmentTable | undefined;
  /** For YAML text: as for bytes, but with a NUL for each value that is not safe in any scalar. */
  private yaml: EnvironmentTable | undefined;
  /**
   * Whether `$$` stays as it is, in bytes and in text that comes in pieces: what comes out is expanded again later.
   * Set before the first use. @internal
   */
  keepsEscapes = false;

  constructor(...contexts: VariableContext[]) {
    for (const context of contexts) {
      checkObject(context, "a context of variables");
      const entries = areNamedValues(context) ? context.entries() : Object.entries(context);
      for (const [name, value] of entries) {
        if (value !== undefined && !this.variables.has(name)) this.set(name, value);
      }
    }
  }

  /** The value that a variable has now. */
  get(name: string): string | undefined {
    return this.variables.get(name);
  }

  /** Sets a variable; what is expanded later sees it. */
  set(name: string, value: string): void {
    if (typeof name !== "string" || typeof value !== "string") {
      throw new TypeError(`a variable's name and value are strings, not ${typeof name} and ${typeof value}`);
    }
    const isReplaced = this.variables.has(name);
    this.variables.set(name, value);
    this.bytes?.update(name, value, isReplaced);
    this.json?.forget();
    this.yaml?.forget();
  }

  /** The variables, in the order in which they were first set. */
  entries(): IterableIterator<[string, string]> {
    return this.variables.entries();
  }

  /** What Node.js, Deno and Bun print of it: the names, and no value, which may be a secret. @internal */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    const names: string[] = [...this.variables.keys()].slice(0, SHOWN).map((name) => printable(name));
    const more = this.variables.size - names.length;
    if (more > 0) names.push(`... ${more} more`);
    return names.length === 0 ? "Environment {}" : `Environment { ${names.join(", ")} }`;
  }

  /**
   * Expands a string. A reference to a name that is not set stays as it is, and is reported to the recorder.
   *
   * @example new Environment({ HOST: "db" }).expand("http://$(HOST):80") // "http://db:80"
   */
  expand(input: string, recorder?: ObjectEventRecorder): string {
    if (typeof input !== "string") checkString(input, "input");
    const first = input.indexOf("$");
    if (first < 0) return input;
    refuseReentry();
    const unresolved = recorder === undefined ? undefined : [];
    const output = this.expandFrom(input, first, unresolved);
    report(unresolved, recorder);
    return output;
  }

  private expandFrom(input: string, first: number, unresolved: string[] | undefined): string {
    if (isFasterAsBytes(input, first)) {
      const outputs: string[] = [];
      if (this.compiledBytes().expandStrings([input], outputs, unresolved)) return outputs[0]!;
    }
    const { variables } = this;
    return expandFrom(input, first, (name) => {
      const value = variables.get(name);
      if (value !== undefined) return value;
      unresolved?.push(name);
      return `$(${name})`;
    });
  }

  /** Expands many strings: a few dozen at once take less than half as long as one by one. */
  expandAll(inputs: readonly string[], recorder?: ObjectEventRecorder): string[] {
    checkList(inputs, "inputs");
    const outputs: string[] = [];
    for (let start = 0, end = 0; start < inputs.length; start = end) {
      let length = 0;
      while (end < inputs.length && end - start < LARGEST_GROUP && length < GROUP_LENGTH)
        length += inputs[end++]!.length;
      const unresolved = recorder === undefined ? undefined : [];
      const areFasterAsBytes = end - start >= SMALLEST_GROUP && !isSparse(inputs, start, end);
      if (areFasterAsBytes && this.compiledBytes().expandStrings(inputs.slice(start, end), outputs, unresolved)) {
        report(unresolved, recorder);
      } else {
        for (let i = start; i < end; i++) outputs.push(this.expand(inputs[i]!, recorder));
      }
    }
    return outputs;
  }

  /** Expands UTF-8 (or any other) bytes; names and values are UTF-8. Bytes that are not valid UTF-8 pass unchanged. */
  expandBytes(input: Uint8Array, recorder?: ObjectEventRecorder): Uint8Array {
    checkBytes(input, "the input");
    const unresolved = recorder === undefined ? undefined : [];
    const output = this.compiledBytes().expand(input, unresolved);
    report(unresolved, recorder);
    return output;
  }

  /**
   * Expands bytes into memory that the caller keeps: the fastest way for many texts, as new memory costs more than the
   * expansion. Stops where the output is full, as `TextEncoder.encodeInto` does: go on with `input.subarray(read)`.
   * Plain text is split anywhere; a reference, and the text behind a `$(` that is never closed, are not: if `read` is 0,
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
  expandInto(input: Uint8Array, output: Uint8Array, recorder?: ObjectEventRecorder): ExpandedInto {
    checkBytes(input, "the input");
    checkBytes(output, "the output");
    if (overlap(input, output)) throw new TypeError("the output shares memory with the input; give other memory");
    const unresolved = recorder === undefined ? undefined : [];
    const source = isShared(input) ? new Uint8Array(input) : input;
    const expanded = this.compiledBytes().expandInto(source, output, unresolved);
    report(unresolved, recorder);
    return expanded;
  }

  /** The compiled form for bytes. @internal */
  compiledBytes(): CompiledBytes {
    this.bytes ??= new CompiledBytes(
      this.variables,
      this.source((_name, value) => value),
    );
    return this.bytes;
  }

  /** The compiled form for JSON text. @internal */
  compiledJson(): EnvironmentTable {
    this.json ??= new EnvironmentTable(this.source((_name, value) => JSON.stringify(value).slice(1, -1)));
    return this.json;
  }

  /** The compiled form for YAML text. @internal */
  compiledYaml(): EnvironmentTable {
    this.yaml ??= new EnvironmentTable(this.source((name, value) => (isYamlSafe(name, value) ? value : "\0")));
    return this.yaml;
  }

  /** The variables as a table needs them; `entry` gives the value in it. */
  private source(entry: (name: string, value: string) => string): TableSource {
    return {
      count: () => this.variables.size,
      keepsEscapes: this.keepsEscapes,
      fill: (table) => {
        for (const [name, value] of this.variables) table.set(name, entry(name, value));
      },
    };
  }
}

/** Reports names to the recorder. It is the caller's code, and may call this package: WASM memory is not in use now. */
function report(unresolved: readonly string[] | undefined, recorder: ObjectEventRecorder | undefined): void {
  if (unresolved !== undefined) for (const name of unresolved) recordUnresolved(recorder!, name);
}

/** Whether a string whose first `$` stands at `first` has enough references, as far as its beginning tells. */
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

/** Printable ASCII, without white space at either end. */
const PRINTABLE = /^[!-~](?:[ -~]*[!-~])?$/;
/** Has a meaning in a scalar of some style, or at the beginning of a line. */
const MEANINGFUL = /^[-.]|["'\\#,[\]{}]|:(?: |$)/;
/** May be written with an escape, or folded, in the text. */
const AMBIGUOUS = /[\s"'\\]/;

/**
 * Whether a variable's value is safe in any scalar of YAML text: it ends nothing, begins nothing, and is neither folded nor
 * trimmed (the caller ensures that a plain scalar stays a string). And whether its name appears in the text without escapes.
 */
function isYamlSafe(name: string, value: string): boolean {
  return PRINTABLE.test(value) && !MEANINGFUL.test(value) && !AMBIGUOUS.test(name);
}
