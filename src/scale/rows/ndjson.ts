/** Rows of NDJSON: each line is an object. */
import { LINE_FEED } from "../../text/position.ts";
import { jsonErrorOffset, readJsonObject } from "../../yaml/json.ts";
import { INVALID, type ReadBytes, type Row, RowProblem, type TextBlock, textBlocks } from "./row.ts";

/** In which a number can be written other than JavaScript prints it. */
const INEXACT = /[:,[\s](?:-0|-?\d+[.eE]|-?\d{16})/;
/** The levels of lists and objects up to which an error is searched for. */
const DEEPEST = 1000;

/**
 * Reads the rows. Lines of white space are skipped.
 *
 * @param offset the offset in the input of the first byte that is read
 */
export function* ndjsonRows(read: ReadBytes, offset = 0): Generator<Row, void, undefined> {
  const row = new JsonRow();
  for (const block of textBlocks(read, offset)) {
    const { text, hasInvalid } = block;
    row.enter(block);
    for (let at = 0; at < text.length; ) {
      const lineFeed = text.indexOf("\n", at);
      const end = lineFeed === -1 ? text.length : lineFeed;
      const source = text.slice(at, end);
      at = end + 1;
      row.line++;
      row.index++;
      if (source.charCodeAt(0) !== 0x7b && source.trim() === "") continue;
      row.read(source, hasInvalid && source.includes(INVALID));
      yield row;
    }
  }
}

class JsonRow implements Row {
  number = 0;
  line = 0;
  problem: string | undefined;
  /** The block that contains the row, and the index of its line there. */
  private block!: TextBlock;
  index = 0;
  private source = "";
  private value: Readonly<Record<string, unknown>> = {};
  /** The texts of all values; undefined until some value needs them. */
  private texts: Map<string, string> | undefined;
  /** Whether JavaScript prints all numbers in the block as they are. */
  private isBlockExact: boolean | undefined;

  get offset(): number {
    const { bytes, offset } = this.block;
    let start = 0;
    for (let i = 0; i < this.index; i++) start = bytes.indexOf(LINE_FEED, start) + 1;
    return offset + start;
  }

  enter(block: TextBlock): void {
    this.block = block;
    this.index = -1;
    this.isBlockExact = undefined;
  }

  read(source: string, isInvalid: boolean): void {
    this.number++;
    this.source = source;
    this.texts = undefined;
    this.problem = isInvalid ? "not valid UTF-8" : undefined;
    try {
      const value: unknown = JSON.parse(source);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) {
        this.value = value as Record<string, unknown>;
        return;
      }
      this.problem ??= "not a JSON object";
    } catch {
      this.problem ??= `not JSON, from column ${jsonErrorOffset(source, DEEPEST) + 1} on`;
    }
    this.value = {};
  }

  get(column: string): string | undefined {
    const { value } = this;
    const member = value[column];
    // No member of the prototype is a string.
    if (typeof member === "string") return member;
    if (member === null || !Object.hasOwn(value, column)) return undefined;
    if (typeof member === "boolean") return `${member}`;
    if (typeof member === "number") {
      this.isBlockExact ??= !INEXACT.test(this.block.text);
      if (this.isBlockExact || !INEXACT.test(this.source)) return `${member}`;
    }
    this.texts ??= textsIn(this.source);
    return this.texts.get(column);
  }

  columns(): Iterable<string> {
    return Object.keys(this.value);
  }
}

/** The values that are not strings, as they are in the source. */
function textsIn(source: string): Map<string, string> {
  let object: ReturnType<typeof readJsonObject>;
  try {
    object = readJsonObject(source, source.indexOf("{"));
  } catch (error) {
    throw new RowProblem((error as Error).message);
  }
  return new Map(object!.entries.map(({ key, node }) => [key, source.slice(node.start, node.end)]));
}
