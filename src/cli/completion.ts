/** `varexpand completion`: scripts that make a shell complete commands, options and their values. */

import { shellQuoted } from "../envfile/shell-quote.ts";
import { type Command, type CommandEntry, DONE, defineCommand, type Option } from "./command.ts";
import { UsageError } from "./errors.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** A command, for the scripts. */
type Entry = Omit<CommandEntry, "load"> & Pick<Command, "options">;

export function completionOf(commands: readonly CommandEntry[]): Command {
  return defineCommand({
    usage: `completion ${SHELLS.join("|")}`,
    description: `
Prints a script that makes the shell complete varexpand's commands, options and option values; other arguments are
completed as files.`,
    options: {},
    examples: [
      "source <(varexpand completion bash)",
      'varexpand completion zsh > "${fpath[1]}/_varexpand"',
      "varexpand completion fish > ~/.config/fish/completions/varexpand.fish",
    ],
    async run({ operands }, io) {
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
  bash: (entries) => `_varexpand() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${shellQuoted(`${entries.map(({ name }) => name).join(" ")} --help --version`)}
  else
    case \${COMP_WORDS[1]}$previous in
${valueCases(entries)}    esac
    if [ -z "$words" ] && [ "\${word#-}" != "$word" ]; then
      case \${COMP_WORDS[1]} in
${entries.map((entry) => `        ${entry.name}) words=${shellQuoted(flags(entry))} ;;\n`).join("")}      esac
    fi
  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  else
    compopt -o default 2>/dev/null
  fi
}
complete -F _varexpand varexpand
`,
  zsh: (entries) => `#compdef varexpand
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
      ...Object.entries(options).map(([option, { type, short, choices, help }]) =>
        [
          `complete -c varexpand -n ${shellQuoted(`__fish_seen_subcommand_from ${name}`)} -l ${option}`,
          ...(short === undefined ? [] : [`-s ${short}`]),
          ...(type === "string" ? ["-r"] : []),
          ...(choices === undefined ? [] : [`-f -a ${shellQuoted(choices.join(" "))}`]),
          `-d ${shellQuoted(help)}`,
        ].join(" "),
      ),
    ]);
    return `${lines.join("\n")}\n`;
  },
};

/** An option as it is written. */
function spellings([name, { short }]: readonly [name: string, option: Option]): string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** Every option, with --help. */
function flags({ options }: Entry): string {
  return [...Object.entries(options).flatMap(spellings), "--help"].join(" ");
}

/** bash: for a command and the option before the cursor, the values to choose from. */
function valueCases(entries: readonly Entry[]): string {
  return entries
    .flatMap(({ name, options }) =>
      Object.entries(options).map((entry) => {
        const [, { choices }] = entry;
        if (choices === undefined) return "";
        const patterns = spellings(entry).map((option) => name + option);
        return `      ${patterns.join(" | ")}) words=${shellQuoted(choices.join(" "))} ;;\n`;
      }),
    )
    .join("");
}

function zshArguments({ options }: Entry): string[] {
  const specs = Object.entries(options).flatMap((entry) => {
    const [name, { type, multiple, value, choices, help }] = entry;
    const description = `[${help.replace(/[[\]:\\]/g, "\\$&")}]`;
    const argument = type === "boolean" ? "" : `:${value ?? name}:${choices ? `(${choices.join(" ")})` : "_files"}`;
    const written = spellings(entry).map((option) => (multiple ? "*" : "") + option + description + argument);
    // The short one first.
    return written.map(shellQuoted).reverse();
  });
  return [...specs, shellQuoted("*:file:_files")];
}
