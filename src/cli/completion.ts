/** `varexpand completion`: scripts that make a shell complete commands, options and their values. */

import { shellQuoted } from "../envfile/shell-quote.ts";
import { type Command, type CommandEntry, DONE, defineCommand, type Option } from "./command.ts";
import { NAMED, namesFor } from "./completion-names.ts";
import { UsageError } from "./errors.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** A command, for the scripts. */
type Entry = Omit<CommandEntry, "load"> & Pick<Command, "options">;

export function completionOf(commands: readonly CommandEntry[]): Command {
  return defineCommand({
    usage: `completion ${SHELLS.join("|")}`,
    description: `
Prints a script that makes the shell complete varexpand's commands and options, and what each option takes: a choice, a
file or a directory. Other arguments are completed as files.`,
    options: {},
    examples: [
      "source <(varexpand completion bash)",
      'varexpand completion zsh > "${fpath[1]}/_varexpand"',
      "varexpand completion fish > ~/.config/fish/completions/varexpand.fish",
    ],
    async run({ operands }, io) {
      const what = NAMED.find((one) => one === operands[0]);
      if (what !== undefined) {
        // What the scripts ask: the words of the command line follow.
        io.write((await namesFor(what, operands.slice(1), io)).map((name) => `${name}\n`).join(""));
        return DONE;
      }
      const shell = SHELLS.find((name) => name === operands[0]);
      if (shell === undefined || operands.length > 1) {
        throw new UsageError(`name one shell: ${SHELLS.join(", ")}`);
      }
      const entries = await Promise.all(
        commands.map(async ({ name, summary, load }) => ({ name, summary, options: (await load()).options })),
      );
      io.write(scripts[shell](entries));
      return DONE;
    },
  });
}

const scripts: Record<Shell, (entries: readonly Entry[]) => string> = {
  bash: (entries) => `_varexpand_names() {
  "\${COMP_WORDS[0]}" completion "$1" -- "\${COMP_WORDS[@]:1}" 2>/dev/null
}
_varexpand() {
  local word=\${COMP_WORDS[COMP_CWORD]} at=$COMP_CWORD words= kind=
  COMPREPLY=()
  # A command behind -- is not varexpand's.
  case " \${COMP_WORDS[*]:1:COMP_CWORD-1} " in *" -- "*) compopt -o default 2>/dev/null; return ;; esac
  # To bash, = is a word: of --option=VALUE, and of --option NAME=DIR.
  if [ "$word" = = ] || [ "\${COMP_WORDS[at-1]}" = = ]; then
    if [ "$word" = = ]; then word=; else at=$((at - 1)); fi
    at=$((at - 1))
    case \${COMP_WORDS[at]} in
      -*) ;;
      *) if [ "\${COMP_WORDS[at-1]}" = = ]; then at=$((at - 2)); else at=$((at - 1)); fi ;;
    esac
  else
    at=$((at - 1))
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${shellQuoted(`${entries.map(({ name }) => name).join(" ")} --help --version`)}
  else
    case \${COMP_WORDS[1]}\${COMP_WORDS[at]} in
${valueCases(entries)}    esac
    if [ -z "$words$kind" ] && [ "\${word#-}" != "$word" ]; then
      case \${COMP_WORDS[1]} in
${entries.map((entry) => `        ${entry.name}) words=${shellQuoted(flags(entry))} ;;\n`).join("")}      esac
    fi
  fi
  if [ "$kind" = container ]; then
    words=$(_varexpand_names containers)
  elif [ -z "$words$kind" ]; then
    case \${COMP_WORDS[1]} in
      ${entries
        .filter(takesWorkloads)
        .map(({ name }) => name)
        .join(" | ")}) words=$(_varexpand_names workloads) ;;
    esac
  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    [ "\${#COMPREPLY[@]}" -gt 0 ] || [ -n "$kind" ] || compopt -o default 2>/dev/null
  elif [ "$kind" = directory ]; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY=($(compgen -d -- "$word"))
  elif [ "$kind" != text ]; then
    compopt -o default 2>/dev/null
  fi
}
complete -F _varexpand varexpand
`,
  zsh: (entries) => `#compdef varexpand
_varexpand_names() {
  local -a names=(\${(f)"$(varexpand completion $1 -- \${(Q)words[@]} 2>/dev/null)"})
  compadd -a names
}
_varexpand_workloads() {
  _varexpand_names workloads
  _files
}
_varexpand_containers() {
  _varexpand_names containers
}
_varexpand() {
  if (( CURRENT == 2 )); then
    local -a names=(${entries.map(({ name, summary }) => shellQuoted(`${name}:${summary}`)).join(" ")})
    _describe command names
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${entries.map((entry) => `    ${entry.name}) _arguments ${zshArguments(entry).join(" ")} ;;\n`).join("")}  esac
}
if [ "$funcstack[1]" = _varexpand ]; then _varexpand "$@"; else compdef _varexpand varexpand; fi
`,
  fish: (entries) => {
    const lines = entries.flatMap(({ name, summary, options }) => [
      `complete -c varexpand -n __fish_use_subcommand -f -a ${name} -d ${shellQuoted(summary)}`,
      ...(takesWorkloads({ options }) ? [`${fishFor(name)} -a ${shellQuoted(fishNames("workloads"))}`] : []),
      ...Object.entries(options).map(([option, { type, short, choices, value, help }]) =>
        [
          `${fishFor(name)} -l ${option}`,
          ...(short === undefined ? [] : [`-s ${short}`]),
          ...(type === "string" ? [FISH[kindOf({ choices, value })](choices)] : []),
          `-d ${shellQuoted(help)}`,
        ].join(" "),
      ),
    ]);
    return `${lines.join("\n")}\n`;
  },
};

