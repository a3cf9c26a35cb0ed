/** The outputs of several files, one after the other, so that none runs into the next one. */

import { resized } from "../../../text/byte-buffer.ts";
import { LINE_FEED, RETURN } from "../../../text/position.ts";
import { DASH, isMarker } from "../../../yaml/ascii.ts";

const LINE_BREAK = /* @__PURE__ */ Uint8Array.of(LINE_FEED);
const SPACE = 0x20;
const TAB = 0x09;
const NUMBER_SIGN = 0x23;
const PERCENT_SIGN = 0x25;

/** The text between a file and the previous one. */
type Separator = "---\n" | "...\n" | "";

/**
 * Joins files: ends the last line of each file that another one follows, and separates YAML files with `---`. If a file has
 * its own `---` after comments or directives, or only comments, `...` is used, which does not start a document. A single file
 * is not changed.
 */
export class JoinedFiles {
  private readonly write: (bytes: Uint8Array) => void;
  private readonly isYaml: boolean;
  /** The last byte of the output; a line break if there is no output. */
  private last: number;
  private hasOutput: boolean;
  /** The start of a file while it consists only of comments; undefined afterward. */
  private opening: Uint8Array | undefined;

  /** @param last the last byte of the existing output; undefined if there is none */
  constructor(write: (bytes: Uint8Array) => void, isYaml: boolean, last?: number) {
    this.write = write;
    this.isYaml = isYaml;
    this.hasOutput = last !== undefined;
    this.last = last ?? LINE_FEED;
  }

  beginFile(): void {
    this.opening = this.hasOutput ? new Uint8Array(0) : undefined;
  }

  /** @param bytes may be overwritten later */
  output(bytes: Uint8Array): void {
    if (this.opening === undefined) {
      this.emit(bytes);
      return;
    }
    if (bytes.length === 0) return;
    const { length } = this.opening;
    this.opening = resized(this.opening, length + bytes.length);
    this.opening.set(bytes, length);
    const separator = this.isYaml ? separatorBefore(withoutMark(this.opening)) : "";
    if (separator !== undefined) this.open(separator);
  }

  endFile(): void {
    if (this.opening !== undefined && this.opening.length > 0) this.open("...\n");
  }

  private open(separator: Separator): void {
    const opening = this.isYaml ? withoutMark(this.opening!) : this.opening!;
    this.opening = undefined;
    if (this.last !== LINE_FEED && this.last !== RETURN) this.emit(LINE_BREAK);
    this.emit(new TextEncoder().encode(separator));
    this.emit(opening);
  }

  private emit(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.hasOutput = true;
    this.last = bytes.at(-1)!;
    this.write(bytes);
  }
}

/** A byte order mark is one at the very beginning only. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** The separator before a file that starts with these bytes; undefined if they are only comments, which do not decide it. */
function separatorBefore(bytes: Uint8Array): Separator | undefined {
  let at = 0;
  while (at < bytes.length) {
    const lineStart = at;
    while (bytes[at] === SPACE || bytes[at] === TAB) at++;
    const unit = bytes[at];
    if (unit === NUMBER_SIGN) {
      while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== RETURN) at++;
    } else if (unit !== LINE_FEED && unit !== RETURN) {
      if (at === bytes.length) break;
      const isStart = at === lineStart && unit === DASH && isMarker(bytes, at);
      if (isStart && at === 0) return "";
      return isStart || (at === lineStart && unit === PERCENT_SIGN) ? "...\n" : "---\n";
    }
    at++;
  }
  return undefined;
}
