/** Where an env file assigns variables, for places in messages and for fixes. */

import { dotenvAssignments } from "../../../envfile/dotenv.ts";

export interface EnvFileAssignment {
  readonly name: string;
  /** Offsets of the name in the text. */
  readonly start: number;
  readonly end: number;
  /** How often the name is set. */
  readonly count: number;
  /** Where the name is set again to a different value. */
  readonly again: readonly number[];
}

/** The start of a value that SOPS encrypted. Encryption makes equal values different. */
const ENCRYPTED = "ENC[AES256_GCM,";

/** The last assignment of each name, as dotenv finds them. */
export function assignmentsIn(text: string): Map<string, EnvFileAssignment> {
  const found = new Map<string, EnvFileAssignment & { readonly value: string }>();
  for (const { name, start, end, value } of dotenvAssignments(text)) {
    const before = found.get(name);
    const isSame = before === undefined || before.value === value || value.startsWith(ENCRYPTED);
    const again = isSame ? (before?.again ?? []) : [...before.again, start];
    // Repeated assignments come last, so that the order is that of the file.
    found.delete(name);
    found.set(name, { name, start, end, count: (before?.count ?? 0) + 1, again, value });
  }
  return found;
}
