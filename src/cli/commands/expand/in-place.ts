/** `varexpand expand --in-place`: files that are replaced by what they expand to. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { writeAtomically } from "../../files/atomic-write.ts";
import { nameOf, STDIN } from "../../files/files.ts";
import { descriptorOf } from "../../files/output-conflicts.ts";
import { targetStats } from "../../files/target.ts";
import { attempt, InputError, UsageError } from "../../frame/errors.ts";
import { type Expansion, expandFile } from "./file.ts";

/** Bytes that are compared at once. */
const PIECE = 1 << 16;

export interface InPlace extends Omit<Expansion, "output"> {
  /** Is called when every file has been expanded once. If it throws, none is written. */
  beforeWriting(): void;
}

/**
 * Replaces each file that expansion changes. Every file is expanded once before the first one is written: one error in
 * any of them, and none is.
 *
 * @throws UsageError, InputError, InputErrors
 */
export async function expandInPlace(files: readonly string[], inPlace: InPlace): Promise<void> {
  checkReplaceable(files);
  const changed = files.filter((file) => changes(file, inPlace));
  inPlace.beforeWriting();
  // The first expansion has reported what is unresolved.
  const { environment, format, Stream, io, rewrite } = inPlace;
  for (const file of changed) {
    const expansion = { environment, format, Stream, io, rewrite };
    await writeAtomically(file, (output) => expandFile(file, { ...expansion, output }), io.report);
  }
}

/** @throws UsageError, InputError if a path is not a file, is a link, or is the same file as another path */
function checkReplaceable(files: readonly string[]): void {
  const names = new Map<string, string>();
  for (const file of files) {
    if (file === STDIN) throw new UsageError("-i writes files in place; it cannot write standard input (-)");
    const name = nameOf(file);
    const status = attempt(name, () => statSync(file, { bigint: true }));
    if (!status.isFile() || descriptorOf(file) !== undefined) {
      throw new InputError(`${name}: not a regular file; -i replaces only those`);
    }
    const identity = `${status.dev} ${status.ino}`;
    const other = names.get(identity);
    if (other !== undefined) throw new InputError(`${name}: the same file as ${other}; name it once`);
    names.set(identity, name);
    targetStats(file);
  }
}

/** Expands a file, and compares the output with it. */
function changes(file: string, expansion: Omit<Expansion, "output">): boolean {
  const name = nameOf(file);
  const descriptor = attempt(name, () => openSync(file, "r"));
  const original = new Uint8Array(PIECE);
  let at = 0;
  let isSame = true;
  const compare = (bytes: Uint8Array) => {
    for (let from = 0; isSame && from < bytes.length; ) {
      const length = Math.min(PIECE, bytes.length - from);
      const count = attempt(name, () => readSync(descriptor, original, 0, length, at));
      isSame = count > 0 && Buffer.compare(original.subarray(0, count), bytes.subarray(from, from + count)) === 0;
      from += count;
      at += count;
    }
  };
  try {
    for (const _ of expandFile(file, { ...expansion, output: compare }));
    return !isSame || attempt(name, () => readSync(descriptor, original, 0, 1, at)) > 0;
  } finally {
    closeSync(descriptor);
  }
}
