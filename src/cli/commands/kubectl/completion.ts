/** `kubectl_complete-varexpand`: completes the arguments of `kubectl varexpand`. */
import { spawnSync } from "node:child_process";
import { type Arguments, type Option, type Options, parseArguments } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { spellings, valueOf } from "../../frame/option-values.ts";
import { kubectlCommand, kubectlOptions, workloadOf } from "./kubectl.ts";

/** The directives of cobra, kubectl's command-line library. */
const FILES = ":0";
const NO_FILES = ":4";
const DIRECTORIES = ":16";

const TIMEOUT = 10_000;

type Environment = CommandIo["environment"];

/**
 * Returns the lines for kubectl: words, each with its description after a tab, and a directive. The names of workloads,
 * containers, namespaces, and contexts come from kubectl itself.
 *
 * @param words the words after `kubectl varexpand`; the last one is being completed
 */
export function kubectlCompletion(words: readonly string[], { environment }: Pick<CommandIo, "environment">): string[] {
  try {
    return linesFor(words, environment);
  } catch (error) {
    // The words are not a valid command line.
    if (error instanceof UsageError) return [NO_FILES];
    throw error;
  }
}

function linesFor(words: readonly string[], environment: Environment): string[] {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? "";
  const { options } = kubectlCommand;
  const [, assigned, value = ""] = /^(--?[^=]+)=(.*)$/s.exec(current) ?? [];
  const flag = assigned ?? before.at(-1) ?? "";
  const entry = Object.entries(options).find((one) => spellings(one).includes(flag));
  const taken = entry && valueOf(entry[1]);
  if (entry !== undefined && taken !== undefined) {
    const prefix = assigned === undefined ? "" : `${assigned}=`;
    const typed = assigned === undefined ? current : value;
    if (taken.kind === "words") return [...offered(taken.words, typed).map((word) => prefix + word), NO_FILES];
    if (taken.kind === "file") return [FILES];
    if (taken.kind === "directory") return [DIRECTORIES];
    return assigned === undefined ? linesFromKubectl(before.slice(0, -1), current, environment, entry) : [NO_FILES];
  }
  if (current.startsWith("-")) {
    const rows = Object.entries(options).map(([name, { help }]) => `--${name}\t${help}`);
    return [...offered(rows, current), NO_FILES];
  }
  return linesFromKubectl(before, current, environment);
}

function offered(words: readonly string[], typed: string): string[] {
  return words.filter((word) => word.startsWith(typed));
}

/** Returns what kubectl offers for an operand, or for the value of an option. */
function linesFromKubectl(
  before: readonly string[],
  current: string,
  environment: Environment,
  option?: readonly [name: string, option: Option],
): string[] {
  const args = parseArguments(kubectlCommand.options, before);
  if (args === undefined) return [NO_FILES];
  if (option?.[1].value === "CONTAINER") return [...offered(containersOf(args, environment), current), NO_FILES];
  const call = callFor(current, args, option?.[0]);
  if (call === undefined) return [NO_FILES];
  const lines = outputOf(["__complete", ...call], environment).match(/.+/g) ?? [];
  return /^:\d+$/.test(lines.at(-1) ?? "") ? lines : [NO_FILES];
}

/** Returns kubectl's output; an empty string if it fails. */
function outputOf(args: readonly string[], environment: Environment): string {
  const { stdout } = spawnSync("kubectl", args, {
    env: environment,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: TIMEOUT,
    windowsHide: true,
  });
  return stdout ?? "";
}

/** Returns the names of the workload's containers, wherever its pod is in the object. */
function containersOf({ operands, options }: Arguments<Options>, environment: Environment): string[] {
  if (operands.length === 0) return [];
  const lists = "{..containers[*].name} {..initContainers[*].name}";
  const call = ["get", ...kubectlOptions(options), `--output=jsonpath=${lists}`, "--", workloadOf(operands)];
  return outputOf(call, environment).match(/\S+/g) ?? [];
}

/** Returns a command line that kubectl completes in the same way; undefined if none exists. */
function callFor(
  current: string,
  { operands, options }: Arguments<Options>,
  option: string | undefined,
): string[] | undefined {
  const own = kubectlOptions(options);
  if (option !== undefined) return ["logs", ...own, `--${option}`, current];
  const [kind] = operands;
  if (kind === undefined) return ["logs", ...own, current];
  return operands.length > 1 || kind.includes("/") ? undefined : ["get", ...own, kind, current];
}
