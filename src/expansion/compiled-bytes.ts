/** Variables compiled for text that is UTF-8: bytes, and strings that go through bytes because they are long or many. */

import { joined } from "../text/byte-buffer.ts";
import { expandByteChunk } from "../wasm/byte-expansion.ts";
import { EnvironmentTable, type TableSource } from "../wasm/environment.ts";
import { type ExpandedInto, expandInto } from "../wasm/expand-into.ts";
import { checkResult } from "../wasm/result-limit.ts";
import { expandBatch, SEPARATOR } from "../wasm/string-batch.ts";

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

export class CompiledBytes {
  readonly table: EnvironmentTable;
  private readonly variables: ReadonlyMap<string, string>;
  /** Whether strings may go through this table: every name and value is well-formed and without a separator. */
  private isFitForStrings: boolean | undefined;

  constructor(variables: ReadonlyMap<string, string>, source: TableSource) {
    this.variables = variables;
    this.table = new EnvironmentTable(source);
  }

  /** Sets a variable in the table, too. */
  update(name: string, value: string, isReplaced: boolean): void {
    this.isFitForStrings &&= isFitForStrings(name) && isFitForStrings(value);
    this.table.update(name, value, isReplaced);
  }

  expand(input: Uint8Array, unresolved: string[] | undefined): Uint8Array {
    const pieces: Uint8Array[] = [];
    let length = 0;
    expandByteChunk(this.table, input, true, 0, {
      output(bytes) {
        length += bytes.length;
        checkResult(length);
        // Of the ways to new bytes that every runtime has, the one that does not fill them with zeros first.
        pieces.push(new Uint8Array(bytes));
      },
      unresolved: unresolved && ((name) => unresolved.push(decoder.decode(name))),
    });
    return pieces.length === 1 ? pieces[0]! : joined(pieces, length);
  }

  expandInto(input: Uint8Array, output: Uint8Array, unresolved: string[] | undefined): ExpandedInto {
    return expandInto(this.table, input, output, unresolved);
  }

  /** Adds the expanded strings to `outputs`; false if they have to be expanded one by one, as UTF-16. */
  expandStrings(inputs: readonly string[], outputs: string[], unresolved: string[] | undefined): boolean {
    this.isFitForStrings ??= [...this.variables].flat().every(isFitForStrings);
    if (!this.isFitForStrings) return false;
    const batch = inputs.join(SEPARATOR);
    return isWellFormed(batch) && expandBatch(this.table, batch, inputs.length, outputs, unresolved);
  }
}

function isFitForStrings(text: string): boolean {
  return isWellFormed(text) && !text.includes(SEPARATOR);
}

/** Whether there are no lone surrogates. (ES2024, which the compiler's libraries here do not know yet.) */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed();
}
