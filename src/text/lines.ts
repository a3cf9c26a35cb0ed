/** Both numbers begin at 1, and columns count characters. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where a text begins that is the whole of it. */
export const BEGINNING: Place = { line: 1, column: 1 };

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Lines and columns of a text: a line ends at LF, CR LF or CR, as in YAML. */
export class Lines {
  private readonly text: string;
  private readonly start: Place;
  private readonly starts: number[] = [0];
  /** Surrogate pairs before each multiple of `STEP`: so a long line is not counted again for each place in it. */
  private pairs: Uint32Array | undefined;

  /** @param start the place of the text's first character */
  constructor(text: string, start = BEGINNING) {
    this.text = text;
    this.start = start;
    for (const { index, 0: lineBreak } of text.matchAll(/\r\n?|\n/g)) this.starts.push(index + lineBreak.length);
  }

  /** The place of an offset (in UTF-16 units). */
  at(offset: number): Place {
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    const lineStart = this.starts[low]!;
    const column = offset - lineStart - this.pairsBefore(offset) + this.pairsBefore(lineStart);
    return { line: this.start.line + low, column: column + (low === 0 ? this.start.column : 1) };
  }

  private pairsBefore(offset: number): number {
    this.pairs ??= countPairs(this.text);
    const step = Math.floor(offset / STEP);
    return this.pairs.length === 0 ? 0 : this.pairs[step]! + pairsIn(this.text, step * STEP, offset);
  }
}

const STEP = 512;

/** Empty if there are none in the whole text. */
function countPairs(text: string): Uint32Array {
  if (!/[\ud800-\udfff]/.test(text)) return new Uint32Array(0);
  const counts = new Uint32Array(Math.floor(text.length / STEP) + 1);
  for (let step = 1; step < counts.length; step++) {
    counts[step] = counts[step - 1]! + pairsIn(text, (step - 1) * STEP, step * STEP);
  }
  return counts;
}

/** How many surrogate pairs end in a piece of the text. */
function pairsIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) count++;
  }
  return count;
}

/** The place behind bytes of UTF-8 that begin at a place. A CR LF must not be cut in two. */
export function placeBehind(bytes: Uint8Array, { line, column }: Place): Place {
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === LINE_FEED || (byte === RETURN && bytes[i + 1] !== LINE_FEED)) {
      line++;
      column = 1;
    } else if ((byte & 0xc0) !== 0x80) {
      column++;
    }
  }
  return { line, column };
}

/** Where the line begins that an offset is in. */
export function startOfLine(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  return start;
}

/** Where the line ends whose line break ends at an offset. */
export function endOfLineBefore(text: string, offset: number): number {
  if (text[offset - 1] === "\n") return text[offset - 2] === "\r" ? offset - 2 : offset - 1;
  return text[offset - 1] === "\r" ? offset - 1 : offset;
}
