/** `varexpand expand --variables`: the variables that inputs refer to. */
import { Environment } from "../../../expansion/environment.ts";
import { printable } from "../../../text/printable.ts";
import { nameOf } from "../../files/files.ts";
import type { CommandIo } from "../../frame/io.ts";
import { expandFile, type InputFormat, streamOf } from "./file.ts";

interface Variable {
  references: number;
  /** `file:line:column` of the first one. */
  readonly first: string;
}

/**
 * A line for each variable, in the order of their first references: its name, how many references it has, and where the
 * first one stands, with tabs between them.
 *
 * @throws InputError, InputErrors
 */
export async function referencedVariables(
  files: readonly string[],
  format: InputFormat,
  io: CommandIo,
): Promise<string> {
  const variables = new Map<string, Variable>();
  const environment = new Environment();
  const Stream = await streamOf(format);
  for (const file of files) {
    const steps = expandFile(file, {
      environment,
      format,
      Stream,
      io,
      output() {},
      unresolved(file, name, { line, column }) {
        const known = variables.get(name);
        if (known !== undefined) known.references++;
        else variables.set(name, { references: 1, first: `${nameOf(file)}:${line}:${column}` });
      },
    });
    for (const _ of steps);
  }
  return [...variables]
    .map(([name, { references, first }]) => `${printable(name)}\t${references}\t${first}\n`)
    .join("");
}
