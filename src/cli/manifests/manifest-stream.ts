/** Manifests that are read document by document, and read again. */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { manifestParts } from "../../manifest/parts.ts";
import type { ByteSource } from "../../manifest/window.ts";
import { printable } from "../../text/printable.ts";
import { PlacedDocumentError } from "../../yaml/error.ts";
import { nameOf, openInput, STDIN } from "../files/files.ts";
import type { InputFile } from "../files/inputs.ts";
import type { SkippedFiles } from "../files/skipped-files.ts";
import { Spool } from "../files/spool.ts";
import { attempt, InputError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import type { Progress } from "../frame/progress.ts";
import { LONGEST_NAME, ManifestPart } from "./manifest-file.ts";

const PIECE = 1 << 16;

/** Files up to this size, in bytes, are kept while they are checked. */
const SMALL = 1 << 20;

/** What templates of other tools have in them, at any place: `{{ .Values.x }}`, `{% if x %}`, `<%= x %>`. */
const TEMPLATE_MARK = /\{\{|\{%|<%/;

export interface ManifestStreamOptions {
  /** How large a document may be, in bytes. */
  readonly documentLimit?: number | undefined;
  /** For files that were found: gets what cannot be read of them. */
  readonly skipped?: SkippedFiles;
  /** Counts the bytes that are read. */
  readonly progress?: Progress;
}

export class ManifestStream {
  /** For messages: printable. */
  readonly name: string;
  private readonly input: InputFile;
  private readonly io: CommandIo;
  private readonly options: ManifestStreamOptions;
  /** The input, if it can be read only once. */
  private spool: Spool | undefined;
  /** Identifies the file's content when it was first opened. */
  private version: string | undefined;
  /** Whether a file that was found can be read to its end; undefined before it has been tried. */
  private isReadable: boolean | undefined;

  constructor(input: InputFile, io: CommandIo, options: ManifestStreamOptions = {}) {
    this.input = input;
    this.io = io;
    this.options = options;
    this.name = printable(nameOf(input.file), LONGEST_NAME);
  }

  /** The file was found in a directory. */
  get isFound(): boolean {
    return this.input.isFound;
  }

  /** In bytes. */
  get size(): number {
    const descriptor = this.spool === undefined ? this.open() : undefined;
    if (descriptor === undefined) return this.spool!.length;
    try {
      return fstatSync(descriptor).size;
    } finally {
      closeSync(descriptor);
    }
  }

  /**
   * The parts, from the first one on. A file that was found, and that cannot be read to its end, has none.
   *
   * @throws InputError for what was named, and cannot be read or is neither YAML nor JSON; for what has changed since it
   *   was first read
   */
  *parts(): Generator<ManifestPart, void, undefined> {
    if (this.isFound && this.isReadable === undefined) yield* this.checkedParts();
    else if (this.isReadable !== false) yield* this.allParts();
  }

  /** The parts, when the last one has been read. */
  private *checkedParts(): Generator<ManifestPart, void, undefined> {
    let kept: ManifestPart[] | undefined = [];
    let size = 0;
    let others = 0;
    try {
      for (const part of this.allParts()) {
        size += part.text.length;
        if (size > SMALL) kept = undefined;
        kept?.push(part);
        others += part.others;
      }
      this.isReadable = true;
      this.options.skipped?.addOtherDocuments(this.name, others);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.isReadable = false;
      if (this.isTemplate(error)) this.options.skipped?.addTemplate(this.name);
      else this.options.skipped?.addProblem(error.message);
      return;
    }
    yield* kept ?? this.allParts();
  }

  /** Whether the error is that the file is the template of another tool. */
  private isTemplate({ cause }: InputError): boolean {
    if (!(cause instanceof PlacedDocumentError) || cause.code === "too-large") return false;
    const descriptor = openSync(this.input.file, "r");
    try {
      const bytes = Buffer.alloc(SMALL);
      return TEMPLATE_MARK.test(bytes.toString("latin1", 0, readSync(descriptor, bytes)));
    } finally {
      closeSync(descriptor);
    }
  }

  private *allParts(): Generator<ManifestPart, void, undefined> {
    const descriptor = this.spool === undefined ? this.open() : undefined;
    const source = this.spool ?? this.readerOf(descriptor!);
    try {
      for (const part of manifestParts(source, undefined, this.options.documentLimit)) {
        yield new ManifestPart(this.name, part, this.isFound);
      }
      if (descriptor !== undefined) this.checkVersion(descriptor);
    } catch (error) {
      // Half of one version and half of another may be wrong in any way.
      if (descriptor !== undefined) this.checkVersion(descriptor);
      if (!(error instanceof PlacedDocumentError)) throw error;
      const { line, column } = error.position;
      const what = error.code === "too-large" ? "; --document-limit allows for more" : "";
      throw new InputError(`${this.name}:${line}:${column}: ${error.message}${what}`, { cause: error });
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }

  close(): void {
    this.spool?.close();
  }

  /** Opens a regular file; undefined, with its bytes put aside, if it is none. */
  private open(): number | undefined {
    const { file, rendered } = this.input;
    // A pipe must not be opened to find out: its writer would lose its reader.
    if (rendered !== undefined || file === STDIN || !attempt(this.name, () => statSync(file)).isFile()) {
      this.spool = this.putAside();
      return undefined;
    }
    const descriptor = attempt(this.name, () => openSync(file, "r"));
    this.checkVersion(descriptor);
    return descriptor;
  }

  private putAside(): Spool {
    const { file, rendered } = this.input;
    const spool = new Spool();
    this.spool = spool;
    if (rendered !== undefined) {
      spool.write(rendered);
      return spool;
    }
    const input = openInput(file, this.io);
    const piece = new Uint8Array(PIECE);
    try {
      for (let count = input.read(piece); count > 0; count = input.read(piece)) {
        spool.write(piece.subarray(0, count));
        this.options.progress?.advance(count);
      }
    } finally {
      input.close();
    }
    return spool;
  }

  private readerOf(descriptor: number): ByteSource {
    return {
      read: (into, position) => {
        const count = attempt(this.name, () => readSync(descriptor, into, 0, into.length, position));
        this.options.progress?.advance(count);
        return count;
      },
    };
  }

  private checkVersion(descriptor: number): void {
    const { size, mtimeNs, ino } = fstatSync(descriptor, { bigint: true });
    const version = `${ino} ${size} ${mtimeNs}`;
    this.version ??= version;
    if (this.version !== version) throw new InputError(`${this.name}: the file has changed while it was read`);
  }
}
