/** Lines of an env file that its reader rejects, or ignores. */

import { envFileProblems } from "../../../envfile/parse.ts";
import type { Profile } from "../../../envfile/profile.ts";
import type { Comparison } from "../../../envfile/readers/compare.ts";
import { AssignmentLines } from "../../assignment-lines.ts";
import type { RawFinding } from "../../finding.ts";
import { shownName } from "../../pod-place.ts";
import type { SourceText } from "../../source-text.ts";
import { envFile, type Rule } from "../rule.ts";

/** The most problems listed for a file: after each one, the rest of the file is read again. */
const MOST_PROBLEMS = 100;

export const envfileSyntax: Rule = {
  id: "envfile-syntax",
  severity: "error",
  short: "a line of the env file is not a valid assignment",
  full: `Files for dotenv and docker compose consist of \`NAME=value\` lines, with closed quotes, and each name once.

The kubelet reads a file if a \`fileKeyRef\` refers to it, or if it contains the comment \`# varexpand-dialect: kep\`. An
env file of KEP-3721 (\`fileKeyRef\`) consists of \`NAME='value'\` lines with literal values in single quotes. A
container that refers to any other file does not start.

\`varexpand envfile --dialect dotenv -o env-file FILE\` converts a dotenv file.`,
  triggers: envFile(`HOST="db\n`),
  passes: envFile(`HOST="db"\n`),
};

/** @param bytes valid UTF-8; `source` has the same text */
export function syntaxProblems(bytes: Uint8Array, source: SourceText, profile: Profile): RawFinding[] {
  const problems = envFileProblems(bytes, { profile, path: "" }, MOST_PROBLEMS);
  let known = 0;
  let offset = 0;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return problems.map((problem) => {
    offset += decoder.decode(bytes.subarray(known, problem.offset)).length;
    known = problem.offset;
    const same = `the kubelet rejects the file: ${problem.reason.replace(/ at line \d+/, "")}`;
    return { rule: envfileSyntax.id, ...source.restOfLine(offset), message: same, same };
  });
}

/** An assignment as dotenv reads it, with its following comment. */
const ASSIGNMENT =
  /^[ \t\ufeff]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=[ \t]*|:[ \t]+)("(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|`[^`]*`)?([^\r\n]*)$/gm;

/** The start of a value that SOPS encrypted. Encryption makes equal values different. */
const ENCRYPTED = "ENC[AES256_GCM,";

/** Lines that are not assignments, quotes that are not closed, and names that are set to different values. */
export function assignmentProblems(source: SourceText): RawFinding[] {
  const found: RawFinding[] = [];
  const values = new Map<string, string>();
  const rest = source.text.replace(
    ASSIGNMENT,
    (whole: string, name: string, quoted = "", after: string, at: number) => {
      const add = (message: string) => {
        found.push({ rule: envfileSyntax.id, ...source.restOfLine(at), message, name });
      };
      const value = quoted + after.replace(/(?:^|\s)#.*/, "").trim();
      if (quoted === "" && /^["'`]/.test(after)) add(`the closing ${after[0]} of the value is missing`);
      else if (!value.startsWith(ENCRYPTED) && (values.get(name) ?? value) !== value) {
        add(`${shownName(name)} is set again, to a different value`);
      }
      if (!value.startsWith(ENCRYPTED)) values.set(name, value);
      return whole.replace(/[^\r\n]/g, " ");
    },
  );
  for (const { index, 0: line } of rest.matchAll(/[^\r\n]+/g)) {
    // A name alone is inherited by docker compose.
    if (/^\s*(?:$|#|(?:export\s+)?[\w.-]+\s*$)/.test(line)) continue;
    const message = "this line is not an assignment, and is ignored or rejected; write NAME=value";
    found.push({ rule: envfileSyntax.id, ...source.restOfLine(index), message });
  }
  return found;
}

/** The line for which a reader rejects the file. */
export function rejection({ readers }: Comparison, reader: string, source: SourceText): RawFinding[] {
  const { refused, title } = readers.find(({ id }) => id === reader)!;
  if (refused === undefined) return [];
  const start = new AssignmentLines(source.text).startOf(refused.line);
  const message = `${title} rejects the file: ${refused.reason}`;
  return [{ rule: envfileSyntax.id, ...source.restOfLine(start), message }];
}