/** What the help calls a container's name. A command with an option that takes one also takes workloads. */
const CONTAINER = "CONTAINER";

function takesWorkloads({ options }: Pick<Entry, "options">): boolean {
  return Object.values(options).some(({ value }) => value === CONTAINER);
}

/** fish: the beginning of a line about a command. */
function fishFor(command: string): string {
  return `complete -c varexpand -n ${shellQuoted(`__fish_seen_subcommand_from ${command}`)}`;
}

/** fish: a command substitution. */
function fishNames(what: (typeof NAMED)[number]): string {
  return `(varexpand completion ${what} -- (commandline -opc)[2..] 2>/dev/null)`;
}

/** An option as it is written. */
function spellings([name, { short }]: readonly [name: string, option: Option]): string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** Every option, with --help. */
function flags({ options }: Entry): string {
  return [...Object.entries(options).flatMap(spellings), "--help"].join(" ");
}

/** What an option takes; `assigned-directory` is that of `NAME=DIR`. */
type ValueKind = "choices" | "container" | "file" | "directory" | "assigned-directory" | "text";

function kindOf({
  choices,
  value = "",
}: {
  readonly choices?: readonly string[] | undefined;
  readonly value?: string | undefined;
}): ValueKind {
  if (choices !== undefined) return "choices";
  if (value === CONTAINER) return "container";
  if (value.endsWith("=DIR")) return "assigned-directory";
  if (value === "DIR") return "directory";
  return value === "FILE" || value === "PATH" ? "file" : "text";
}

/** How fish is told what an option takes. */
const FISH: Readonly<Record<ValueKind, (choices?: readonly string[]) => string>> = {
  choices: (choices = []) => `-x -a ${shellQuoted(choices.join(" "))}`,
  container: () => `-x -a ${shellQuoted(fishNames("containers"))}`,
  file: () => "-r -F",
  directory: () => "-x -a '(__fish_complete_directories)'",
  "assigned-directory": () => "-x",
  text: () => "-x",
};

/** How zsh is told. */
const ZSH: Readonly<Record<ValueKind, (choices?: readonly string[]) => string>> = {
  choices: (choices = []) => `(${choices.join(" ")})`,
  container: () => "_varexpand_containers",
  file: () => "_files",
  directory: () => "_files -/",
  "assigned-directory": () => " ",
  text: () => " ",
};

/** bash: for a command and the option before the cursor, the values to choose from, or what they are. */
function valueCases(entries: readonly Entry[]): string {
  return entries
    .flatMap(({ name, options }) =>
      Object.entries(options).map((entry) => {
        const [, option] = entry;
        if (option.type === "boolean") return "";
        const patterns = spellings(entry).map((spelling) => name + spelling);
        const kind = kindOf(option).replace(/^assigned-/, "");
        const found = option.choices === undefined ? `kind=${kind}` : `words=${shellQuoted(option.choices.join(" "))}`;
        return `      ${patterns.join(" | ")}) ${found} ;;\n`;
      }),
    )
    .join("");
}

function zshArguments({ options }: Entry): string[] {
  const specs = Object.entries(options).flatMap((entry) => {
    const [name, { type, multiple, value, choices, help }] = entry;
    const description = `[${help.replace(/[[\]:\\]/g, "\\$&")}]`;
    const argument = type === "boolean" ? "" : `:${value ?? name}:${ZSH[kindOf({ choices, value })](choices)}`;
    const written = spellings(entry).map((option) => (multiple ? "*" : "") + option + description + argument);
    // The short one first.
    return written.map(shellQuoted).reverse();
  });
  const operand = takesWorkloads({ options }) ? "*:file or workload:_varexpand_workloads" : "*:file:_files";
  return [...specs, shellQuoted(operand)];
}
