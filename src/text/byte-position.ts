/** Where something stands: line and column from 1, offset from 0; columns and offsets in the source's own units. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A function from offsets to places. Lines end at LF. The offsets must ascend: what was counted is not counted again. */
export function placeFinder(source: string | Uint8Array): (offset: number) => Place {
  const nextLineFeed = (from: number): number => {
    const at = typeof source === "string" ? source.indexOf("\n", from) : source.indexOf(0x0a, from);
    return at === -1 ? source.length : at;
  };
  let line = 1;
  let start = 0;
  let end = nextLineFeed(0);
  return (offset) => {
    while (offset > end) {
      line++;
      start = end + 1;
      end = nextLineFeed(start);
    }
    return { line, column: offset - start + 1, offset };
  };
}
