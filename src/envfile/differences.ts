import type { Place } from "../text/position.ts";
import { DONE } from "../wasm/codes.ts";
import { scanEnvFile } from "../wasm/envfile.ts";
import type { Assignment } from "./assignment.ts";
import { type EnvFileErrorCode, envFileError } from "./error.ts";

/** A place that the two profiles read differently. */
export interface ProfileDifference extends Place {
  /** Why the `design` profile refuses the file, or that a name has several values. */
  readonly code: EnvFileErrorCode | "duplicate-name";
  readonly message: string;
}

/** Where the profiles disagree about a file with these assignments, which the `kubelet` profile takes. */
export function profileDifferences(
  source: string | Uint8Array,
  assignments: readonly Assignment[],
): ProfileDifference[] {
  const scan = scanEnvFile(source, true);
  if (scan.status !== DONE) {
    const { code, reason, line, column, offset } = envFileError(source, scan, "design");
    return [{ code, message: `the design refuses the file: ${reason}`, line, column, offset }];
  }
  const first = new Map<string, Assignment>();
  const last = new Map<string, Assignment>();
  for (const assignment of assignments) {
    if (!first.has(assignment.name)) first.set(assignment.name, assignment);
    last.set(assignment.name, assignment);
  }
  const differences: ProfileDifference[] = [];
  for (const [name, { value, line, column, offset }] of last) {
    const kept = first.get(name)!;
    if (kept.value === value) continue;
    const message = `${name} has another value than in line ${kept.line}: the design takes this one, the kubelet that one`;
    differences.push({ code: "duplicate-name", message, line, column, offset });
  }
  return differences;
}
