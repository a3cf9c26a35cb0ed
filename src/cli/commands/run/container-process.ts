/** What a process needs to be run as a container would: its environment, and its command. */
import type { ManifestPath, Need } from "../../../kubernetes/pod/types.ts";
import { printable } from "../../../text/printable.ts";
import { InputErrors } from "../../frame/errors.ts";
import type { ChosenContainer } from "../../manifests/chosen-container.ts";
import { unknownText } from "../../manifests/needs.ts";

/** Depth of a path to `env`, `command` and so on: `["spec", "containers", 0, "env"]`. */
const MEMBER = 3;

/**
 * Checks that everything is known of what the process gets.
 *
 * @param runsOwn whether it runs the container's own command
 * @throws InputErrors with a line for each thing that is not known, or why the container would not start
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
  const told = new Set(entries.map(({ name }) => name));
  for (const reference of resolved.unresolved) {
    const { name, need, path } = reference;
    if (need === undefined || !isUsed(path) || told.has(name)) continue;
    told.add(name);
    add(workload.placesOf([reference])[0]!, `$(${printable(name)})`, need);
  }
  if (lines.length === 0) return;
  throw new InputErrors([...lines, "varexpand run: what is unknown can be set with -e NAME=VALUE"]);
}

/** A line for each reference in what the process gets that stays as written. */
export function unresolvedLines({ workload, resolved }: ChosenContainer, runsOwn: boolean): string[] {
  const members: readonly unknown[] = runsOwn ? ["env", "command", "args"] : ["env"];
  const references = resolved.unresolved.filter(({ path, verdict }) => {
    return members.includes(path[MEMBER]) && (verdict === "undefined" || verdict === "declared-later");
  });
  const places = workload.placesOf(references);
  return references.map((reference, i) => {
    const { name } = reference;
    return `${places[i]}: ${workload.name}: $(${printable(name)}) stays as written: ${workload.reasonOf(reference)}`;
  });
}

/**
 * The container's variables.
 *
 * @throws InputErrors for values that no process can be given from here
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
 * The container's own command, with its args.
 *
 * @throws InputErrors if the container has no command
 */
export function commandOf({ workload, resolved }: ChosenContainer): readonly string[] {
  const { command, args = [] } = resolved;
  if (command !== undefined && command.length > 0) return [...command, ...args];
  const what = `container ${printable(resolved.name)} has no command, and its image's is not known here`;
  throw new InputErrors([`${workload.placeOf(resolved.path)}: ${workload.name}: ${what}; write it after --`]);
}
