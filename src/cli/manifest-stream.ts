/** Manifests that are read document by document, and read again. */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { PlacedDocumentError } from "../document/error.ts";
import { manifestParts } from "../document/manifest-parts.ts";
import type { ByteSource } from "../document/window.ts";
import { printable } from "../text/printable.ts";
import { attempt, InputError } from "./errors.ts";
import { nameOf, openInput, STDIN } from "./files.ts";
import type { CommandIo } from "./io.ts";
import { LONGEST_NAME, ManifestPart } from "./manifest-file.ts";
import { Spool } from "./spool.ts";

const PIECE = 1 << 16;

export class ManifestStream {
  /** For messages: printable. */
  readonly name: string;
  private readonly documentLimit: number | undefined;
  private readonly file: string;
  private readonly io: CommandIo;
  /** The input, if it can be read only once. */
  private spool: Spool | undefined;
  /** Identifies the file's content when it was first opened. */
  private version: string | undefined;

  /** @param documentLimit how large a document may be, in bytes */
  constructor(file: string, io: CommandIo, documentLimit?: number) {
    this.documentLimit = documentLimit;
    this.name = printable(nameOf(file), LONGEST_NAME);
    this.file = file;
    this.io = io;
  }

  /**
   * The parts, from the first one on.
   *
   * @throws InputError for what cannot be read, is neither YAML nor JSON, or has changed since it was first read
   */
  *parts(): Generator<ManifestPart, void, undefined> {
    const descriptor = this.spool === undefined ? this.open() : undefined;
    const source = this.spool ?? this.readerOf(descriptor!);
    try {
      for (const part of manifestParts(source, undefined, this.documentLimit)) yield new ManifestPart(this.name, part);
      if (descriptor !== undefined) this.checkVersion(descriptor);
    } catch (error) {
      // Half of one version and half of another may be wrong in any way.
      if (descriptor !== undefined) this.checkVersion(descriptor);
      if (!(error instanceof PlacedDocumentError)) throw error;
      const { line, column } = error.position;
      const what = error.code === "too-large" ? "; --document-limit allows for more" : "";
      throw new InputError(`${this.name}:${line}:${column}: ${error.message}${what}`);
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }

  close(): void {
    this.spool?.close();
  }

  /** Opens a regular file; undefined, with its bytes put aside, if it is none. */
  private open(): number | undefined {
    // A pipe must not be opened to find out: its writer would lose its reader.
    if (this.file === STDIN || !attempt(this.name, () => statSync(this.file)).isFile()) {
      this.spool = this.putAside();
      return undefined;
    }
    const descriptor = attempt(this.name, () => openSync(this.file, "r"));
    this.checkVersion(descriptor);
    return descriptor;
  }

  private putAside(): Spool {
    const input = openInput(this.file, this.io);
    const spool = new Spool();
    this.spool = spool;
    const piece = new Uint8Array(PIECE);
    try {
      for (let count = input.read(piece); count > 0; count = input.read(piece)) spool.write(piece.subarray(0, count));
    } finally {
      input.close();
    }
    return spool;
  }

  private readerOf(descriptor: number): ByteSource {
    return { read: (into, position) => attempt(this.name, () => readSync(descriptor, into, 0, into.length, position)) };
  }

  private checkVersion(descriptor: number): void {
    const { size, mtimeNs, ino } = fstatSync(descriptor, { bigint: true });
    const version = `${ino} ${size} ${mtimeNs}`;
    this.version ??= version;
    if (this.version !== version) throw new InputError(`${this.name}: the file has changed while it was read`);
  }
}
