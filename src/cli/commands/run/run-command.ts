/** `varexpand run`: runs a command with the environment of a container. */
import { maskedCommands } from "../../../kubernetes/pod/resolve/masked.ts";
import { isSecretVariable } from "../../../kubernetes/pod/sources/secret-value.ts";
import { printable } from "../../../text/printable.ts";
import { checkReadable } from "../../files/files.ts";
import { findInputs, inputOptions } from "../../files/inputs.ts";
import { type Arguments, defineCommand } from "../../frame/command.ts";
import { InputErrors, UsageError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { statedSources } from "../../lint-settings/stated-sources.ts";
import { type ChosenContainer, chosenContainer } from "../../manifests/chosen-container.ts";
import { clusterOptions, givenCluster, readNode } from "../../manifests/cluster-options.ts";
import { InputSets, setOptions } from "../../manifests/input-sets.ts";
import { MIN_SECRET_LENGTH, SecretPatterns } from "../../manifests/secret-patterns.ts";
import { assignmentsOf, envFileOptions } from "../../variables/env-file-options.ts";
import { readEnvFiles } from "../../variables/env-file-source.ts";
import { definedIn } from "../../variables/environment.ts";
import { runChild } from "./child.ts";
import { checkContainer, commandOf, environmentOf, unresolvedLines } from "./container-process.ts";

/** Variables that are always inherited. Programs need them to find other programs, the user's files, and the terminal. */
const ALWAYS = ["PATH", "HOME", "TERM"];
const MAX_NAMES = 5;

/** Variables that change how programs start, or which code they load. The list cannot be complete. */
const STARTUP_NAMES = new Set(
  [
    "PATH GCONV_PATH LOCPATH GLIBC_TUNABLES OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES GTK_MODULES QT_PLUGIN_PATH",
    "BASH_ENV ENV SHELLOPTS BASHOPTS PS4 IFS PROMPT_COMMAND CDPATH ZDOTDIR FPATH SHELL",
    "EDITOR VISUAL PAGER MANPAGER LESSOPEN LESSCLOSE BROWSER SSH_ASKPASS",
    "NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE BUN_OPTIONS",
    "PYTHONSTARTUP PYTHONPATH PYTHONHOME PYTHONUSERBASE PYTHONINSPECT PYTHONBREAKPOINT PYTHONWARNINGS PYTHONEXECUTABLE",
    "PERL5OPT PERL5LIB PERLLIB PERL5DB PERL5SHELL RUBYOPT RUBYLIB GEM_HOME GEM_PATH BUNDLE_GEMFILE PHPRC PHP_INI_SCAN_DIR",
    "JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH MAVEN_OPTS GRADLE_OPTS",
    "DOTNET_STARTUP_HOOKS DOTNET_ADDITIONAL_DEPS DOTNET_SHARED_STORE",
    "GOFLAGS MAKEFLAGS RUSTC_WRAPPER R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER JULIA_LOAD_PATH",
  ].flatMap((line) => line.split(" ")),
);
const STARTUP_PREFIXES = /^(?:LD_|DYLD_|GIT_|BASH_FUNC_|npm_config_|LUA_(?:INIT|C?PATH)|CORECLR_|COR_|ERL_\w*FLAGS)/i;

export const runCommand = defineCommand({
  usage: "run [-f PATH]... [KIND/NAME] [OPTION...] [-- COMMAND [ARG...]]",
  description: `
Runs a command with the environment of a container in a manifest, or with the variables of env files. Does not expand the
command, and does not start a shell. Without COMMAND, runs the container's own command and args.

The environment is that of the container. PATH, HOME, and TERM come from this process, unless the container sets them.
Variables of the image, and of Services outside the input, are missing. The command runs on this machine in the current
directory, without the container's files, user, limits, and network.

If a variable depends on something unknown, or the container would not start, an error says so and the command does not
run. Set such a variable with -e; references to it use that value. -e overrides env files, and env files override the
container.

The command is looked up in the PATH set by -e, or of this process. Manifests and env files can set PATH, LD_PRELOAD,
NODE_OPTIONS, and other variables that change how programs start or which code they load. These are set and reported;
--omit-startup-variables omits them.

--mask replaces secret values of ${MIN_SECRET_LENGTH} or more characters in the command's output with ***: values of Secrets, and values
derived from them. The command's output is then not a terminal, and output of background processes after its exit is lost.

The exit code is that of the command, or 128 plus the number of the signal that ended it; 125 if varexpand fails, 126 if
the command cannot be executed, 127 if it is not found. Signals are forwarded to the command.`,
  options: {
    ...inputOptions,
    ...setOptions,
    container: { type: "string", short: "c", value: "CONTAINER", help: "the container to use" },
    ...clusterOptions,
    env: { type: "string", short: "e", multiple: true, value: "NAME=VALUE", help: "set a variable" },
    ...envFileOptions,
    inherit: { type: "boolean", help: "inherit the whole environment; everything else overrides it" },
    "omit-startup-variables": {
      type: "boolean",
      help: "omit PATH, LD_*, NODE_OPTIONS, and so on from manifests and env files",
    },
    mask: { type: "boolean", help: "mask secret values in the command's output" },
  },
  common: ["file", "kustomize", "in", "container", "env", "envfile", "inherit", "mask", "namespace"],
  examples: [
    "varexpand run -f examples/shop.yaml deploy/web -- printenv API_URL",
    "varexpand run --envfile .env -- npm start",
    "varexpand run -f deploy.yaml deploy/web -e DB_PASSWORD=test --mask -- ./server",
  ],
  takesCommand: true,
  names: ["workloads"],
  async run({ options, operands, command: given }, io) {
    checkReadable(options.envfile, io);
    const assigned = assignmentsOf(options.env);
    const environment = new Map([...(options.inherit ? definedIn(io.environment) : []), ...assigned]);
    const fromFiles = await readEnvFiles(options.envfile, { dialect: options["envfile-dialect"], environment }, io);
    const variables = new Map([...fromFiles, ...assigned]);
    const container = await containerOf(options, operands, variables, io);
    const runsOwn = given.length === 0;
    if (container === undefined && runsOwn) throw new UsageError("no command; add one after --");
    if (container !== undefined) {
      checkContainer(container, runsOwn);
      for (const line of unresolvedLines(container, runsOwn)) io.report(line);
    }
    const command = runsOwn ? commandOf(container!) : given;
    const inherited = [...definedIn(io.environment)].filter(([name]) => options.inherit || ALWAYS.includes(name));
    const fromInput = new Map([...(container ? environmentOf(container) : []), ...fromFiles]);
    const isStartup = (name: string) => STARTUP_NAMES.has(name) || STARTUP_PREFIXES.test(name);
    const startup = [...fromInput.keys()].filter((name) => isStartup(name) && !assigned.has(name));
    if (options["omit-startup-variables"]) for (const name of startup) fromInput.delete(name);
    else if (startup.length > 0) io.report(`varexpand run: ${startupText(startup)}`);
    const childEnvironment = new Map([...inherited, ...fromInput, ...assigned]);
    checkNul(command, childEnvironment);
    const secrets = [
      ...(options["envfile-dialect"] === "secret" ? fromFiles.keys() : []),
      ...(container?.resolved.env.filter(isSecretVariable) ?? []).map(({ name }) => name),
      ...(container?.secretNames ?? []),
    ];
    return runChild(
      {
        command,
        title: printable(runsOwn ? (maskedCommands(container!.resolved)[0]?.[1][0] ?? "") : command[0]!),
        searchPath: assigned.get("PATH") ?? io.environment.PATH,
        environment: Object.assign(Object.create(null), Object.fromEntries(childEnvironment)),
        secrets: options.mask ? patternsOf(new Set(secrets), childEnvironment, io) : undefined,
      },
      io,
    );
  },
});

type ManifestOptions = Arguments<typeof inputOptions & typeof setOptions & typeof clusterOptions>["options"] & {
  readonly container: string | undefined;
  readonly envfile: readonly string[];
};

/**
 * Returns the container that the arguments name; undefined if they do not name a manifest.
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
    const option = container === undefined ? options.volume.map((each) => `--volume ${each}`)[0] : "-c CONTAINER";
    if (option !== undefined) throw new UsageError(`${option}: no manifest; add one with -f FILE`);
    return undefined;
  }
  const { documentLimit, ...cluster } = givenCluster(options, io, []);
  const others = [...options.envfile, ...(node === undefined ? [] : [node])];
  // Standard input belongs to the command, unless it is named as an input.
  const named = { ...io, statusOf: undefined };
  const inputs = await findInputs({ command: "run", operands, options, others, takesWorkloads: true }, named);
  const { files, skipped, workloads } = inputs;
  if (workloads.length > 1)
    throw new UsageError(`${workloads.join(" ")}: more than one workload; write -- before the command`);
  const reading = { ...cluster, ...(node !== undefined && { node: readNode(node, io) }) };
  const paths = [...operands.filter((operand) => !workloads.includes(operand)), ...options.file];
  const sets = new InputSets(
    files,
    paths,
    reading,
    io,
    { documentLimit, skipped },
    {
      name: options.in,
      sources: await statedSources(io),
    },
  );
  try {
    return chosenContainer(sets, { workloads, container }, reading, variables);
  } finally {
    sets.close();
    for (const line of skipped.lines()) io.report(line);
  }
}

/** @throws InputErrors for names, values, and words that the system cannot pass to a process */
function checkNul(command: readonly string[], environment: ReadonlyMap<string, string>): void {
  const lines = [...environment].flatMap(([name, value]) => {
    const what = name.includes("\0") ? "its name" : value.includes("\0") ? "its value" : undefined;
    return what === undefined ? [] : [`${printable(name)}: ${what} contains NUL, which cannot be passed to a process`];
  });
  for (const name of environment.keys()) {
    if (name === "" || name.includes("="))
      lines.push(`${JSON.stringify(printable(name))} is not a valid name of a variable`);
  }
  if (command.some((word) => word.includes("\0")))
    lines.push("the command contains NUL, which cannot be passed to a process");
  if (lines.length > 0) throw new InputErrors(lines.map((line) => `varexpand run: ${line}`));
}

function startupText(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  const shown = names.slice(0, MAX_NAMES).map((name) => printable(name));
  const what = "the manifest or an env file sets variables that can change which code runs";
  return `${shown.join(", ")}${more}: ${what}; --omit-startup-variables omits them`;
}

/** Returns what to mask in the command's output: the values of variables, and each of their lines. */
function patternsOf(
  names: ReadonlySet<string>,
  environment: ReadonlyMap<string, string>,
  io: CommandIo,
): SecretPatterns {
  if (names.size === 0) io.report("varexpand run: --mask has no effect, because no variable comes from a Secret");
  const texts = new Set<string>();
  for (const name of names) {
    const value = environment.get(name) ?? "";
    const lines = [value, ...value.split(/\r\n?|\n/)].filter((text) => [...text].length >= MIN_SECRET_LENGTH);
    for (const text of lines) texts.add(text);
    if (value !== "" && !lines.includes(value)) {
      io.report(
        `varexpand run: --mask does not mask ${printable(name)}, because it has fewer than ${MIN_SECRET_LENGTH} characters`,
      );
    }
  }
  return new SecretPatterns(Array.from(texts, (text) => Buffer.from(text)));
}
