/** Findings in env files, according to the program that reads the file. */

import type { Profile } from "../envfile/profile.ts";
import { type Comparison, compareReadings } from "../envfile/readers/compare.ts";
import type { RawFinding } from "./finding.ts";
import { dialectProblems, dotenvDifferences } from "./rules/envfile/envfile-dialect.ts";
import { assignmentProblems, rejection, syntaxProblems } from "./rules/envfile/envfile-syntax.ts";
import type { SourceText } from "./source-text.ts";

/** What reads a file: a kubelet (KEP-3721), dotenv and perhaps docker compose, only docker compose, or kustomize and kubectl. */
export type EnvFileDialect = "kep" | "dotenv" | "compose" | "kubectl";

export const ENV_FILE_DIALECTS: readonly EnvFileDialect[] = ["kep", "dotenv", "compose", "kubectl"];

export interface EnvFileLintOptions {
  readonly profile: Profile;
  /** The dialect unless a comment in the file names it. Default: dotenv. */
  readonly dialect?: EnvFileDialect | undefined;
  /** What `node --env-file` does, of the Node.js with this title; undefined if that is not known. */
  readonly parseNodeEnv: ((text: string) => object) | undefined;
  readonly nodeTitle: string;
}

/** The dialect that a comment names: `# varexpand-dialect: kep`. */
export function dialectInComment(text: string): EnvFileDialect | undefined {
  const name = /^[ \t]*#[ \t]*varexpand-dialect:[ \t]*(\w+)/m.exec(text)?.[1];
  return ENV_FILE_DIALECTS.find((dialect) => dialect === name);
}

/** A line of a shell script, or the header of a section in an INI file. */
const OTHER_FORMAT =
  /^[ \t]*(?:(?:if|for|while|case|function)[ \t].*(?:;|\bin\b|\{|\])|(?:source|\.)[ \t]|(?:export[ \t]+)?\w+=\(|\[(?:(?![\]=]).)*\][ \t]*\r?$)/m;

/** @param bytes valid UTF-8; `source` has the same text */
export function lintEnvFile(bytes: Uint8Array, source: SourceText, options: EnvFileLintOptions): RawFinding[] {
  const comparison: Comparison = compareReadings(bytes, options.parseNodeEnv, options.nodeTitle);
  const dialect = dialectInComment(source.text) ?? options.dialect ?? "dotenv";
  if (dialect === "kep")
    return [...syntaxProblems(bytes, source, options.profile), ...dialectProblems(comparison, source)];
  if (dialect === "kubectl") return rejection(comparison, "kubectl", source);
  if (OTHER_FORMAT.test(source.text)) return [];
  const differences = dialect === "compose" ? [] : dotenvDifferences(comparison, source);
  return [...assignmentProblems(source), ...differences];
}
