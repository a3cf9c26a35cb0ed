/** Manifests that are read document by document, and can be read again. */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { manifestParts } from "../../manifest/parts.ts";
import type { ByteSource } from "../../manifest/window.ts";
import type { Manifest } from "../../repository/apply-set.ts";
import { MAX_NAME, ManifestPart } from "../../repository/manifest-part.ts";
import { printable } from "../../text/printable.ts";
import { DocumentError } from "../../yaml/error.ts";
import type { IsOutlined } from "../../yaml/outline.ts";
import { isYttTemplate } from "../../yaml/ytt.ts";
import { nameOf, openInput, STDIN } from "../files/files.ts";
import type { InputFile } from "../files/inputs.ts";
import type { SkippedFiles } from "../files/skipped-files.ts";
import { Spool } from "../files/spool.ts";
import { attempt, InputError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import type { Progress } from "../frame/progress.ts";
import { slashed } from "./folder-host.ts";

const PIECE = 1 << 16;

/** Files up to this size, in bytes, stay in memory while they are checked. */
const SMALL = 1 << 20;

/** Marks of other tools' templates: `{{ .Values.x }}`, `{% if x %}`, `<%= x %>`. */
const TEMPLATE_MARK = /\{\{|\{%|<%/;

/** Comments in JSON, as in tsconfig.json. */
const COMMENT = /^(?:(?!").)*\/[/*]|,\s*\/[/*]/m;

/** A file that is YAML before another tool reads it. */
class TemplateError extends InputError {}

export interface ManifestStreamOptions {
  /** The maximum size of a document in bytes. */
  readonly documentLimit?: number | undefined;
  /** Receives unreadable files that were found in a directory. */
  readonly skipped?: SkippedFiles;
  /** Receives the number of bytes read. */
  readonly progress?: Progress;
}

/** The bytes of an input while they are read. */
interface OpenSource extends ByteSource {
  readonly length: number;
  /** @throws InputError if the file has changed since it was first opened */
  check(): void;
  close(): void;
}

export class ManifestStream implements Manifest {
  readonly input: InputFile;
  /** For messages, printable. */
  readonly name: string;
  /** Whether only what identifies an object is read. */
  isOutlined: IsOutlined | undefined;
  private readonly io: CommandIo;
  private readonly options: ManifestStreamOptions;
  /** The input, if it can be read only once. */
  private spool: Spool | undefined;
  /** Identifies the file's content at the time when it was first opened. */
  private version: string | undefined;
  /** Whether a file found in a directory can be read to its end; undefined before the first attempt. */
  private isReadable: boolean | undefined;

  constructor(input: InputFile, io: CommandIo, options: ManifestStreamOptions = {}) {
    this.input = input;
    this.io = io;
    this.options = options;
    this.name = printable(nameOf(input.file), MAX_NAME);
  }

  get path(): string | undefined {
    const { file, rendered } = this.input;
    return file === STDIN || rendered !== undefined ? undefined : slashed(file);
  }

  get isFound(): boolean {
    return this.input.isFound;
  }

  /** In bytes. */
  get size(): number {
    const source = this.open();
    source.close();
    return source.length;
  }

  /**
   * Yields the parts from the beginning. A file found in a directory has no parts if it cannot be read to its end.
   *
   * @throws InputError for a named file that cannot be read, or is neither YAML nor JSON; for a file that has changed
   *   since it was first read
   */
  *parts(): Generator<ManifestPart, void, undefined> {
    if (this.isReadable === false) return;
    if (this.input.isFound && this.isReadable === undefined) {
      yield* this.checkedParts();
      return;
    }
    try {
      yield* this.allParts();
    } catch (error) {
      this.skip(error);
    }
  }

  /** @throws InputError as `parts` does */
  visit(visit: (part: ManifestPart) => void): boolean {
    if (this.isReadable === false) return false;
    const isFirst = this.isReadable === undefined;
    let others = 0;
    try {
      for (const part of this.allParts()) {
        visit(part);
        others += part.others;
      }
    } catch (error) {
      this.skip(error);
      return false;
    }
    this.isReadable = true;
    if (isFirst && this.input.isFound) this.options.skipped?.addOtherDocuments(this.name, others);
    return true;
  }

  close(): void {
    this.spool?.close();
  }

  /** Yields the parts after it has read them all. */
  private *checkedParts(): Generator<ManifestPart, void, undefined> {
    let kept: ManifestPart[] | undefined = [];
    let size = 0;
    const isWhole = this.visit((part) => {
      size += part.text.length;
      if (size > SMALL) kept = undefined;
      kept?.push(part);
    });
    if (isWhole) yield* kept ?? this.allParts();
  }

  /**
   * Counts a file as skipped.
   *
   * @throws the error, unless the file was found in a directory or is a template
   */
  private skip(error: unknown): void {
    if (!(error instanceof InputError)) throw error;
    const { skipped } = this.options;
    const contains = (mark: RegExp) => this.spool === undefined && this.contains(error, mark);
    const isTemplate = error instanceof TemplateError || contains(TEMPLATE_MARK);
    const isOther = !isTemplate && this.name.endsWith(".json") && contains(COMMENT);
    if (!this.input.isFound && ((!isTemplate && !isOther) || skipped === undefined)) throw error;
    this.isReadable = false;
    if (isTemplate) skipped?.addTemplate(this.name);
    else if (skipped && isOther) skipped.otherTypes++;
    else skipped?.addProblem(error.message);
  }

  /** Whether a file that is neither YAML nor JSON contains a mark of another format. */
  private contains({ cause }: InputError, mark: RegExp): boolean {
    if (!(cause instanceof DocumentError) || cause.code === "too-large") return false;
    const descriptor = openSync(this.input.file, "r");
    try {
      const bytes = Buffer.alloc(Math.min(SMALL, fstatSync(descriptor).size));
      return mark.test(bytes.toString("latin1", 0, readSync(descriptor, bytes)));
    } finally {
      closeSync(descriptor);
    }
  }

  private *allParts(): Generator<ManifestPart, void, undefined> {
    const source = this.open();
    try {
      for (const part of manifestParts(source, undefined, this.options.documentLimit, this.isOutlined)) {
        if (isYttTemplate(part.text)) throw new TemplateError(`${this.name}: a template of ytt; use the output of ytt`);
        yield new ManifestPart(this.name, part, this.input.isFound);
      }
      source.check();
    } catch (error) {
      // A mix of two versions can cause any error.
      source.check();
      if (!(error instanceof DocumentError) || error.position === undefined) throw error;
      const { line, column } = error.position;
      const what = error.code === "too-large" ? "; raise the limit with --document-limit" : "";
      throw new InputError(`${this.name}:${line}:${column}: ${error.message}${what}`, { cause: error });
    } finally {
      source.close();
    }
  }

  /** Opens a regular file. Any other input is read as a whole first. */
  private open(): OpenSource {
    const { file, rendered } = this.input;
    // Opening and closing a pipe would make its writer lose its reader.
    const canReopen = rendered === undefined && file !== STDIN && this.spool === undefined;
    if (!canReopen || !attempt(this.name, () => statSync(file)).isFile()) {
      this.spool ??= this.spooled();
      return { length: this.spool.length, read: this.spool.read.bind(this.spool), check() {}, close() {} };
    }
    const descriptor = attempt(this.name, () => openSync(file, "r"));
    const check = () => this.checkVersion(descriptor);
    check();
    return {
      length: fstatSync(descriptor).size,
      read: (into, position) => {
        const count = attempt(this.name, () => readSync(descriptor, into, 0, into.length, position));
        this.options.progress?.advance(count);
        return count;
      },
      check,
      close: () => closeSync(descriptor),
    };
  }

  private spooled(): Spool {
    const { file, rendered } = this.input;
    const spool = new Spool();
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

  private checkVersion(descriptor: number): void {
    const { size, mtimeNs, ino } = fstatSync(descriptor, { bigint: true });
    const version = `${ino} ${size} ${mtimeNs}`;
    this.version ??= version;
    if (this.version !== version) throw new InputError(`${this.name}: the file changed while it was read`);
  }
}
