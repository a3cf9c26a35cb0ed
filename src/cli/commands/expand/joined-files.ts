/** The outputs of several files, one after the other, so that none runs into the next one. */

import { resizeBuffer } from "../../../text/byte-buffer.ts";
import { LINE_FEED, RETURN } from "../../../text/position.ts";
import { DASH, isMarker } from "../../../yaml/ascii.ts";

const LINE_BREAK = /* @__PURE__ */ Uint8Array.of(LINE_FEED);
const SPACE = 0x20;
const TAB = 0x09;
const NUMBER_SIGN = 0x23;
const PERCENT_SIGN = 0x25;
/** Bytes of `---` and of what follows it, which decides whether it is a marker. */
const MARKER_END = 4;

/** The text between a file and the previous one. */
type Separator = "---\n" | "...\n" | "";

/** How much of the output is enough to find a separator at its end, in bytes. */
const TAIL = 32;
const SEPARATOR_AT_END = /[\r\n]---[ \t]*(?:\r\n|\r|\n)?$/;

/** What separates a file from the previous one: nothing, a line break, or what separates YAML documents. */
export type Separation = "none" | "lines" | "yaml";

/**
 * Joins files: ends the last line of each file that another one follows, and separates YAML files with `---`, unless the
 * previous file ends with it. If a file has its own `---` after comments or directives, or only comments, `...` is used,
 * which does not start a document. A single file is not changed.
 */
export class JoinedFiles {
  private readonly write: (bytes: Uint8Array) => void;
  private separation: Separation = "none";
  /** A line break and the end of the output, one character for each byte. */
  private tail: string;
  private hasOutput: boolean;
  /** The start of a file while it consists only of comments; undefined afterward. */
  private opening: Uint8Array | undefined;

  /** @param tail the end of the existing output, one character for each byte; undefined if none exists */
  constructor(write: (bytes: Uint8Array) => void, tail?: string) {
    this.write = write;
    this.hasOutput = tail !== undefined;
    this.tail = tail ?? "\n";
  }

  /** The end of the output. */
  get end(): string | undefined {
    return this.hasOutput ? this.tail : undefined;
  }

  beginFile(separation: Separation): void {
    this.separation = separation;
    this.opening = this.hasOutput && separation !== "none" ? new Uint8Array(0) : undefined;
  }

  /** @param bytes may be overwritten later */
  output(bytes: Uint8Array): void {
    if (this.opening === undefined) {
      this.emit(bytes);
      return;
    }
    if (bytes.length === 0) return;
    const { length } = this.opening;
    this.opening = resizeBuffer(this.opening, length + bytes.length);
    this.opening.set(bytes, length);
    const separator = this.separation === "yaml" ? separatorBefore(withoutMark(this.opening), false) : "";
    if (separator !== undefined) this.open(separator);
  }

  endFile(): void {
    if (this.opening === undefined || this.opening.length === 0) return;
    this.open(separatorBefore(withoutMark(this.opening), true) ?? "...\n");
  }

  private open(separator: Separator): void {
    const opening = this.separation === "yaml" ? withoutMark(this.opening!) : this.opening!;
    this.opening = undefined;
    if (!/[\r\n]$/.test(this.tail)) this.emit(LINE_BREAK);
    if (separator !== "---\n" || !SEPARATOR_AT_END.test(this.tail)) this.emit(new TextEncoder().encode(separator));
    this.emit(opening);
  }

  private emit(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.hasOutput = true;
    const end = String.fromCharCode(...bytes.subarray(-TAIL));
    this.tail = (bytes.length < TAIL ? this.tail + end : end).slice(-TAIL);
    this.write(bytes);
  }
}

/** A byte order mark is one at the very beginning only. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** The separator before a file that starts with these bytes; undefined if they are only comments, which do not decide it. */
function separatorBefore(bytes: Uint8Array, isWhole: boolean): Separator | undefined {
  let at = 0;
  while (at < bytes.length) {
    const lineStart = at;
    while (bytes[at] === SPACE || bytes[at] === TAB) at++;
    const unit = bytes[at];
    if (unit === NUMBER_SIGN) {
      while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== RETURN) at++;
    } else if (unit !== LINE_FEED && unit !== RETURN) {
      if (at === bytes.length || (!isWhole && unit === DASH && bytes.length - at < MARKER_END)) break;
      const isStart = at === lineStart && unit === DASH && isMarker(bytes, at);
      if (isStart && at === 0) return "";
      return isStart || (at === lineStart && unit === PERCENT_SIGN) ? "...\n" : "---\n";
    }
    at++;
  }
  return undefined;
}

const MANIFEST = /\.(?:ya?ml|json)$/i;
const YAML = /\.ya?ml$/i;

/**
 * How each file is separated from the previous one. Without a format, the names decide: YAML files are separated as
 * documents, and other text is only concatenated.
 */
export function separationsOf(files: readonly string[], format: "bytes" | "json" | "yaml"): Separation[] {
  if (format !== "bytes") return files.map(() => (format === "yaml" ? "yaml" : "lines"));
  const hasYaml = files.some((file) => YAML.test(file));
  const isPart = (file: string | undefined) => file !== undefined && hasYaml && MANIFEST.test(file);
  return files.map((file, index) => (isPart(file) && isPart(files[index - 1]) ? "yaml" : "none"));
}
