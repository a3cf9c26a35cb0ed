/** Rows of NDJSON: each line is an object. */
import { LINE_FEED } from "../../text/position.ts";
import { jsonErrorOffset, readJsonObject } from "../../yaml/json.ts";
import { INVALID, type ReadBytes, RowProblem, type Rows, type TextBlock, textBlocks } from "./row.ts";

/** In which a number has a fraction or an exponent. The search begins with what few texts contain. */
const FRACTION = /\d(?:\.\d|[eE][-+\d])(?<=[:,[\s]-?\d+.[-+\d])/;
/** The levels of lists and objects up to which an error is searched for. */
const MAX_DEPTH = 1000;

/** Lines of white space are skipped. */
export class NdjsonRows implements Rows {
  number = 0;
  line = 0;
  problem: string | undefined;
  private readonly blocks: Iterator<TextBlock>;
  /** The block that contains the row, and the index of its line there. */
  private block!: TextBlock;
  private index = 0;
  /** The index of a line whose offset in the block is known. */
  private counted = 0;
  private countedStart = 0;
  /** The text of the block, and where the next line begins in it. */
  private text = "";
  private at = 0;
  private source = "";
  private value: Readonly<Record<string, unknown>> = {};
  /** The texts of all values; undefined until some value needs them. */
  private texts: Map<string, string> | undefined;
  /** Whether JavaScript prints all integers in the block, or in the row, as they are. */
  private isBlockExact: boolean | undefined;
  private isRowExact: boolean | undefined;

  /** @param offset the offset in the input of the first byte that is read */
  constructor(read: ReadBytes, offset = 0) {
    this.blocks = textBlocks(read, offset);
  }

  next(): boolean {
    while (this.at < this.text.length || this.readBlock()) {
      const { text, at } = this;
      const lineFeed = text.indexOf("\n", at);
      const source = text.slice(at, lineFeed === -1 ? text.length : lineFeed);
      this.at = at + source.length + 1;
      this.line++;
      this.index++;
      if (source.charCodeAt(0) !== 0x7b && source.trim() === "") continue;
      this.parse(source);
      return true;
    }
    return false;
  }

  get offset(): number {
    const { bytes, offset } = this.block;
    for (; this.counted < this.index; this.counted++) {
      this.countedStart = bytes.indexOf(LINE_FEED, this.countedStart) + 1;
    }
    return offset + this.countedStart;
  }

  get(column: string): string | undefined {
    const { value } = this;
    const member = value[column];
    // No member of the prototype is a string.
    if (typeof member === "string") return member;
    if (member === null || !Object.hasOwn(value, column)) return undefined;
    if (typeof member === "boolean") return `${member}`;
    if (Number.isSafeInteger(member) && !Object.is(member, -0)) {
      this.isBlockExact ??= !FRACTION.test(this.text);
      if (this.isBlockExact) return `${member}`;
      this.isRowExact ??= !FRACTION.test(this.source);
      if (this.isRowExact) return `${member}`;
    }
    this.texts ??= textsIn(this.source);
    return this.texts.get(column);
  }

  columns(): Iterable<string> {
    return Object.keys(this.value);
  }

  private readBlock(): boolean {
    const { value, done } = this.blocks.next();
    if (done) return false;
    this.block = value;
    this.text = value.text;
    this.at = 0;
    this.index = -1;
    this.counted = this.countedStart = 0;
    this.isBlockExact = undefined;
    return true;
  }

  private parse(source: string): void {
    this.number++;
    this.source = source;
    this.texts = this.isRowExact = undefined;
    this.problem = this.block.hasInvalid && source.includes(INVALID) ? "not valid UTF-8" : undefined;
    try {
      const value: unknown = JSON.parse(source);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) {
        this.value = value as Record<string, unknown>;
        return;
      }
      this.problem ??= "not a JSON object";
    } catch {
      this.problem ??= `not JSON, from column ${jsonErrorOffset(source, MAX_DEPTH) + 1} on`;
    }
    this.value = {};
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
