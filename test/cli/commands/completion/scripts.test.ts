/** The whole scripts for commands with every kind of option and operand. */
import { expect, test } from "vitest";
import { bashScript } from "../../../../src/cli/commands/completion/bash.ts";
import { fishScript } from "../../../../src/cli/commands/completion/fish.ts";
import { zshScript } from "../../../../src/cli/commands/completion/zsh.ts";
import type { Entry } from "../../../../src/cli/frame/option-values.ts";

const entries: readonly Entry[] = [
  {
    name: "try",
    summary: "try it's: this",
    options: {
      all: { type: "boolean", short: "a", help: "all [of it]" },
      mode: { type: "string", short: "m", choices: ["one", "two or more"], help: "the mode: m" },
      level: { type: "string", value: "N", suggestions: ["a=1", "b.2"], help: "a level" },
      file: { type: "string", short: "f", multiple: true, value: "FILE", help: "read a file" },
      folder: { type: "string", value: "DIR", help: "read a folder" },
      volume: { type: "string", multiple: true, value: "NAME=DIR", help: "read a volume" },
      container: { type: "string", short: "c", value: "CONTAINER", help: "a container" },
      text: { type: "string", help: "a text" },
    },
    takesCommand: true,
    names: ["workloads", "variables"],
  },
  { name: "shell", summary: "print", options: {}, operands: ["bash", "zsh"] },
];

/** The lines of a script from the first one that depends on the commands. */
const from = (script: string, start: string) => script.slice(script.indexOf(start));

test("bash", () => {
  const script = from(bashScript(entries), '  if [ "$last" -eq 1 ]');
  expect(script.slice(0, script.indexOf("if type compopt"))).toBe(`  if [ "$last" -eq 1 ]; then
    _varexpand_offer try shell help version --help --version
    return
  fi
  if [[ \${words[1]} == try ]]; then
    for ((i = 2; i < COMP_CWORD; i++)); do
      [ "\${COMP_WORDS[i]}" = -- ] || continue
      if declare -F _command_offset >/dev/null; then
        _command_offset $((i + 1))
      elif [ $((i + 1)) -eq "$COMP_CWORD" ]; then
        local IFS=$'\\n'
        COMPREPLY=($(compgen -c -- "$part"))
      else
        compopt -o default 2>/dev/null
      fi
      return
    done
  fi
  case $value in
    --*=*) option=\${value%%=*} typed=$option= ;;
    -[!-]=*) option=\${value%%=*} typed=$option= ;;
    -[!-]?*) option=\${value:0:2} typed=$option ;;
    *) option=\${words[last-1]} ;;
  esac
  value=\${value#"$typed"}
  case \${words[1]}\${option} in
    try--mode | try-m) _varexpand_offer one 'two or more'; return ;;
    try--level) _varexpand_offer a=1 b.2; return ;;
    try--file | try-f) compopt -o default 2>/dev/null; return ;;
    try--folder) compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$part")); return ;;
    try--volume) [[ $value == *=* ]] && { compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$part")); }; return ;;
    try--container | try-c) _varexpand_names containers; return ;;
    try--text) :; return ;;
  esac
  value=$typed$value typed=
  case \${words[1]} in
    try)
      case $value in
        -*) _varexpand_offer --all -a --mode -m --level --file -f --folder --volume --container -c --text --help ;;
        *) _varexpand_names workloads; _varexpand_names variables; compopt -o default 2>/dev/null ;;
      esac ;;
    shell)
      case $value in
        -*) _varexpand_offer --help ;;
        *) _varexpand_offer bash zsh ;;
      esac ;;
    help) _varexpand_offer try shell help version ;;
    *) compopt -o default 2>/dev/null ;;
  esac
}
`);
});

test("bash: several commands run other commands", () => {
  const [entry] = entries;
  const script = bashScript([entry!, { ...entry!, name: "other" }]);
  expect(script).toContain("\n  if [[ ${words[1]} == @(try|other) ]]; then\n");
});

