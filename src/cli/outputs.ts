/** What a command writes to, which must not be what it reads: the input would be lost, or grow as it is read. */
import { type BigIntStats, statSync } from "node:fs";
import { visibleText } from "../text/printable.ts";
import { InputError, inputError } from "./errors.ts";
import type { CommandIo } from "./io.ts";
import { descriptorOf } from "./whole-file.ts";

export interface InputStatus {
  /** For messages. */
  readonly name: string;
  /** Undefined where it is not known. */
  readonly status: BigIntStats | undefined;
}

const ADVICE = "write to another file, and rename it afterwards";

/**
 * Compares files as the file system does, whatever names they go by. Only regular files count: a terminal, for example,
 * may well be both.
 *
 * @param files Outputs beside the standard streams.
 *
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
    // What names an open file is written to as it is. Any other name would be taken away from it.
    const stream = streams.find((stream) => isSame(identity, stream.identity));
    if (stream !== undefined && descriptorOf(file) === undefined) {
      throw new InputError(`${name}: ${stream.name} goes to this file too; write to another file`);
    }
  }
  for (const [index, { name, status }] of inputs.entries()) {
    // The shell has emptied it. Where nothing is written before it is read, it stays empty until then.
    if (index === 0 && status?.size === 0n) continue;
    const stream = streams.find(({ identity }) => isSame(identity, identityOf(status)));
    if (stream !== undefined) throw new InputError(`${name}: ${stream.name} goes to this input file; ${ADVICE}`);
  }
}

function statusOf(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw inputError(visibleText(file), error);
  }
}

function identityOf(status: BigIntStats | undefined): string | undefined {
  return status?.isFile() ? `${status.dev} ${status.ino}` : undefined;
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other;
}
