/** A reader of the env file rejects it. */

import { kubeletMessage } from "../../../envfile/error.ts";
import { envFileProblems } from "../../../envfile/parse.ts";
import { envFile } from "../example.ts";
import type { Problem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import type { SeenEnvFile } from "./judge.ts";

/** The most problems listed for a file: after each one, the rest of the file is read again. */
const MAX_PROBLEMS = 100;

export const envfileSyntax: Rule<"envFile"> = {
  id: "envfile-syntax",
  severity: "error",
  short: "a program that reads the env file rejects it",
  full: `The message names the programs, and why they reject the file. Most env files are rejected because of a quote that is not
closed, or a line that is not an assignment.

The kubelet reads a file if a \`fileKeyRef\` refers to it, or if it contains the comment \`# varexpand-dialect: kep\`. An
env file of KEP-3721 (\`fileKeyRef\`) consists of \`NAME='value'\` lines with literal values in single quotes. A
container that refers to any other file does not start.

\`varexpand envfile --dialect dotenv -o env-file FILE\` converts a dotenv file.`,
  triggers: envFile(`HOST="db\n`),
  passes: envFile(`HOST="db"\n`),
  isFixable: true,
  sees: "envFile",
  check: (file) => (file.isReadByKubelet ? syntaxProblems(file) : file.rejections()),
};

function syntaxProblems({ bytes, profile, source }: SeenEnvFile): Problem[] {
  const problems = envFileProblems(bytes, { profile, path: "" }, MAX_PROBLEMS);
  let known = 0;
  let offset = 0;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return problems.map((problem) => {
    offset += decoder.decode(bytes.subarray(known, problem.offset)).length;
    known = problem.offset;
    const reason = profile === "kubelet" ? kubeletMessage(problem.code) : problem.reason;
    const same = `the kubelet rejects the file: ${reason}`;
    return { ...source.restOfLine(offset), message: same, same };
  });
}
