/** The file of `varexpand lint --baseline`. */
import { baselineText, newFindings, readBaseline } from "../lint/baseline.ts";
import type { Finding } from "../lint/finding.ts";
import { InputError } from "./errors.ts";
import { nameOf, readText } from "./files.ts";
import type { CommandIo } from "./io.ts";
import { pathOf } from "./lint-report.ts";
import { writeWhole } from "./whole-file.ts";

/** @throws InputError if the file cannot be read, or is no baseline */
export function knownFindings(file: string, io: CommandIo): { newOf(findings: readonly Finding[]): Finding[] } {
  const known = readBaseline(readText(file, io));
  if (known === undefined) {
    throw new InputError(
      `${nameOf(file)}: this is no baseline; varexpand lint --baseline FILE --write-baseline makes one`,
    );
  }
  return { newOf: (findings) => newFindings(findings, known, pathOf) };
}

export async function writeBaseline(file: string, findings: readonly Finding[], io: CommandIo): Promise<void> {
  await writeWhole(file, baselineText(findings, pathOf), io.report);
  io.report(`${nameOf(file)}: wrote ${findings.length} finding${findings.length === 1 ? "" : "s"}`);
}
