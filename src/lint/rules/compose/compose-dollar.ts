/** A `$` in a Compose file that is not meant for docker compose. */

import type { ComposeFile } from "../../../compose/project.ts";
import type { ComposeText } from "../../../compose/texts.ts";
import { type ComposeUse, isCommand } from "../../../compose/uses.ts";
import { shownName } from "../../pod-place.ts";
import type { Problem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { problemAt, project, shownReference } from "./compose-place.ts";

export const composeDollar: Rule<"compose"> = {
  id: "compose-dollar",
  severity: "error",
  short: "docker compose interprets a $ that is part of the text",
  full: `Docker compose replaces \`$NAME\` and \`\${NAME}\` in every value of a Compose file. It rejects other text in \`\${…}\`,
and references that are not closed:
\`invalid interpolation format for services.app.command. You may need to escape any $ with another $\`.

The rule reports text that docker compose rejects. As a warning, it also reports a variable that nothing sets where the \`$\`
was likely meant for something else: a part of a password or of a hash, a variable that the shell in the command assigns,
or a variable that the container has and the command uses. Docker compose replaces these with nothing.

Write \`$$\`, which docker compose replaces with \`$\`. A \`$\` that is not followed by a letter, \`_\`, or \`{\` does not need
it: docker compose keeps \`$5\`.`,
  triggers: project("environment:\n  DB_PASSWORD: pa$word"),
  passes: project("environment:\n  DB_PASSWORD: pa$$word"),
  isFixable: true,
  sees: "compose",
  check({ file, uses }) {
    let unclosed: ComposeText | undefined;
    return uses.flatMap((use) => {
      const { problem, text } = use;
      if (problem.kind !== "malformed") return isLostDollar(use) ? [lost(file, use)] : [];
      // What follows text that is not closed is a part of it.
      if (text === unclosed) return [];
      if (!text.text.includes("}", problem.start)) unclosed = text;
      return [rejected(file, use, text === unclosed)];
    });
  },
};

const SECRET = /pass(?:w(?:or)?d|wd|phrase)?(?:$|_)|secret|token|credential|hash|basicauth|(?:^|_)(?:api_?)?key$/i;

/** `$2y$10$…`, `$apr1$…`, `$argon2id$v=19$…` */
const HASH = /\$(?:2[abxy]?|apr1|argon2(?:id?|d)|[1567]|y|scrypt|pbkdf2(?:-\w+)?)\$[A-Za-z0-9./=,+$-]{16,}/;

/** Longer values are not passwords or hashes. */
const MAX_SECRET = 1000;

/** Whether the text in `$…` is a part of a password or of a hash. */
function isInSecret({ problem, text: { path, text } }: ComposeUse): boolean {
  if (text.length > MAX_SECRET) return false;
  if (HASH.test(text)) return true;
  const assigned = typeof path.at(-1) === "number" ? /^([\w.-]+)=/.exec(text) : null;
  const valueStart = assigned === null ? 0 : assigned[0].length;
  // `$NAME` as a whole, or next to another reference or separator, is a reference.
  const isInside = problem.start > valueStart && /[^\s$/:@,;=&?"'({}-]/.test(text[problem.start - 1]!);
  return isInside && SECRET.test(assigned?.[1] ?? `${path.at(-1)}`) && !/:\/\//.test(text);
}

/** Whether the `$` of an unset variable is likely meant for something else. */
export function isLostDollar(use: ComposeUse): boolean {
  const { inContainer, isAssigned, isExample, meant, problem, text } = use;
  if (problem.kind !== "unset" || isExample || meant !== undefined) return false;
  if (isAssigned || (inContainer !== undefined && isCommand(text))) return true;
  return text.text[problem.start + 1] !== "{" && isInSecret(use);
}

/** The text can be a secret, so the message has only a name. */
function rejected(file: ComposeFile, use: ComposeUse, isUnclosed: boolean): Problem {
  const { start } = use.problem;
  const text = use.text.text.slice(start);
  const [, name, next] = /^\$\{([A-Za-z_]\w*)?(.?)/.exec(text)!;
  const shown = name === undefined || isInSecret(use) ? "" : shownName(name);
  const at = (what: string) => problemAt(use, `docker compose rejects \${${shown}${what}`);
  if (isUnclosed) return at(`${shown === "" ? "…" : ""}, which is not closed`);
  if (shown !== "" && next === ":") return at(`:…}; write \${${shown}:-…} for a default`);
  return withEscape(file, use, at("…}, which is not a reference; write $${ for the text ${"));
}

function lost(file: ComposeFile, use: ComposeUse): Problem {
  const { inContainer, isAssigned } = use;
  const isInCommand = isAssigned || inContainer !== undefined;
  const shown = isInCommand ? shownReference(use) : "a part of the value";
  const why = isAssigned
    ? "the command assigns the variable, but docker compose replaces it first"
    : inContainer !== undefined
      ? `${shownName(inContainer)} sets it only in the container`
      : "$ begins a reference";
  const found = problemAt(use, `docker compose replaces ${shown} with nothing: ${why}; write $$ for $`);
  return withEscape(file, use, { ...found, atMost: "warning", ...(isInCommand && { name: use.problem.name }) });
}

/** The finding with a fix that escapes the `$`, unless the string is not in the file verbatim. */
function withEscape({ text }: ComposeFile, { problem, text: { text: value } }: ComposeUse, found: Problem): Problem {
  const { end, start } = found;
  if (text.slice(start, end) !== value.slice(problem.start, problem.end)) return found;
  return { ...found, fix: { description: "write $$ for $", edits: [{ start, end: start, text: "$" }] } };
}
