/** `kubectl_complete-varexpand`: what kubectl's completion offers behind `kubectl varexpand`. */
import { spawnSync } from "node:child_process";
import { type Arguments, type Option, type Options, parseArguments } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { spellings, valueOf } from "../completion/values.ts";
import { kubectlCommand, passedOn, workloadOf } from "./kubectl.ts";

/** What kubectl makes of the words: how cobra, kubectl's library, numbers its directives. */
const FILES = ":0";
const NO_FILES = ":4";
const DIRECTORIES = ":16";

/** Milliseconds that kubectl may take. */
const PATIENCE = 10_000;

/**
 * The lines for kubectl: words, each with its description behind a tab, and a directive. Names of workloads, containers,
 * namespaces and contexts are those that kubectl itself would offer.
 *
 * @param words the words behind `kubectl varexpand`; the last one is being completed
 */
export function kubectlCompletion(words: readonly string[], io: Pick<CommandIo, "environment">): string[] {
  try {
    return linesFor(words, io);
  } catch (error) {
    // A mistake in the words.
    if (error instanceof UsageError) return [NO_FILES];
    throw error;
  }
}

function linesFor(words: readonly string[], io: Pick<CommandIo, "environment">): string[] {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? "";
  const { options } = kubectlCommand;
  const [, assigned, value = ""] = /^(--?[^=]+)=(.*)$/s.exec(current) ?? [];
  const written = assigned ?? before.at(-1);
  const entry = Object.entries(options).find((one) => written !== undefined && spellings(one).includes(written));
  const taken = entry && valueOf(entry[1]);
  if (entry !== undefined && taken !== undefined) {
    const prefix = assigned === undefined ? "" : `${assigned}=`;
    const typed = assigned === undefined ? current : value;
    if (taken.kind === "words") return [...offered(taken.words, typed).map((word) => prefix + word), NO_FILES];
    if (taken.kind === "file") return [FILES];
    if (taken.kind === "directory") return [DIRECTORIES];
    return assigned === undefined ? asked(before.slice(0, -1), current, io, entry) : [NO_FILES];
  }
  if (current.startsWith("-")) {
    const rows = Object.entries(options).map(([name, { help }]) => `--${name}\t${help}`);
    return [...offered(rows, current), NO_FILES];
  }
  return asked(before, current, io);
}

function offered(words: readonly string[], typed: string): string[] {
  return words.filter((word) => word.startsWith(typed));
}

/** What kubectl offers for a word behind others, or for what an option takes. */
function asked(
  before: readonly string[],
  current: string,
  io: Pick<CommandIo, "environment">,
  option?: readonly [name: string, option: Option],
): string[] {
  const args = parseArguments(kubectlCommand.options, before);
  if (args === undefined) return [NO_FILES];
  if (option?.[1].value === "CONTAINER") return [...offered(containersOf(args, io), current), NO_FILES];
  const call = callFor(current, args, option?.[0]);
  if (call === undefined) return [NO_FILES];
  const lines = printedBy(["__complete", ...call], io)
    .split("\n")
    .filter((line) => line !== "");
  return /^:\d+$/.test(lines.at(-1) ?? "") ? lines : [NO_FILES];
}

/** What kubectl prints; nothing if it fails. */
function printedBy(args: readonly string[], { environment }: Pick<CommandIo, "environment">): string {
  const { stdout } = spawnSync("kubectl", args, {
    env: environment,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: PATIENCE,
    windowsHide: true,
  });
  return stdout ?? "";
}

/** The names of the containers of the workload, wherever in the object its pod stands. */
function containersOf({ operands, options }: Arguments<Options>, io: Pick<CommandIo, "environment">): string[] {
  if (operands.length === 0) return [];
  const lists = ["containers", "initContainers"].map((list) => `{..${list}[*].name}`).join(" ");
  const workload = workloadOf(operands);
  return printedBy(["get", ...passedOn(options), `--output=jsonpath=${lists}`, "--", workload], io).match(/\S+/g) ?? [];
}

/** kubectl's words for the same question; undefined if there is nothing to ask. */
function callFor(
  current: string,
  { operands, options }: Arguments<Options>,
  option: string | undefined,
): string[] | undefined {
  const own = passedOn(options);
  if (option !== undefined) return ["logs", ...own, `--${option}`, current];
  const [kind] = operands;
  if (kind === undefined) return ["logs", ...own, current];
  return operands.length > 1 || kind.includes("/") ? undefined : ["get", ...own, kind, current];
}
