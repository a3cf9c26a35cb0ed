/** A variable that is written as in a shell, where no shell reads it. */

import type { ContainerTrace, TracedUse } from "../../../kubernetes/pod/trace/types.ts";
import { type PodPlace, shownName, stringAt, type TextRange } from "../../pod-place.ts";
import type { RawFix } from "../../raw-finding.ts";
import { container, type UseRule } from "../rule.ts";

export const shellSyntax: UseRule = {
  id: "shell-syntax",
  severity: "warning",
  short: "a variable is written as in a shell, where no shell runs",
  full: `Kubernetes expands \`$(NAME)\` only. \`$NAME\` and \`\${NAME}\` are for a shell, and where none runs the program sees them as
they are written. The rule speaks of variables that the container declares, and is silent where the whole value is
\`\${NAME}\`: that is usually a placeholder of another tool.

Write \`$(NAME)\`. \`varexpand lint --fix\` does that for \`\${NAME}\` of a variable that is declared before.`,
  triggers: container(`env:
- name: HOST
  value: db
- name: URL
  value: http://\${HOST}:8080`),
  passes: container(`command: [sh, -c, "exec server --host=\${HOST}"]
env:
- name: HOST
  value: db`),
  verdicts: ["malformed"],
  check({ definition, end, form, name, path, start }, _, { isKnown, parameters, place }) {
    if (form !== "braces" && form !== "bare") return undefined;
    if (definition === undefined || isKnown(name) || parameters.has(name)) return undefined;
    const text = stringAt(place, path);
    if (text === undefined || (start === 0 && end === text.length)) return undefined;
    const written = text.slice(start, end);
    const shown = shownName(name);
    // The same for `${NAME:-default}`, whose default may be a password.
    const isPlain = written === `$${name}` || written === `\${${name}}`;
    const sequence = isPlain ? shownName(written) : `\${${shown}…}`;
    const isOwn = definition.path?.at(-1) === path.at(-2) && path[3] === "env" && definition.hides === undefined;
    const hint = isOwn ? `, and ${shown} of the image is not seen` : `; write $(${shown})`;
    return { message: `${sequence} stays as written: no shell reads it${hint}` };
  },
  fix: parentheses,
};

/** `${X}` becomes `$(X)`, if X has its value there. */
function parentheses(
  { form, name, path }: TracedUse,
  trace: ContainerTrace,
  place: PodPlace,
  { start, end }: TextRange,
): RawFix | undefined {
  const { text } = place.source;
  if (form !== "braces" || text.slice(start, end) !== `\${${name}}` || !isSetAt(name, path, trace)) return undefined;
  return {
    description: `write $(${shownName(name)})`,
    edits: [
      { start: start + 1, end: start + 2, text: "(" },
      { start: end - 1, end, text: ")" },
    ],
  };
}

/** Whether a variable of the container is set where a text is expanded; in a probe, another value counts. */
function isSetAt(name: string, path: TracedUse["path"], trace: ContainerTrace): boolean {
  const [list, index] = path.slice(3, 5);
  if (list === "command" || list === "args") return true;
  // The last entry of the name is before this one: so are the others.
  const at = trace.definitionOf(name)?.path;
  return list === "env" && (at?.at(-2) !== "env" || (at.at(-1) as number) < (index as number));
}
