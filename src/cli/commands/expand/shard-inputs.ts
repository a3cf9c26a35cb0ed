/** The files that a job is cut into shards of: every process must see the same ones. */
import { type BigIntStats, closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { ByteSearch, type SizedSource } from "../../../scale/shard/split-points.ts";
import type { VisibleText } from "../../../text/printable.ts";
import { nameOf, STDIN, shortened } from "../../files/files.ts";
import { attempt, InputError, UsageError } from "../../frame/errors.ts";

export class ShardInput {
  /** As it was given, or found. */
  readonly file: string;
  /** For messages. */
  readonly name: VisibleText;
  /** In bytes. */
  readonly size: number;
  /** Identifies a version of the file on every machine: its size and its time. */
  readonly version: string;

  /** @throws UsageError, InputError if this is not a file */
  constructor(file: string) {
    if (file === STDIN) throw new UsageError("a shard is a part of files, and - is standard input");
    this.file = file;
    this.name = nameOf(file);
    const status = attempt(this.name, () => statSync(file, { bigint: true }));
    if (!status.isFile()) throw new InputError(`${this.name}: not a regular file; a shard is a part of one`);
    this.size = Number(status.size);
    this.version = versionOf(status);
  }

  /** @throws InputError */
  open(): OpenShardInput {
    return new OpenShardInput(this);
  }

  /**
   * Returns what a search finds.
   *
   * @throws InputError
   */
  search<T>(find: (text: ByteSearch) => T): T {
    const open = this.open();
    try {
      const found = find(new ByteSearch(open));
      open.checkVersion();
      return found;
    } finally {
      open.close();
    }
  }
}

export class OpenShardInput implements SizedSource {
  readonly length: number;
  private readonly input: ShardInput;
  private readonly descriptor: number;

  /** @throws InputError */
  constructor(input: ShardInput) {
    this.input = input;
    this.length = input.size;
    this.descriptor = attempt(input.name, () => openSync(input.file, "r"));
  }

  /** @throws InputError */
  read(into: Uint8Array, position: number): number {
    const { name, file } = this.input;
    const count = attempt(name, () => readSync(this.descriptor, into, 0, into.length, position));
    if (count === 0 && position < this.length) throw shortened(file);
    return count;
  }

  /** @throws InputError if the file is not the one that was found, or has changed. What was read counts only then. */
  checkVersion(): void {
    const { name, version } = this.input;
    const now = attempt(name, () => fstatSync(this.descriptor, { bigint: true }));
    if (versionOf(now) !== version) throw new InputError(`${name}: the file has changed since the shard began`);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

function versionOf({ size, mtimeNs }: BigIntStats): string {
  return `${size} ${mtimeNs}`;
}
