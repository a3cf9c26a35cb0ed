/** Findings in env files: what the kubelet refuses, and what readers read differently. */

import type { Profile } from "../envfile/profile.ts";
import { compareReadings } from "../envfile/readers/compare.ts";
import type { RawFinding } from "./raw-finding.ts";
import { dialectProblems } from "./rules/envfile/envfile-dialect.ts";
import { syntaxProblems } from "./rules/envfile/envfile-syntax.ts";
import type { SourceText } from "./source-text.ts";

export interface EnvFileLintOptions {
  readonly profile: Profile;
  /** What `node --env-file` does, of the Node.js with this title; undefined if that is not known. */
  readonly parseNodeEnv: ((text: string) => object) | undefined;
  readonly nodeTitle: string;
}

/** @param bytes valid UTF-8; `source` has the same text */
export function lintEnvFile(bytes: Uint8Array, source: SourceText, options: EnvFileLintOptions): RawFinding[] {
  const comparison = compareReadings(bytes, options.parseNodeEnv, options.nodeTitle);
  return [...syntaxProblems(bytes, source, options.profile), ...dialectProblems(comparison, source)];
}
