import { type ObjectEventRecorder, recordUnresolved } from "../events/recorder.ts";
import { EnvironmentTable } from "../wasm/environment.ts";
import { expandChunk } from "../wasm/expansion.ts";
import { END, KEEP, MORE, moreReferences, RECORD, REPORT, scanReferences, UNRESOLVED } from "../wasm/references.ts";
import type { VariableContext } from "./mapping.ts";

/** How many times a compiled value may be replaced, beyond the number of variables, before the table is made anew. */
const REPLACEMENTS = 64;

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Variables compiled into WASM memory, for expanding much text with them. Where contexts share a name, the first one's
 * value counts, as in `mappingFuncFor`; unlike there, the contexts are copied.
 */
export class Environment {
  private readonly variables = new Map<string, string>();
  /** For strings: names found by UTF-16 units, values by their number in `values`. */
  private unitTable: EnvironmentTable | undefined;
  private readonly values: string[] = [];
  private readonly numbers = new Map<string, number>();
  /** For bytes: names and values as UTF-8. */
  private byteTable: EnvironmentTable | undefined;
  private replacements = 0;
  /** For JSON text: names as UTF-8, values as the inside of a JSON string. */
  private jsonTable: EnvironmentTable | undefined;

  constructor(...contexts: VariableContext[]) {
    for (const context of contexts) {
      const entries = context instanceof Map ? context : Object.entries(context);
      for (const [name, value] of entries) {
        if (!this.variables.has(name)) this.set(name, value);
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
    const isNew = !this.variables.has(name);
    this.variables.set(name, value);
    this.jsonTable = undefined;
    if (this.unitTable !== undefined) this.compileUnits(this.unitTable, name, value);
    if (this.byteTable !== undefined) {
      if (!isNew && ++this.replacements > this.variables.size + REPLACEMENTS) this.byteTable = undefined;
      else this.byteTable.setBytes(name, value);
    }
  }

  /** The variables, in the order in which they were first set. */
  entries(): IterableIterator<[string, string]> {
    return this.variables.entries();
  }

  /**
   * Expands a string. A reference to a name that is not set stays as it is, and is reported to the recorder.
   *
   * @example new Environment({ HOST: "db" }).expand("http://$(HOST):80") // "http://db:80"
   */
  expand(input: string, recorder?: ObjectEventRecorder): string {
    const first = input.indexOf("$");
    if (first < 0) return input;
    const { values } = this;
    const names = recorder === undefined ? KEEP : REPORT;
    let unresolved: string[] | undefined;
    let output = input.substring(0, first);
    let records = scanReferences(this.compiledUnits(), input, first, names);
    for (let i = 0; ; i += RECORD) {
      const start = records[i]!;
      const end = records[i + 1]!;
      const value = records[i + 2]!;
      if (value === MORE) {
        records = moreReferences(i);
        i = -RECORD;
        continue;
      }
      if (start < end) output += input.substring(start, end);
      if (value >= 0) {
        output += values[value];
      } else if (value === END) {
        break;
      } else if (value <= UNRESOLVED) {
        const name = input.substring(end + 2, end + 2 + UNRESOLVED - value);
        unresolved ??= [];
        unresolved.push(name);
        output += `$(${name})`;
      }
    }
    if (unresolved !== undefined) for (const name of unresolved) recordUnresolved(recorder!, name);
    return output;
  }

  /** Expands many strings. */
  expandAll(inputs: readonly string[], recorder?: ObjectEventRecorder): string[] {
    return inputs.map((input) => this.expand(input, recorder));
  }

  /** Expands UTF-8 (or any other) bytes; names and values are UTF-8. Bytes that are not valid UTF-8 pass unchanged. */
  expandBytes(input: Uint8Array, recorder?: ObjectEventRecorder): Uint8Array {
    const pieces: Uint8Array[] = [];
    let length = 0;
    const unresolved: string[] = [];
    expandChunk(this.compiledBytes(), input, true, 0, {
      output(bytes) {
        pieces.push(new Uint8Array(bytes));
        length += bytes.length;
      },
      unresolved:
        recorder === undefined
          ? undefined
          : (start, end) => unresolved.push(decoder.decode(input.subarray(start, end))),
    });
    if (recorder !== undefined) for (const name of unresolved) recordUnresolved(recorder, name);
    if (pieces.length === 1) return pieces[0]!;
    const output = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      output.set(piece, at);
      at += piece.length;
    }
    return output;
  }

  /** The compiled form for bytes. @internal */
  compiledBytes(): EnvironmentTable {
    if (this.byteTable === undefined) {
      this.byteTable = new EnvironmentTable();
      this.replacements = 0;
      for (const [name, value] of this.variables) this.byteTable.setBytes(name, value);
    }
    return this.byteTable;
  }

  /** The compiled form for JSON text. @internal */
  compiledJson(): EnvironmentTable {
    if (this.jsonTable === undefined) {
      this.jsonTable = new EnvironmentTable();
      for (const [name, value] of this.variables) this.jsonTable.setBytes(name, JSON.stringify(value).slice(1, -1));
    }
    return this.jsonTable;
  }

  private compiledUnits(): EnvironmentTable {
    if (this.unitTable === undefined) {
      this.unitTable = new EnvironmentTable();
      for (const [name, value] of this.variables) this.compileUnits(this.unitTable, name, value);
    }
    return this.unitTable;
  }

  private compileUnits(table: EnvironmentTable, name: string, value: string): void {
    const number = this.numbers.get(name);
    if (number !== undefined) {
      this.values[number] = value;
      return;
    }
    this.numbers.set(name, this.values.length);
    table.setNumber(name, this.values.length);
    this.values.push(value);
  }
}
