/** Findings in env files, according to the programs that read the file. */

import { dotenvAssignments } from "../envfile/dotenv.ts";
import type { Profile } from "../envfile/profile.ts";
import { READERS, type ReaderId } from "../envfile/readers/compare.ts";
import { asNotes, type RawFinding } from "./finding.ts";
import { withEdits } from "./fix/fix-text.ts";
import { comparedAlone, SeenEnvFile } from "./rules/envfile/judge.ts";
import { findingsOf } from "./rules/rules.ts";
import { SourceText } from "./source-text.ts";

/** What reads a file: a kubelet (KEP-3721), or another program. */
export type EnvFileDialect = "kep" | Exclude<ReaderId, "design" | "kubelet">;

export const ENV_FILE_DIALECTS: readonly EnvFileDialect[] = [
  "kep",
  ...READERS.filter((id) => id !== "design" && id !== "kubelet"),
];

export interface EnvFileLintOptions {
  readonly profile: Profile;
  /** The file's name, which decides if nothing else does. */
  readonly name: string;
  /** The only reader of the file, unless a comment in the file names it. */
  readonly dialect?: EnvFileDialect | undefined;
  /** The readers that other files name. */
  readonly readers?: readonly ReaderId[];
  /** Whether the programs that probably read the file are written in languages other than JavaScript. */
  readonly isOfOtherLanguage?: boolean;
  /** Whether another file or the configuration sets a name. */
  isKnown(name: string): boolean;
}

/** The dialect that a comment names: `# varexpand-dialect: kep`. */
export function dialectInComment(text: string): EnvFileDialect | undefined {
  const pattern = /^[ \t]*#[ \t]*varexpand-dialect:[ \t]*([\w-]+)/m;
  const name = pattern.test(text) ? pattern.exec(withoutValueLines(text))?.[1] : undefined;
  return ENV_FILE_DIALECTS.find((dialect) => dialect === name);
}

const OF_DOTENV_FILES: readonly ReaderId[] = [
  "dotenv",
  "dotenv-expand",
  "dotenv-expand-1000",
  "node",
  "bun",
  "deno",
  "compose",
];

/** The readers of a file whose dialect is not known. JavaScript programs read `.env` and `.env.*`. */
export function readersOfName(name: string): readonly ReaderId[] {
  return name.startsWith(".env") ? OF_DOTENV_FILES : ["dotenv", "compose"];
}

/**
 * A line of a shell script, a makefile, or a template, a value that a template engine sets, or the header of a section in an
 * INI file.
 */
