/** Findings in Compose files. */

import type { ComposeHost } from "../compose/host.ts";
import type { ComposeFile } from "../compose/project.ts";
import { usesOf } from "../compose/uses.ts";
import type { RawFinding } from "./finding.ts";
import { findingsOf } from "./rules/rules.ts";

export interface ComposeLintOptions {
  /** Whether variables that no env file sets are not set. */
  readonly isComplete: boolean;
  /** Whether the configuration says that a variable is set. */
  isKnown(name: string): boolean;
}

export function lintCompose(file: ComposeFile, host: ComposeHost, options: ComposeLintOptions): RawFinding[] {
  const { isComplete, isKnown } = options;
  const found = usesOf(file, host);
  const uses = found.uses.filter(({ problem: { kind, name } }) => kind === "malformed" || !isKnown(name));
  return findingsOf("compose", { ...found, uses, file, isComplete });
}
