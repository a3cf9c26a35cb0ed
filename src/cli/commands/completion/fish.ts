import { shellQuoted } from "../../../envfile/writers/shell.ts";
import { HELP, type Option } from "../../frame/command.ts";
import { commandNames, type Entry, type OptionValue, valueOf } from "../../frame/option-values.ts";
import type { NameKind } from "./names.ts";

export function fishScript(entries: readonly Entry[]): string {
  const inner = entries.flatMap(({ name, takesCommand }) => (takesCommand ? [name] : []));
  return `# varexpand's completion for fish
# Whether the command is one of these, and the cursor is not after its --
function __varexpand_is
    set -l words (commandline -opc)
    set -q words[2]; and contains -- $words[2] $argv; or return 1
    not contains -- $words[2] ${inner.join(" ")}; or not contains -- -- $words
end
function __varexpand_has_no_command
    set -l words (commandline -opc)
    not set -q words[2]
end
function __varexpand_names
    set -l words (commandline -opc)
    type -q $words[1]; or return
    $words[1] completion $argv[1] -- $words[2..] (commandline -ct) 2>/dev/null </dev/null
end
# Completes the command after --
function __varexpand_inner
    set -l words (commandline -opc)
    set -l dashes (contains -i -- -- $words); or return
    complete -C (string join ' ' -- (string escape -- $words[(math $dashes + 1)..]) (commandline -ct))
end
function __varexpand_has_inner
    set -l words (commandline -opc)
    set -q words[2]; and contains -- $words[2] ${inner.join(" ")}; and contains -- -- $words
end
# The directory of NAME=DIR
function __varexpand_directory
    set -l typed (string match -r '^(.*?=)(.*)$' -- (commandline -ct)); or return
    printf '%s\\n' $typed[2](__fish_complete_directories $typed[3])
end
complete -c varexpand -n __varexpand_has_no_command -f
${entries
  .map(
    ({ name, summary }) =>
      `complete -c varexpand -n __varexpand_has_no_command -a ${name} -d ${shellQuoted(summary)}\n`,
  )
  .join("")}complete -c varexpand -n __varexpand_has_no_command -a help -d 'show help for a command'
complete -c varexpand -n __varexpand_has_no_command -a version -d 'print the version'
complete -c varexpand -n '__varexpand_is help' -f -a ${shellQuoted(commandNames(entries).join(" "))}
complete -c varexpand -n __varexpand_has_inner -f -k -a '(__varexpand_inner)'
${entries.flatMap(linesOf).join("")}`;
}

function linesOf({ name, options, operands, names = [] }: Entry): string[] {
  const begin = `complete -c varexpand -n ${shellQuoted(`__varexpand_is ${name}`)}`;
  const rows = Object.entries<Option>({ ...options, help: HELP });
  return [
    ...(operands === undefined ? [] : [`${begin} -f -a ${shellQuoted(operands.join(" "))}\n`]),
    ...names.map((what) => `${begin} -a ${shellQuoted(namesIn(what))}\n`),
    ...rows.map(([option, { short, ...rest }]) => {
      const flags = short === undefined ? `-l ${option}` : `-l ${option} -s ${short}`;
      const value = valueOf(rest);
      return `${begin} ${flags}${value === undefined ? "" : ` ${valueFor(value)}`} -d ${shellQuoted(rest.help)}\n`;
    }),
  ];
}

function valueFor(value: OptionValue): string {
  if (value.kind === "words") return `-x -a ${shellQuoted(value.words.join(" "))}`;
  if (value.kind === "container") return `-x -a ${shellQuoted(namesIn("containers"))}`;
  if (value.kind === "file") return "-r -F";
  if (value.kind === "directory") return "-x -a '(__fish_complete_directories)'";
  return value.kind === "assigned-directory" ? "-x -a '(__varexpand_directory)'" : "-x";
}

function namesIn(what: NameKind): string {
  return `(__varexpand_names ${what})`;
}
