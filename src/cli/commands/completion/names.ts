/** The names of workloads, containers, and variables in the files on a command line, for shell completion. */
import { existsSync, statSync } from "node:fs";
import { shellUnquoted } from "../../../envfile/writers/shell.ts";
import { isKind } from "../../../kubernetes/cluster/kind-names.ts";
import { groupOf } from "../../../kubernetes/cluster/kinds.ts";
import { readManifestObjects } from "../../../kubernetes/cluster/objects.ts";
import type { Workload } from "../../../kubernetes/cluster/workloads.ts";
import { CONTAINER_LISTS } from "../../../kubernetes/pod/container-lists.ts";
import { memberOf } from "../../../text/own-keys.ts";
import { visibleText } from "../../../text/printable.ts";
import { STDIN } from "../../files/files.ts";
import { findInputs } from "../../files/inputs.ts";
import { regularFileStats } from "../../files/regular-file.ts";
import { type Arguments, type Command, type Options, parseArguments } from "../../frame/command.ts";
import { InputError, UsageError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { objectsIn } from "../../manifests/manifest-file.ts";
import { ManifestStream } from "../../manifests/manifest-stream.ts";
import { WorkloadSelection } from "../../manifests/workload-selection.ts";

export const NAME_KINDS = ["workloads", "containers", "variables"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

const MAX_COUNT = 1000;
/** The longest name to offer, in characters: that of an object in a cluster. */
const MAX_LENGTH = 253;
/** How many bytes of files to read. More would be too slow for completion. */
const MAX_BYTES = 8 << 20;

/**
 * Returns the workloads (`deployment/web`) in the files on a command line, or the containers or variables of the
 * workloads that it names. Skips unreadable files, and the rest of a file after an error. Reads only files: not standard
 * input or pipes, and no rendered kustomizations.
 *
 * @param words the words after the command's name, as typed; the last one is being completed
 */
export async function namesFor(
  what: NameKind,
  command: Command,
  words: readonly string[],
  io: CommandIo,
): Promise<string[]> {
  const typed = words.map(plainWord);
  const args = argumentsOf(command, typed);
  if (args === undefined) return [];
  const { operands, options } = args;
  const named = what === "workloads" ? [] : operands.filter((word) => word !== "" && !existsSync(word));
  const selections = named.flatMap((word) => ignoringInput(() => new WorkloadSelection([word], [])) ?? []);
  const namesIn = (workload: Workload) => {
    if (what === "workloads") return workloadNames(workload, typed.at(-1) ?? "");
    return what === "containers" ? containerNames(workload) : variableNames(workload, [options.container ?? []].flat());
  };
  const all = new Set<string>();
  /** The names in workloads that the command line names. */
  const own = new Set<string>();
  const add = (workload: Workload) => {
    const isOwn = selections.some((selection) => selection.hasWorkload(workload));
    for (const name of namesIn(workload)) {
      if (!isOffered(name) || all.size >= MAX_COUNT) continue;
      all.add(name);
      if (isOwn) own.add(name);
    }
  };
  for await (const file of filesOf(args, io)) {
    ignoringInput(() => {
      const manifest = new ManifestStream({ file, isFound: false }, io);
      for (const part of manifest.parts()) {
        for (const document of part.documents) {
          objectsIn(part, document, (value) =>
            readManifestObjects(value, { listKind: part.list?.kind }),
          ).workloads.forEach(add);
        }
      }
    });
    if (all.size >= MAX_COUNT) break;
  }
  return [...(own.size > 0 ? own : all)];
}

/** The name of a workload, with the kind in a word like `deploy/we`, or else its own. */
function workloadNames({ owner: { apiVersion, kind = "", metadata } }: Workload, current: string): string[] {
  if (typeof metadata?.name !== "string") return [];
  const shown = /^([^/]+)\/[^/]*$/.exec(current)?.[1] ?? kind.toLowerCase();
  return isKind(shown, kind, groupOf(apiVersion)) ? [`${shown}/${metadata.name}`] : [];
}

function containersOf({ pod }: Workload): unknown[] {
  return CONTAINER_LISTS.map((list) => memberOf(pod.spec, list)).flatMap((list) => (Array.isArray(list) ? list : []));
}

function containerNames(workload: Workload): unknown[] {
  return containersOf(workload).map((container) => memberOf(container, "name"));
}

/** @param containers the names of the containers; if empty, all */
function variableNames(workload: Workload, containers: readonly unknown[]): unknown[] {
  return containersOf(workload)
    .filter((container) => containers.length === 0 || containers.includes(memberOf(container, "name")))
    .flatMap((container) => memberOf(container, "env") ?? [])
    .map((variable) => memberOf(variable, "name"));
}

/** Removes quotes as a shell would, unless a file has this name. */
function plainWord(word: string): string {
  return existsSync(word) ? word : shellUnquoted(word);
}

/** Parses the arguments that are typed so far; undefined if they are wrong. */
function argumentsOf({ options, takesCommand }: Command, words: readonly string[]): Arguments<Options> | undefined {
  const isOption = words.at(-1)?.startsWith("-") === true;
  return ignoringInput(() => parseArguments(options, isOption ? words.slice(0, -1) : words, takesCommand));
}

/** The paths of regular files that the arguments name, up to the size limit. */
async function* filesOf({ operands, options }: Arguments<Options>, io: CommandIo): AsyncGenerator<string> {
  const recursive = Boolean(options.recursive);
  let left = MAX_BYTES;
  for (const word of [...[options.file ?? []].flat().map(String), ...operands]) {
    const path = !existsSync(word) && word.startsWith("~/") ? `${io.environment.HOME}${word.slice(1)}` : word;
    if (path === STDIN || (existsSync(path) && regularFileStats(path) === undefined && !statSync(path).isDirectory()))
      continue;
    const given = { command: "completion", operands: [], options: { file: [path], recursive, kustomize: [] } };
    const found = await findInputs(given, io).catch(inputErrorOnly);
    for (const { file } of found?.files ?? []) {
      const stats = regularFileStats(file);
      if (stats === undefined) continue;
      left -= stats.size;
      if (left < 0) return;
      yield file;
    }
  }
}

/** Returns the result of an action; undefined if its input is wrong. */
function ignoringInput<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    return inputErrorOnly(error);
  }
}

function inputErrorOnly(error: unknown): undefined {
  if (!(error instanceof InputError) && !(error instanceof UsageError)) throw error;
}

/**
 * Whether to offer a name: it must be visible on one line of a terminal, and not look like an option. The scripts quote
 * names, but as a precaution, names that a shell could expand are not offered.
 */
function isOffered(name: unknown): name is string {
  return (
    typeof name === "string" && /^[^-$`][^$`]*$/.test(name) && name.length <= MAX_LENGTH && visibleText(name) === name
  );
}
