/** `varexpand run`: a command in the environment that a container would have. */
import { maskedCommands } from "../../../kubernetes/pod/resolve/masked.ts";
import { isSecretVariable } from "../../../kubernetes/pod/sources/secret-value.ts";
import { printable } from "../../../text/printable.ts";
import { checkReadable } from "../../files/files.ts";
import { inputOptions } from "../../files/input-options.ts";
import { findInputs } from "../../files/inputs.ts";
import { type Arguments, defineCommand } from "../../frame/command.ts";
import { InputErrors, UsageError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { type ChosenContainer, chosenContainer } from "../../manifests/chosen-container.ts";
import { clusterOptions, givenCluster, readNode } from "../../manifests/cluster-options.ts";
import { ManifestStream } from "../../manifests/manifest-stream.ts";
import { envFileOptions } from "../envfile/options.ts";
import { readEnvFiles } from "../envfile/variables.ts";
import { assignmentsOf, definedIn } from "../expand/environment.ts";
import { runChild } from "./child.ts";
import { checkContainer, commandOf, environmentOf, unresolvedLines } from "./container-process.ts";
import { SecretPatterns } from "./secret-patterns.ts";
import { isStartupVariable } from "./startup-variables.ts";

/** The command needs these to find programs, its user's files, and what the terminal can do. */
const ALWAYS = ["PATH", "HOME", "TERM"];
/** Shorter secrets are not hidden: they would hide too much else. In characters. */
const SHORTEST = 6;
/** How many names a message lists. */
const MOST_NAMES = 10;

export const runCommand = defineCommand({
  usage: "run [-f POD]... [KIND/NAME] [-c CONTAINER] [OPTION...] [-- COMMAND [ARGUMENT...]]",
  description: `
Runs a command with the environment that a container of a manifest would have, or with the variables of env files. The
command is not expanded, and no shell runs it. Without a command, the container's own command and args run.

The environment is the container's, with the PATH, HOME and TERM of this process unless the container sets them. What the
image sets cannot be known here, nor the variables of Services that are not given. The command runs on this machine, in
this directory: without the container's files, user, limits and network.

A variable that depends on something unknown is an error that names it, and so is a container that would not start. Set
such a variable with -e; what refers to it sees the value. -e wins over env files, and these over the container.

The command is looked up in the PATH of -e, or of this process. A manifest or env file can set PATH, LD_PRELOAD,
NODE_OPTIONS, and other variables that change how programs start or which code they load. They are set, and their names
are reported; --omit-startup-variables omits them.

--mask puts *** in place of secret values of ${SHORTEST} or more characters in the command's output: values of Secrets, and what is
made of them. The output is not a terminal then, and what background processes write after the command's exit is lost.

The exit code is the command's, or 128 and the number of the signal that ended it; 125 if varexpand fails, 126 if the
command cannot be run, 127 if there is none. Signals go on to the command.`,
  options: {
    ...inputOptions,
    container: { type: "string", short: "c", value: "CONTAINER", help: "the container, if there are several" },
    ...clusterOptions,
    env: { type: "string", short: "e", multiple: true, value: "NAME=VALUE", help: "set a variable" },
    ...envFileOptions,
    inherit: { type: "boolean", help: "also use this process's environment; everything else wins" },
    "omit-startup-variables": {
      type: "boolean",
      help: "omit PATH, LD_*, NODE_OPTIONS, ... of manifests and env files",
    },
    mask: { type: "boolean", help: "hide secret values in the command's output" },
  },
  examples: [
    "varexpand run -f examples/shop.yaml deploy/web -- env",
    "varexpand run --envfile .env --envfile-dialect dotenv -- npm start",
    "varexpand run -f deploy.yaml deploy/web -e DB_PASSWORD=test --mask -- ./server",
  ],
  takesCommand: true,
  names: ["workloads"],
  async run({ options, operands, command: given }, io) {
    checkReadable(options.envfile, io);
    const fromFiles = readEnvFiles(options.envfile, options["envfile-dialect"], io);
    const assigned = assignmentsOf(options.env);
    const variables = new Map([...fromFiles, ...assigned]);
    const container = await containerOf(options, operands, variables, io);
    const runsOwn = given.length === 0;
    if (container === undefined && runsOwn) throw new UsageError("which command? write it after --");
    if (container !== undefined) {
      checkContainer(container, runsOwn);
      for (const line of unresolvedLines(container, runsOwn)) io.report(line);
    }
    const command = runsOwn ? commandOf(container!) : given;
    const inherited = [...definedIn(io.environment)].filter(([name]) => options.inherit || ALWAYS.includes(name));
    const fromInput = new Map([...(container ? environmentOf(container) : []), ...fromFiles]);
    const startup = [...fromInput.keys()].filter((name) => isStartupVariable(name) && !assigned.has(name));
    if (options["omit-startup-variables"]) for (const name of startup) fromInput.delete(name);
    else if (startup.length > 0) io.report(`varexpand run: ${startupText(startup)}`);
    const environment = new Map([...inherited, ...fromInput, ...assigned]);
    checkNul(command, environment);
    const secrets = [
      ...(options["envfile-dialect"] === "secret" ? fromFiles.keys() : []),
      ...(container === undefined ? [] : secretNames(container)),
    ];
    return runChild(
      {
        command,
        title: printable(runsOwn ? (maskedCommands(container!.resolved)[0]?.[1][0] ?? "") : command[0]!),
        searched: assigned.get("PATH") ?? io.environment.PATH,
        environment: Object.assign(Object.create(null), Object.fromEntries(environment)),
        secrets: options.mask ? patternsOf(new Set(secrets), environment, io) : undefined,
      },
      io,
    );
  },
});

type ManifestOptions = Arguments<typeof inputOptions & typeof clusterOptions>["options"] & {
  readonly container: string | undefined;
  readonly envfile: readonly string[];
};

/**
 * The container that the arguments name; undefined if they name no manifest.
 *
 * @throws UsageError, InputError, InputErrors
 */
async function containerOf(
  options: ManifestOptions,
  operands: readonly string[],
  variables: ReadonlyMap<string, string>,
  io: CommandIo,
): Promise<ChosenContainer | undefined> {
  const { container, node } = options;
  if (options.file.length === 0 && options.kustomize.length === 0 && operands.length === 0) {
    const [option] = [
      ...(container === undefined ? [] : ["-c CONTAINER"]),
      ...options.volume.map((each) => `--volume ${each}`),
    ];
    if (option !== undefined) throw new UsageError(`${option}: of which manifest? give it with -f FILE`);
    return undefined;
  }
  const { documentLimit, ...cluster } = givenCluster(options, io, []);
  const others = [...options.envfile, ...(node === undefined ? [] : [node])];
  // Standard input is the command's, unless it is named.
  const named = { ...io, statusOf: undefined };
  const inputs = await findInputs({ command: "run", operands, options, others, takesWorkloads: true }, named);
  const { files, skipped, workloads } = inputs;
  if (workloads.length > 1) throw new UsageError(`${workloads.join(" ")}: write -- in front of the command`);
  const manifests = files.map((input) => new ManifestStream(input, io, { documentLimit, skipped }));
  try {
    const reading = { ...cluster, ...(node !== undefined && { node: readNode(node, io) }) };
    return chosenContainer(manifests, { workloads, container }, reading, variables);
  } finally {
    for (const manifest of manifests) manifest.close();
    for (const line of skipped.lines()) io.report(line);
  }
}

/** @throws InputErrors for what ends at a NUL for the system */
function checkNul(command: readonly string[], environment: ReadonlyMap<string, string>): void {
  const lines = [...environment].flatMap(([name, value]) => {
    const what = name.includes("\0") ? "its name" : value.includes("\0") ? "its value" : undefined;
    return what === undefined ? [] : [`${printable(name)}: ${what} has a NUL, which no process can be given`];
  });
  for (const name of environment.keys()) {
    if (name === "" || name.includes("=")) lines.push(`${JSON.stringify(printable(name))} is no name of a variable`);
  }
  if (command.some((word) => word.includes("\0"))) lines.push("the command has a NUL, which no process can be given");
  if (lines.length > 0) throw new InputErrors(lines.map((line) => `varexpand run: ${line}`));
}

function startupText(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  const shown = names.slice(0, MOST_NAMES).map((name) => printable(name));
  const what = "the manifest or an env file sets variables that can change which code runs";
  return `${shown.join(", ")}${more}: ${what}; --omit-startup-variables omits them`;
}

function secretNames({ resolved, secretNames }: ChosenContainer): string[] {
  const names = resolved.env.filter(isSecretVariable).map(({ name }) => name);
  return [...names, ...secretNames];
}

/** What the command's output must not have: the values of variables, and each of their lines. */
function patternsOf(
  names: ReadonlySet<string>,
  environment: ReadonlyMap<string, string>,
  io: CommandIo,
): SecretPatterns {
  if (names.size === 0) io.report("varexpand run: --mask hides nothing, as no variable comes from a Secret");
  const texts = new Set<string>();
  for (const name of names) {
    const value = environment.get(name) ?? "";
    const lines = [value, ...value.split(/\r\n?|\n/)].filter((text) => [...text].length >= SHORTEST);
    for (const text of lines) texts.add(text);
    if (value !== "" && !lines.includes(value)) {
      io.report(`varexpand run: --mask does not hide ${printable(name)}, which has fewer than ${SHORTEST} characters`);
    }
  }
  return new SecretPatterns(Array.from(texts, (text) => Buffer.from(text)));
}
