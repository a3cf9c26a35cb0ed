/** Findings in env files: what the kubelet refuses, and what readers read differently. */

import { envFileProblems } from "../envfile/problems.ts";
import type { Profile } from "../envfile/profile.ts";
import { type Comparison, compareReadings, type Reader } from "../envfile/readers/compare.ts";
import { AssignmentLines } from "./assignment-lines.ts";
import { shownName } from "./pod-place.ts";
import type { RawFinding } from "./raw-finding.ts";
import type { SourceText } from "./source-text.ts";

export interface EnvFileLintOptions {
  readonly profile: Profile;
  /** What `node --env-file` does, of the Node.js with this title; undefined if that is not known. */
  readonly parseNodeEnv: ((text: string) => object) | undefined;
  readonly nodeTitle: string;
}

/** More problems of a file are not listed: behind each, the rest of the file is read again. */
const MOST_PROBLEMS = 100;

/** @param bytes valid UTF-8; `source` has the same text */
export function lintEnvFile(bytes: Uint8Array, source: SourceText, options: EnvFileLintOptions): RawFinding[] {
  const comparison = compareReadings(bytes, options.parseNodeEnv, options.nodeTitle);
  return [...syntaxProblems(bytes, source, options.profile), ...dialectProblems(comparison, source)];
}

function syntaxProblems(bytes: Uint8Array, source: SourceText, profile: Profile): RawFinding[] {
  const problems = envFileProblems(bytes, { profile, path: "" }, MOST_PROBLEMS);
  let known = 0;
  let offset = 0;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return problems.map((problem) => {
    offset += decoder.decode(bytes.subarray(known, problem.offset)).length;
    known = problem.offset;
    const same = `the kubelet refuses the file: ${problem.reason.replace(/ at line \d+/, "")}`;
    return { rule: "envfile-syntax", ...lineFrom(source, offset), message: same, same };
  });
}

/** Readers that know no quotes: in a file of KEP-3721, where every value has them, they are no readers to compare with. */
const WITHOUT_QUOTES: readonly string[] = ["docker", "kubectl"];

function dialectProblems({ differences, readers }: Comparison, source: SourceText): RawFinding[] {
  const isEnvFile = readers.some(({ id, variables }) => id === "design" && variables !== undefined);
  const isCompared = ({ id }: Reader) => !isEnvFile || !WITHOUT_QUOTES.includes(id);
  const found: RawFinding[] = [];
  const lines = new AssignmentLines(source.text);
  /** The lines with differences, and the names in each. */
  const names = new Map<number, string[]>();
  for (const [name, groups] of differences) {
    const values = [...groups.values()].filter((group) => group.some(isCompared));
    const line = values.length > 1 ? lines.lastOf(name) : undefined;
    if (line === undefined) continue;
    names.set(line.start, [...(names.get(line.start) ?? []), name]);
  }
  for (const [start, ofLine] of names) {
    const message = `readers disagree: ${readingsOf(ofLine, start, lines, readers).join("; ")}`;
    found.push({ rule: "envfile-dialect", ...lineFrom(source, start), message, name: ofLine[0]! });
  }
  for (const { id, refused, title } of readers) {
    if (refused === undefined || isEnvFile || id === "design" || id === "kubelet") continue;
    const start = lines.startOf(refused.line);
    const message = `${title} refuses the file: ${refused.reason}`;
    found.push({ rule: "envfile-dialect", ...lineFrom(source, start), message });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** What readers make of a line, without the values: `dotenv 18, compose: A is what stands between the quotes`. */
export function readingsOf(
  names: readonly string[],
  start: number,
  lines: AssignmentLines,
  readers: readonly Reader[],
): string[] {
  const told = new Map<string, Reader[]>();
  for (const reader of readers) {
    if (reader.variables === undefined) continue;
    const what = names.map((name) => lines.describe(start, name, reader.variables!.get(name))).join(", ");
    told.set(what, [...(told.get(what) ?? []), reader]);
  }
  return Array.from(told, ([what, group]) => `${titles(group)}: ${what}`);
}

/** From an offset to the end of its line, without blanks around it. */
function lineFrom(source: SourceText, offset: number): { start: number; end: number } {
  const end = source.lineEnd(offset);
  const text = source.text.slice(offset, end);
  const start = offset + /^[ \t]*/.exec(text)![0].length;
  return { start, end: Math.max(start, offset + text.trimEnd().length) };
}

/** The readers' names; both profiles together are KEP-3721. */
function titles(group: readonly Reader[]): string {
  const ids = group.map(({ id }) => id);
  const isBoth = ids.includes("design") && ids.includes("kubelet");
  const names = group.flatMap(({ id, title }) => {
    if (id !== "design" && id !== "kubelet") return [title];
    if (!isBoth) return [`KEP-3721 (${id})`];
    return id === "design" ? ["KEP-3721"] : [];
  });
  return names.map(shownName).join(", ");
}
