/** Output that is held until all input is read: first in memory, then in a temporary file without a name. */

import { closeSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resizeBuffer } from "../../text/byte-buffer.ts";
import { visibleText } from "../../text/printable.ts";
import { attempt } from "../frame/errors.ts";

const IN_MEMORY = 8 << 20;
const FIRST_BUFFER = 64 * 1024;
/** The most bytes of a UTF-16 code unit in UTF-8. */
const BYTES_OF_UNIT = 3;

const nameOfFile = () => `a temporary file in ${tmpdir()}`;

export class Spool {
  private readonly inMemory: number;
  private buffer = Buffer.allocUnsafe(FIRST_BUFFER);
  private buffered = 0;
  private descriptor: number | undefined;
  private inFile = 0;

  constructor(inMemory = IN_MEMORY) {
    this.inMemory = inMemory;
  }

  get length(): number {
    return this.inFile + this.buffered;
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** @throws InputError if the file cannot be written */
  write(data: string | Uint8Array): void {
    if (typeof data === "string" && data.length * BYTES_OF_UNIT <= this.buffer.length - this.buffered) {
      this.buffered += this.buffer.write(data, this.buffered);
      return;
    }
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    const needed = this.buffered + bytes.length;
    if (needed > this.buffer.length) {
      const size = Math.max(this.buffer.length * 2, needed);
      if (size > this.inMemory) {
        this.append(this.buffer.subarray(0, this.buffered));
        this.buffered = 0;
        this.append(bytes);
        return;
      }
      this.buffer = Buffer.from(resizeBuffer(this.buffer, size, this.buffered).buffer);
    }
    this.buffer.set(bytes, this.buffered);
    this.buffered = needed;
  }

  writeLine(line: string): void {
    this.write(`${visibleText(line)}\n`);
  }

  /** Fills the buffer from its beginning. Returns the number of bytes, 0 at the end. */
  read(into: Uint8Array, position: number): number {
    if (position < this.inFile) {
      return attempt(nameOfFile(), () =>
        readSync(this.descriptor!, into, 0, Math.min(into.length, this.inFile - position), position),
      );
    }
    const start = position - this.inFile;
    const piece = this.buffer.subarray(start, Math.min(start + into.length, this.buffered));
    into.set(piece);
    return piece.length;
  }

  /** Yields the contents in pieces. A piece is valid until the next one. */
  *pieces(): Generator<Uint8Array, void, undefined> {
    const piece = new Uint8Array(FIRST_BUFFER);
    let position = 0;
    for (let count = this.read(piece, 0); count > 0; count = this.read(piece, position)) {
      position += count;
      yield piece.subarray(0, count);
    }
  }

  *lines(): Generator<string, void, undefined> {
    const decoder = new TextDecoder();
    let rest = "";
    for (const piece of this.pieces()) {
      const lines = decoder.decode(piece, { stream: true }).split("\n");
      lines[0] = rest + lines[0]!;
      rest = lines.pop()!;
      yield* lines;
    }
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
  }

  private append(bytes: Uint8Array): void {
    attempt(nameOfFile(), () => {
      this.descriptor ??= openNameless();
      for (let at = 0; at < bytes.length; ) at += writeSync(this.descriptor, bytes, at);
    });
    this.inFile += bytes.length;
  }
}

/** A file without a name is deleted when it is closed, even if the process crashes. */
function openNameless(): number {
  const path = join(tmpdir(), `varexpand-${crypto.randomUUID()}`);
  const descriptor = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  return descriptor;
}
