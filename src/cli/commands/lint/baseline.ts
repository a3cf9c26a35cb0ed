/** The file of `varexpand lint --baseline`. */

import type { Finding } from "../../../lint/finding.ts";
import { baselineText, newFindings, readBaseline } from "../../../lint/fingerprint.ts";
import { nameOf, readText } from "../../files/files.ts";
import { writeWhole } from "../../files/whole-file.ts";
import { InputError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { pathOf } from "./report.ts";

/** @throws InputError if the file cannot be read, or is not a baseline */
export function knownFindings(file: string, io: CommandIo): { newOf(findings: readonly Finding[]): Finding[] } {
  const known = readBaseline(readText(file, io));
  if (known === undefined) {
    throw new InputError(
      `${nameOf(file)}: not a baseline; create one with varexpand lint --baseline FILE --write-baseline`,
    );
  }
  return { newOf: (findings) => newFindings(findings, known, pathOf) };
}

export async function writeBaseline(file: string, findings: readonly Finding[], io: CommandIo): Promise<void> {
  await writeWhole(file, baselineText(findings, pathOf), io.report);
  io.report(`${nameOf(file)}: wrote ${findings.length} finding${findings.length === 1 ? "" : "s"}`);
}
