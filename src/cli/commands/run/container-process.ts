/** The environment and command of a container, for a process on this machine. */
import type { ManifestPath, Need } from "../../../kubernetes/pod/types.ts";
import { printable } from "../../../text/printable.ts";
import { InputErrors } from "../../frame/errors.ts";
import type { ChosenContainer } from "../../manifests/chosen-container.ts";
import { unknownText } from "../../manifests/manifest-workload.ts";

/** The index of `env`, `command`, and so on in a path: `["spec", "containers", 0, "env"]`. */
const MEMBER = 3;

/**
 * Checks that everything that the process needs is known.
 *
 * @param runsOwn whether it runs the container's own command
 * @throws InputErrors with a line for each unknown, or with the reason why the container would not start
 */
export function checkContainer({ workload, resolved }: ChosenContainer, runsOwn: boolean): void {
  const title = `${workload.name}: container ${printable(resolved.name)}`;
  const { error } = resolved;
  if (error !== undefined) {
    const line = `${workload.placeOf(error.path)}: ${title} would not start: ${printable(error.message)}`;
    throw new InputErrors([line]);
  }
  const members: readonly unknown[] = runsOwn ? ["env", "envFrom", "command", "args"] : ["env", "envFrom"];
  const isUsed = (path: ManifestPath) => members.includes(path[MEMBER]);
  const lines: string[] = [];
  const add = (place: string, what: string, need: Need) =>
    lines.push(`${place}: ${title}: ${what}: ${unknownText(need)}`);
  const entries = resolved.unknown.filter(({ path, source }) => isUsed(path) && source.kind !== "service");
  for (const entry of entries) {
    add(workload.placeOf(entry.path), entry.name === "" ? workload.fieldOf(entry.path) : printable(entry.name), entry);
  }
  const reported = new Set(entries.map(({ name }) => name));
  for (const reference of resolved.unresolved) {
    const { name, need, path } = reference;
    if (need === undefined || !isUsed(path) || reported.has(name)) continue;
    reported.add(name);
    add(workload.placesOf([reference])[0]!, `$(${printable(name)})`, need);
  }
  if (lines.length === 0) return;
  throw new InputErrors([...lines, "varexpand run: set unknown variables with -e NAME=VALUE"]);
}

/** Returns a line for each reference in the environment and command that is not expanded. */
export function unresolvedLines({ workload, resolved }: ChosenContainer, runsOwn: boolean): string[] {
  const members: readonly unknown[] = runsOwn ? ["env", "command", "args"] : ["env"];
  const references = resolved.unresolved.filter(({ path, verdict }) => {
    return members.includes(path[MEMBER]) && (verdict === "undefined" || verdict === "declared-later");
  });
  const places = workload.placesOf(references);
  return references.map((reference, i) => {
    const { name } = reference;
    return `${places[i]}: ${workload.name}: $(${printable(name)}) is not expanded: ${workload.reasonOf(reference)}`;
  });
}

/**
 * Returns the container's variables.
 *
 * @throws InputErrors for values that Node.js cannot pass to a process
 */
export function environmentOf({ workload, resolved }: ChosenContainer): Map<string, string> {
  const binary = resolved.env.filter(({ bytes }) => bytes !== undefined);
  if (binary.length > 0) {
    throw new InputErrors(
      binary.map(({ name, path = resolved.path }) => {
        return `${workload.placeOf(path)}: ${workload.name}: the value of ${printable(name)} is not UTF-8; set it with -e`;
      }),
    );
  }
  return new Map(resolved.env.map(({ name, value }) => [name, value]));
}

/**
 * Returns the container's own command with its args.
 *
 * @throws InputErrors if the container has no command
 */
export function commandOf({ workload, resolved }: ChosenContainer): readonly string[] {
  const { command, args = [] } = resolved;
  if (command !== undefined && command.length > 0) return [...command, ...args];
  const what = `container ${printable(resolved.name)} has no command, and that of its image is unknown`;
  throw new InputErrors([`${workload.placeOf(resolved.path)}: ${workload.name}: ${what}; add a command after --`]);
}