const OTHER_FORMAT =
  /^(?:#!|(?:export[ \t]+)?[\w.]+=\{\{[^{}\r\n]*\}\}[ \t]*\r?$|[ \t]*(?:(?:if|for|while|case|function)[ \t].*(?:;|\bin\b|\{|\])|(?:source|\.)[ \t]|set[ \t]+[-+]\w|\w+\(\)[ \t]*\{|(?:export[ \t]+)?\w+\+?=\(|[\w.]+[ \t]*(?:\?=|[ \t]::?=[ \t])|\w+\[\(\(|\{[{%]|\[(?:(?![\]=]).)*\][ \t]*\r?$))|<%=/m;

/** The start of an object in JSON. */
const JSON_OBJECT = /^\s*\{\s*["}]/;

/** Whether a text assigns nothing, and has lines of several words, such as commands. */
function isWithoutVariables(text: string): boolean {
  const body = text.replaceAll(/^[ \t]*#.*$/gm, "");
  return !/[=:]/.test(body) && /^[ \t]*\S+[ \t]+\S/m.test(body);
}

/** Whether SOPS or Ansible Vault has encrypted a text. */
function isEncrypted(text: string): boolean {
  return text.startsWith("$ANSIBLE_VAULT;") || /^sops_mac=/m.test(text);
}

/** The text without line breaks in values, which can contain anything. */
function withoutValueLines(text: string): string {
  let result = "";
  let at = 0;
  for (const { valueEnd, valueStart } of dotenvAssignments(text)) {
    if (valueStart < at || !text.slice(valueStart, valueEnd).includes("\n")) continue;
    result += text.slice(at, valueStart);
    at = valueEnd;
  }
  return result + text.slice(at);
}

/** An env file that is linted. */
export interface LintedEnvFile {
  readonly findings: RawFinding[];
  readonly readers: readonly ReaderId[];
}

/** Lints an env file. Undefined if the file has another format, or its values are encrypted. */
export function lintEnvFile(
  bytes: Uint8Array,
  source: SourceText,
  options: EnvFileLintOptions,
): LintedEnvFile | undefined {
  const dialect = dialectInComment(source.text) ?? options.dialect;
  if (isEncrypted(source.text)) return undefined;
  const { name, readers: named = [] } = options;
  if (dialect !== undefined) return linted(dialect === "kep" ? [] : [dialect]);
  if (named.length > 0) return linted(named);
  const isOther = JSON_OBJECT.test(source.text) || OTHER_FORMAT.test(withoutValueLines(source.text));
  if (isOther || isWithoutVariables(source.text)) return undefined;
  const { findings, readers } = linted(readersOfName(name));
  return { findings: [...asNotes(findings, options.isOfOtherLanguage)], readers };

  function linted(readers: readonly ReaderId[]): LintedEnvFile {
    return { findings: findingsOf("envFile", new SeenEnvFile(bytes, source, readers, options)), readers };
  }
}

/**
 * Applies the fixes of findings in an env file, except those after which the readers disagree about more than before.
 *
 * @param findings in the order of the text
 */
export function fixedEnvFile(
  text: string,
  findings: readonly RawFinding[],
  readers: readonly ReaderId[],
): { readonly text: string; readonly fixed: number } {
  let fixed = text;
  let count = 0;
  let problems = problemsIn(text, readers);
  // The last fix first: the offsets of the others stay valid.
  for (const { fix } of findings.toReversed()) {
    if (fix === undefined) continue;
    const candidate = withEdits(fixed, fix.edits);
    const left = problemsIn(candidate, readers);
    if (left >= problems) continue;
    [fixed, problems] = [candidate, left];
    count++;
  }
  return { text: fixed, fixed: count };
}

/** How many readers reject a text, and how many variables they read differently. */
function problemsIn(text: string, readers: readonly ReaderId[]): number {
  const compared = comparedAlone(new TextEncoder().encode(text), readers);
  return compared.differences.size + compared.readers.filter(({ refused }) => refused !== undefined).length;
}

/** The findings in a text that are reported. */
export type ReportedIn = (source: SourceText, findings: readonly RawFinding[]) => readonly RawFinding[];

/** Each time, a limited number of findings has fixes. */
const MAX_PASSES = 20;

/**
 * Lints an env file after all possible fixes. Undefined if it has another format, or its values are encrypted.
 *
 * @param bytes valid UTF-8
 * @param reported undefined if nothing is fixed
 */
export function lintWithFixes(
  bytes: Uint8Array,
  options: EnvFileLintOptions,
  reported?: ReportedIn,
): { readonly findings: readonly RawFinding[]; readonly source: SourceText; readonly fixed: number } | undefined {
  const mark = bytes[0] === 0xef ? "\ufeff" : "";
  const lint = (each: SourceText) => lintEnvFile(new TextEncoder().encode(mark + each.text), each, options);
  let source = new SourceText(new TextDecoder().decode(bytes));
  let linted = lint(source);
  let count = 0;
  for (let pass = 0; linted !== undefined && reported !== undefined && pass < MAX_PASSES; pass++) {
    const { fixed, text } = fixedEnvFile(source.text, reported(source, linted.findings), linted.readers);
    if (fixed === 0) break;
    count += fixed;
    source = new SourceText(text);
    linted = lint(source);
  }
  return linted && { findings: linted.findings, source, fixed: count };
}
