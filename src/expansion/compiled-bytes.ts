/** Variables compiled for text that is UTF-8: bytes, and strings that go through bytes because they are long or many. */
import { EnvironmentTable } from "../wasm/environment.ts";
import { expandChunk } from "../wasm/expansion.ts";
import { expandJoined, SEPARATOR } from "../wasm/joined.ts";

/** How many values may be replaced, beyond the number of variables, before the table is to be made anew. */
const REPLACEMENTS = 64;

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

export class CompiledBytes {
  readonly table: EnvironmentTable;
  private count = 0;
  private replacements = 0;
  /** Whether strings may go through this table: nothing in it is changed by UTF-8, or looks like a separator. */
  private isFitForStrings = true;

  constructor(variables: Iterable<[string, string]>, count: number) {
    this.table = new EnvironmentTable(count);
    for (const [name, value] of variables) this.set(name, value, true);
  }

  set(name: string, value: string, isNew: boolean): void {
    if (isNew) this.count += 1;
    else this.replacements += 1;
    this.isFitForStrings &&= isFitForStrings(name) && isFitForStrings(value);
    this.table.setBytes(name, value);
  }

  /** Whether replaced values take more room than what counts. */
  get isWasteful(): boolean {
    return this.replacements > this.count + REPLACEMENTS;
  }

  expand(input: Uint8Array, unresolved: string[] | undefined): Uint8Array {
    const pieces: Uint8Array[] = [];
    let length = 0;
    expandChunk(this.table, input, true, 0, {
      output(bytes) {
        // Of the ways to new bytes that every runtime has, the one that does not fill them with zeros first.
        pieces.push(new Uint8Array(bytes));
        length += bytes.length;
      },
      unresolved: unresolved && ((start, end) => unresolved.push(decoder.decode(input.subarray(start, end)))),
    });
    if (pieces.length === 1) return pieces[0]!;
    const output = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      output.set(piece, at);
      at += piece.length;
    }
    return output;
  }

  /** Undefined if the strings have to be expanded one by one, as UTF-16. */
  expandStrings(inputs: readonly string[], unresolved: string[] | undefined): string[] | undefined {
    if (!this.isFitForStrings) return undefined;
    const joined = inputs.join(SEPARATOR);
    return isWellFormed(joined) ? expandJoined(this.table, joined, inputs.length, unresolved) : undefined;
  }
}

function isFitForStrings(text: string): boolean {
  return isWellFormed(text) && !text.includes(SEPARATOR);
}

/** Whether there are no lone surrogates. (ES2024, which the compiler's libraries here do not know yet.) */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed();
}
