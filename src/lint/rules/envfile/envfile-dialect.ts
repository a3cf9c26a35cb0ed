/** Lines of an env file that its readers read differently. */

import type { Comparison, Reader } from "../../../envfile/readers/compare.ts";
import { AssignmentLines } from "../../assignment-lines.ts";
import { shownName } from "../../pod-place.ts";
import type { RawFinding } from "../../raw-finding.ts";
import type { SourceText } from "../../source-text.ts";
import { envFile, type Rule } from "../rule.ts";

/** Readers that do not support quotes. In a KEP-3721 file every value is quoted, so they are not compared. */
const WITHOUT_QUOTES: readonly string[] = ["docker", "kubectl"];

export const envfileDialect: Rule = {
  id: "envfile-dialect",
  severity: "warning",
  short: "readers of env files disagree about the line",
  full: `Shells, dotenv, Node.js, docker, docker compose, kubectl and the kubelet read such files, each in its own way. The
message says what each of them makes of the line; it never shows the value.

docker and kubectl know no quotes. In a file that the kubelet takes, where every value has them, that is not told.`,
  triggers: envFile(`HOST='db'#primary\n`),
  passes: envFile(`HOST='db' # primary\n`),
};

export function dialectProblems({ differences, readers }: Comparison, source: SourceText): RawFinding[] {
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
    found.push({ rule: envfileDialect.id, ...source.restOfLine(start), message, name: ofLine[0]! });
  }
  for (const { id, refused, title } of readers) {
    if (refused === undefined || isEnvFile || id === "design" || id === "kubelet") continue;
    const start = lines.startOf(refused.line);
    const message = `${title} refuses the file: ${refused.reason}`;
    found.push({ rule: envfileDialect.id, ...source.restOfLine(start), message });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** How readers read a line, without the values: `dotenv 18, compose: A is what stands between the quotes`. */
export function readingsOf(
  names: readonly string[],
  start: number,
  lines: AssignmentLines,
  readers: readonly Reader[],
): string[] {
  const readings = new Map<string, Reader[]>();
  for (const reader of readers) {
    if (reader.variables === undefined) continue;
    const what = names.map((name) => lines.describe(start, name, reader.variables!.get(name))).join(", ");
    readings.set(what, [...(readings.get(what) ?? []), reader]);
  }
  return Array.from(readings, ([what, group]) => `${titles(group)}: ${what}`);
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