test("zsh", () => {
  const script = from(zshScript(entries), "    local -a names=(");
  expect(
    script.slice(0, script.indexOf('if [ "$funcstack')),
  ).toBe(`    local -a names=('try:try it'\\''s: this' 'shell:print')
    _describe command names
    compadd -- help version
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
    try)
      local dashes=\${words[(ie)--]}
      if (( dashes < CURRENT )); then
        shift $dashes words
        (( CURRENT -= dashes ))
        _normal
        return
      fi
      _arguments '--all[all \\[of it\\]]' '-a[all \\[of it\\]]' '--mode=[the mode\\: m]:mode:(one two or more)' '-m=[the mode\\: m]:mode:(one two or more)' '--level=[a level]:N:(a=1 b.2)' '*--file=[read a file]:FILE:_files' '*-f=[read a file]:FILE:_files' '--folder=[read a folder]:DIR:_files -/' '*--volume=[read a volume]:NAME=DIR:{compset -P 1 '\\''*='\\'' && _files -/}' '--container=[a container]:CONTAINER: _varexpand_names containers' '-c=[a container]:CONTAINER: _varexpand_names containers' '--text=[a text]:text: ' '--help[print this help]' '*:file: _varexpand_operands workloads variables' ;;
    shell) _arguments '--help[print this help]' '1:bash|zsh:(bash zsh)' ;;
    help) compadd -- try shell help version ;;
  esac
}
`);
});

test("fish", () => {
  const script = fishScript(entries);
  expect(
    from(script, "complete -c varexpand -n __varexpand_has_no_command -f"),
  ).toBe(`complete -c varexpand -n __varexpand_has_no_command -f
complete -c varexpand -n __varexpand_has_no_command -a try -d 'try it'\\''s: this'
complete -c varexpand -n __varexpand_has_no_command -a shell -d 'print'
complete -c varexpand -n __varexpand_has_no_command -a help -d 'show help for a command'
complete -c varexpand -n __varexpand_has_no_command -a version -d 'print the version'
complete -c varexpand -n '__varexpand_is help' -f -a 'try shell help version'
complete -c varexpand -n __varexpand_has_inner -f -k -a '(__varexpand_inner)'
complete -c varexpand -n '__varexpand_is try' -a '(__varexpand_names workloads)'
complete -c varexpand -n '__varexpand_is try' -a '(__varexpand_names variables)'
complete -c varexpand -n '__varexpand_is try' -l all -s a -d 'all [of it]'
complete -c varexpand -n '__varexpand_is try' -l mode -s m -x -a 'one two or more' -d 'the mode: m'
complete -c varexpand -n '__varexpand_is try' -l level -x -a 'a=1 b.2' -d 'a level'
complete -c varexpand -n '__varexpand_is try' -l file -s f -r -F -d 'read a file'
complete -c varexpand -n '__varexpand_is try' -l folder -x -a '(__fish_complete_directories)' -d 'read a folder'
complete -c varexpand -n '__varexpand_is try' -l volume -x -a '(__varexpand_directory)' -d 'read a volume'
complete -c varexpand -n '__varexpand_is try' -l container -s c -x -a '(__varexpand_names containers)' -d 'a container'
complete -c varexpand -n '__varexpand_is try' -l text -x -d 'a text'
complete -c varexpand -n '__varexpand_is try' -l help -s h -d 'print this help'
complete -c varexpand -n '__varexpand_is shell' -f -a 'bash zsh'
complete -c varexpand -n '__varexpand_is shell' -l help -s h -d 'print this help'
`);
  const conditions = script.split("\n").filter((line) => line.includes("$words[2] try"));
  expect(conditions).toEqual([
    "    not contains -- $words[2] try; or not contains -- -- $words",
    "    set -q words[2]; and contains -- $words[2] try; and contains -- -- $words",
  ]);
});
