/** Refuses an output that is also an input, because the input would be lost, or grow while it is read. */
import { type BigIntStats, lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { visibleText } from "../../text/printable.ts";
import { attempt, InputError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import { targetStats } from "./target.ts";

const MAX_LINKS = 40;

/**
 * Returns the descriptor of a path like `/dev/stdout`, `/dev/fd/3`, or `/proc/self/fd/3`, or of a link to one; undefined
 * for other paths. Such a file must not be replaced, because other writers may have it open.
 */
export function descriptorOf(file: string): number | undefined {
  let path = resolve(file);
  for (let links = 0; links < MAX_LINKS; links++) {
    const stream = /^\/dev\/(stdin|stdout|stderr)$/.exec(path)?.[1];
    if (stream !== undefined) return ["stdin", "stdout", "stderr"].indexOf(stream);
    try {
      path = join(realpathSync(dirname(path)), basename(path));
      const [, owner, number] = /^\/(?:dev|proc\/(\d+)(?:\/task\/\d+)?)\/fd\/(\d+)$/.exec(path) ?? [];
      if (number !== undefined && (owner === undefined || Number(owner) === process.pid)) return Number(number);
      path = resolve(dirname(path), readlinkSync(path));
    } catch {
      // The path is not a link, or does not exist.
      return undefined;
    }
  }
  return undefined;
}

export interface InputStatus {
  readonly name: string;
  /** Undefined if it is not known. */
  readonly status: BigIntStats | undefined;
}

const ADVICE = "write to another file, and rename it afterwards";

/**
 * Checks that no output is an input, and that no output file is also standard output or standard error. Compares files
 * by device and inode, not by name. Only regular files are compared: a terminal can be both input and output. An output
 * that is a symbolic link or a directory is an error before anything is read.
 *
 * @param files outputs other than the standard streams
 * @throws InputError
 */
export function checkOutputs(inputs: readonly InputStatus[], files: readonly string[], io: CommandIo): void {
  const streams = (["standard output", "standard error"] as const).map((name) => ({
    name,
    identity: identityOf(io.statusOf?.(name)),
  }));
  for (const file of files) {
    const name = visibleText(file);
    const identity = identityOf(attempt(name, () => statSync(file, { bigint: true, throwIfNoEntry: false })));
    const input = inputs.find(({ status }) => isSame(identity, identityOf(status)));
    if (input !== undefined) throw new InputError(`${name}: this output file is the input ${input.name}; ${ADVICE}`);
    // A descriptor's path is written to directly. A file with any other name would be replaced, away from the stream.
    const stream = streams.find((stream) => isSame(identity, stream.identity));
    if (stream !== undefined && descriptorOf(file) === undefined) {
      throw new InputError(`${name}: ${stream.name} goes to this file, too; write to another file`);
    }
    if (descriptorOf(file) === undefined) targetStats(file);
  }
  for (const [index, { name, status }] of inputs.entries()) {
    // `> FILE` has emptied the first input. It stays empty until it is read, because nothing is written before.
    if (index === 0 && status?.size === 0n) continue;
    const stream = streams.find(({ identity }) => isSame(identity, identityOf(status)));
    if (stream !== undefined) throw new InputError(`${name}: ${stream.name} goes to this input file; ${ADVICE}`);
  }
}

function identityOf(status: BigIntStats | undefined): string | undefined {
  return status?.isFile() ? `${status.dev} ${status.ino}` : undefined;
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other;
}

/** The files that must not be replaced by outputs whose names come from the input. */
export class ProtectedFiles {
  private readonly labels = new Map<string, string>();
  /** Rounded: numbers take less time than bigints, and few files have the same one. */
  private readonly inodes: ReadonlySet<number>;

  constructor(inputs: readonly InputStatus[], io: CommandIo) {
    const streams = (["standard output", "standard error"] as const).map((name) => ({
      label: `${name} goes to this file`,
      status: io.statusOf?.(name),
    }));
    const files = inputs.map(({ name, status }) => ({ label: `is the input ${name}`, status }));
    for (const { label, status } of [...streams, ...files]) {
      const identity = identityOf(status);
      if (identity !== undefined) this.labels.set(identity, label);
    }
    this.inodes = new Set([...this.labels.keys()].map((identity) => Number(identity.split(" ")[1])));
  }

  /** Why the file at a path must not be replaced; undefined if it can be. */
  problemOf(path: string, { ino }: Stats): string | undefined {
    if (!this.inodes.has(ino)) return undefined;
    const status = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return this.labels.get(identityOf(status) ?? "");
  }
}
