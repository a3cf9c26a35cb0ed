/** Shell syntax where no shell runs. */

import { reasonText } from "../../../kubernetes/pod/reason-text.ts";
import type { ContainerTrace, Definition, TracedUse } from "../../../kubernetes/pod/trace/types.ts";
import type { RawFix, TextRange } from "../../finding.ts";
import { type PodPlace, shownName, stringAt } from "../../pod-place.ts";
import { container } from "../example.ts";
import { isCommand, isInProbe, type UseRule } from "../rule.ts";

/** A value that is probably a script, which the program of the image runs: lines, or commands. */
const SCRIPT = /[\r\n].|\s(?:&&|\|\|?)\s|;\s+[a-z]+\s/;

/** Whether a text is a script or a configuration in an argument: `python -c` reads `${X}` as text. */
function isScript(path: TracedUse["path"], text: string): boolean {
  if (path[3] === "env") return SCRIPT.test(text);
  return (path.at(-2) === "command" || path.at(-2) === "args") && /[\r\n]/.test(text.trimEnd());
}

export const shellSyntax: UseRule = {
  id: "shell-syntax",
  severity: "warning",
  short: "a reference has shell syntax, but no shell runs",
  full: `Kubernetes expands only \`$(NAME)\`. \`$NAME\` and \`\${NAME}\` are shell syntax. Without a shell, the program receives them
as literal text. The rule checks variables that the container declares. It ignores values with
several lines or commands, which are usually scripts, and placeholders of other tools: \`X: \${X}\`, and arguments that consist only of
\`\${NAME}\`. A value that is only \`\${NAME}\` of another variable of the container is reported, unless other values of the
container are such placeholders.

Write \`$(NAME)\`. \`varexpand lint --fix\` does that for \`\${NAME}\` if the variable is already declared.`,
  triggers: container(`env:
- name: HOST
  value: db
- name: URL
  value: http://\${HOST}:8080`),
  passes: container(`command: [sh, -c, "exec server --host=\${HOST}"]
env:
- name: HOST
  value: db`),
  isLocal: true,
  isFixable: true,
  sees: "use",
  verdicts: ["malformed", "undefined"],
  check({ pod: { isKnown, isPartial, isReplaced, parameters, place }, trace, use }) {
    const { end, form, name, path, start, verdict } = use;
    const definition = use.definition ?? skippedDefinition(trace, name);
    // Flux replaces what has braces. The command of a container that is not known can be a shell.
    if ((isReplaced(path) && form !== "bare") || (isPartial && path[3] !== "env")) return [];
    if (isScript(path, stringAt(place, path) ?? "")) return [];
    if (verdict === "undefined") return commandSubstitution(use, trace, place);
    if (form !== "braces" && form !== "bare") return [];
    if (definition === undefined || isKnown(name) || parameters.has(name)) return [];
    const text = stringAt(place, path);
    // In parentheses, it is an expression of Chainsaw.
    if (text === undefined || /^\(.*\)$/s.test(text)) return [];
    if (start === 0 && end === text.length && !isExpandedWhole(path.at(-1), trace, place)) return [];
    const written = text.slice(start, end);
    const shown = shownName(name);
    // The same for `${NAME:-default}`, whose default may be a password.
    const isPlain = written === `$${name}` || written === `\${${name}}`;
    const sequence = isPlain ? shownName(written) : `\${${shown}…}`;
    const isOwn = `${definition.path}` === `${path.slice(0, -1)}` && definition.hides === undefined;
    // Other tools replace `HOST: ${HOST}:80` before it is applied.
    if (isOwn && !/PATH|OPTS|OPTIONS|FLAGS|ARGS/.test(name) && !text.includes(":/")) return [];
    // A probe sees only literal values of `env`.
    const isVisible = !isInProbe(path) || definition.source.kind === "value";
    const declared = isSetAt(path, firstOf(definition)) ? "" : ` and declare ${shown} before`;
    const write = isVisible ? `; write $(${shown})${declared}` : "";
    const hint = isOwn ? `, and ${shown} of the image is not visible to Kubernetes` : write;
    const message = `${sequence} is not expanded: ${reasonText(use)}${hint}`;
    return [{ message, fix: (range) => parentheses(use, place, range) }];
  },
};

/** `$(date)`, which only a shell runs. A similar variable may be intended: then `undefined-reference` reports it. */
function commandSubstitution(
  { definition, name, path }: TracedUse,
  trace: ContainerTrace,
  { workload }: PodPlace,
): { readonly message: string }[] {
  if (!workload.isBuiltIn || definition !== undefined || !isCommand(name) || name.includes("$(")) return [];
  if ((path.at(-1) === "subPathExpr" || trace.definitionOf(name.trim())) ?? trace.closestTo(name)) return [];
  return [{ message: `$(${shownName(name)}) is not expanded: command substitution needs a shell` }];
}

/** Whether `${NAME}` as a whole string is a mistake: in a `subPathExpr`, or in a value of a container without placeholders. */
function isExpandedWhole(field: unknown, trace: ContainerTrace, place: PodPlace): boolean {
  return field === "subPathExpr" || (field === "value" && !hasPlaceholders(trace, place));
}

/** An entry of `env` that sets nothing, because its key is missing and optional. */
function skippedDefinition({ definitions }: ContainerTrace, name: string): Definition | undefined {
  return definitions.find((each) => each.isSkipped && each.name === name);
}

/** Whether a value of the container is only `${NAME}` of its own name, or of one that the container does not declare. */
function hasPlaceholders({ definitionOf, uses }: ContainerTrace, place: PodPlace): boolean {
  return uses.some(({ end, form, name, path, start }) => {
    if (form !== "braces" || start !== 0 || path.at(-1) !== "value" || end !== stringAt(place, path)?.length)
      return false;
    return definitionOf(name) === undefined || stringAt(place, [...path.slice(0, -1), "name"]) === name;
  });
}

/** `${X}` becomes `$(X)`, if X has its value there. */
function parentheses(
  { definition, form, name, path }: TracedUse,
  place: PodPlace,
  { start, end }: TextRange,
): RawFix | undefined {
  const { text } = place.source;
  if (form !== "braces" || text.slice(start, end) !== `\${${name}}`) return undefined;
  // In a probe, another value counts. After the last entry of the name, all of them have set it.
  if (isInProbe(path) || definition === undefined || !isSetAt(path, definition)) return undefined;
  return {
    description: `write $(${shownName(name)})`,
    edits: [
      { start: start + 1, end: start + 2, text: "(" },
      { start: end - 1, end, text: ")" },
    ],
  };
}

/** Whether a definition sets its variable before a text is expanded. */
function isSetAt(path: TracedUse["path"], { path: at }: Definition): boolean {
  const [list, index] = path.slice(3, 5);
  return list !== "env" || at?.at(-2) !== "env" || (at.at(-1) as number) < (index as number);
}

/** The first definitions that have been found: a variable with many definitions can have many uses. */
const firsts = new WeakMap<Definition, Definition>();

/** The first definition of a variable, which others hide. */
function firstOf(definition: Definition): Definition {
  let first = firsts.get(definition) ?? definition;
  while (first.hides !== undefined) first = first.hides;
  firsts.set(definition, first);
  return first;
}
