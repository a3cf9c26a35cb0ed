/** Lines of an env file that readers interpret differently. */

import type { Comparison, Reader } from "../../../envfile/readers/compare.ts";
import { addTo } from "../../../text/grouped.ts";
import { AssignmentLines } from "../../assignment-lines.ts";
import type { RawFinding } from "../../finding.ts";
import { shownName } from "../../pod-place.ts";
import type { SourceText } from "../../source-text.ts";
import { envFile, type Rule } from "../rule.ts";

/** Readers that do not support quotes. In a KEP-3721 file every value is quoted, so they are not compared. */
const WITHOUT_QUOTES: readonly string[] = ["docker", "kubectl"];

export const envfileDialect: Rule = {
  id: "envfile-dialect",
  severity: "warning",
  short: "readers of env files interpret the line differently",
  full: `Shells, dotenv, Node.js, docker, docker compose, kubectl and the kubelet read env files in different ways. The message
lists how each of them interprets the line, without the value.

By default, lint compares dotenv and docker compose. If a Compose file above the env file names it in \`env_file\`, only
docker compose reads it, and lint compares nothing. In a file that a kubelet reads, it compares all readers
except docker and kubectl, which do not support quotes. The comment \`# varexpand-dialect: kep\` marks such a file.`,
  triggers: envFile(`HOST=db#primary\n`),
  passes: envFile(`HOST=db # primary\n`),
};

export function dialectProblems({ differences, readers }: Comparison, source: SourceText): RawFinding[] {
  const isEnvFile = readers.some(({ id, variables }) => id === "design" && variables !== undefined);
  const isCompared = ({ id }: Reader) => !isEnvFile || !WITHOUT_QUOTES.includes(id);
  const lines = new AssignmentLines(source.text);
  const found = disagreements(differences, isCompared, readers, lines, source);
  for (const { id, refused, title } of readers) {
    if (refused === undefined || isEnvFile || id === "design" || id === "kubelet") continue;
    const start = lines.startOf(refused.line);
    const message = `${title} rejects the file: ${refused.reason}`;
    found.push({ rule: envfileDialect.id, ...source.restOfLine(start), message });
  }
  return found;
}

/** The lines that dotenv and docker compose read as different values. Compose's references are unknown. */
export function dotenvDifferences({ differences, readers }: Comparison, source: SourceText): RawFinding[] {
  const compared = readers.filter(({ id }) => id === "dotenv" || id === "compose");
  const lines = new AssignmentLines(source.text);
  const found = disagreements(differences, (reader) => compared.includes(reader), compared, lines, source);
  // A shell reads a line with `export`.
  return found.filter(({ start }) => !source.text.startsWith("export", source.lineStart(start)));
}

/** The lines that some readers read as different values. */
function disagreements(
  differences: Comparison["differences"],
  isCompared: (reader: Reader) => boolean,
  listed: readonly Reader[],
  lines: AssignmentLines,
  source: SourceText,
): RawFinding[] {
  const names = new Map<number, string[]>();
  for (const [name, groups] of differences) {
    const values = [...groups.values()].filter((group) => group.some(isCompared));
    const line = values.length > 1 ? lines.lastOf(name) : undefined;
    if (line !== undefined) addTo(names, line.start, name);
  }
  return Array.from(names, ([start, ofLine]) => {
    const message = `readers disagree: ${readingsOf(ofLine, start, lines, listed).join("; ")}`;
    return { rule: envfileDialect.id, ...source.restOfLine(start), message, name: ofLine[0]! };
  });
}

/** How readers interpret a line, without values: `dotenv 18, compose: A is the text between the quotes`. */
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
    addTo(readings, what, reader);
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
