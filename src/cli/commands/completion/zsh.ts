import { shellQuoted } from "../../../envfile/writers/shell.ts";
import { HELP, type Option } from "../../frame/command.ts";
import { commandNames, type Entry, type OptionValue, spellings, valueOf } from "../../frame/option-values.ts";

export function zshScript(entries: readonly Entry[]): string {
  const described = entries.map(({ name, summary }) => shellQuoted(`${name}:${summary}`)).join(" ");
  return `#compdef varexpand
# varexpand's completion for zsh
_varexpand_names() {
  local -a names
  names=(\${(f)"$("$_varexpand_program" completion $1 -- "\${(@Q)words[1,CURRENT]}" 2>/dev/null </dev/null)"})
  compadd -a -- names
}
_varexpand_operands() {
  local ret=1 what
  for what; do _varexpand_names $what && ret=0; done
  _files && ret=0
  return ret
}
_varexpand() {
  local _varexpand_program=\${(Q)words[1]}
  if (( CURRENT == 2 )); then
    local -a names=(${described})
    _describe command names
    compadd -- help version
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${entries.map(commandCase).join("")}    help) compadd -- ${commandNames(entries).join(" ")} ;;
  esac
}
if [ "$funcstack[1]" = _varexpand ]; then _varexpand "$@"; else compdef _varexpand varexpand; fi
`;
}

function commandCase(entry: Entry): string {
  const { name, takesCommand } = entry;
  const afterDashes = takesCommand
    ? `
      local dashes=\${words[(ie)--]}
      if (( dashes < CURRENT )); then
        shift $dashes words
        (( CURRENT -= dashes ))
        _normal
        return
      fi
      `
    : " ";
  return `    ${name})${afterDashes}_arguments ${argumentsOf(entry).join(" ")} ;;\n`;
}

function argumentsOf({ options, operands, names = [] }: Entry): string[] {
  const rows = Object.entries({ ...options, help: { type: "boolean", help: HELP.help } satisfies Option });
  const specs = rows.flatMap((entry: readonly [string, Option]) => {
    const [name, option] = entry;
    const description = `[${option.help.replace(/[[\]:\\]/g, "\\$&")}]`;
    const value = valueOf(option);
    // The = allows the value in the same word: --option=value.
    const argument = value === undefined ? "" : `:${option.value ?? name}:${actionOf(value)}`;
    const equals = value === undefined ? "" : "=";
    const repeat = option.multiple ? "*" : "";
    return spellings(entry).map((spelling) => shellQuoted(repeat + spelling + equals + description + argument));
  });
  const files = names.length > 0 ? ` _varexpand_operands ${names.join(" ")}` : "_files";
  const operand = operands === undefined ? `*:file:${files}` : `1:${operands.join("|")}:(${operands.join(" ")})`;
  return [...specs, shellQuoted(operand)];
}

function actionOf(value: OptionValue): string {
  if (value.kind === "words") return `(${value.words.join(" ")})`;
  // After a space, zsh does not add arguments of its own.
  if (value.kind === "container") return " _varexpand_names containers";
  if (value.kind === "file") return "_files";
  if (value.kind === "text") return " ";
  return value.kind === "directory" ? "_files -/" : "{compset -P 1 '*=' && _files -/}";
}
