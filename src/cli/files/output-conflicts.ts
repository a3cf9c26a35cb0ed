/** Refuses an output that is also an input: the input would be lost, or grow while it is read. */
import { type BigIntStats, statSync } from "node:fs";
import { visibleText } from "../../text/printable.ts";
import { attempt, InputError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import { descriptorOf } from "./descriptor-path.ts";

export interface InputStatus {
  /** For messages. */
  readonly name: string;
  /** Undefined if it is not known. */
  readonly status: BigIntStats | undefined;
}

const ADVICE = "write to another file, and rename it afterwards";

/**
 * Checks that no output is an input, and that no output file is also standard output or standard error. Files are
 * compared by device and inode, not by name. Only regular files count: a terminal may be input and output.
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
    const identity = identityOf(statusOf(file));
    const name = visibleText(file);
    const input = inputs.find(({ status }) => isSame(identity, identityOf(status)));
    if (input !== undefined) throw new InputError(`${name}: this output file is the input ${input.name}; ${ADVICE}`);
    // A name of an open descriptor is written to directly. Any other name would be replaced, away from the stream.
    const stream = streams.find((stream) => isSame(identity, stream.identity));
    if (stream !== undefined && descriptorOf(file) === undefined) {
      throw new InputError(`${name}: ${stream.name} goes to this file too; write to another file`);
    }
  }
  for (const [index, { name, status }] of inputs.entries()) {
    // `> FILE` has emptied the first input. It stays empty until it is read, because nothing is written before.
    if (index === 0 && status?.size === 0n) continue;
    const stream = streams.find(({ identity }) => isSame(identity, identityOf(status)));
    if (stream !== undefined) throw new InputError(`${name}: ${stream.name} goes to this input file; ${ADVICE}`);
  }
}

function statusOf(file: string): BigIntStats | undefined {
  return attempt(visibleText(file), () => statSync(file, { bigint: true, throwIfNoEntry: false }));
}

function identityOf(status: BigIntStats | undefined): string | undefined {
  return status?.isFile() ? `${status.dev} ${status.ino}` : undefined;
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other;
}
