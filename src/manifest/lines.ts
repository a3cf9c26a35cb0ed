/** Lines and columns of a text: a line ends at LF, CR LF or CR, as in YAML. */
export class Lines {
  private readonly text: string;
  private readonly starts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (const { index, 0: lineBreak } of text.matchAll(/\r\n?|\n/g)) this.starts.push(index + lineBreak.length);
  }

  /** The place of an offset (in UTF-16 units): both numbers begin at 1, and columns count characters. */
  at(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: [...this.text.slice(this.starts[low], offset)].length + 1 };
  }
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
