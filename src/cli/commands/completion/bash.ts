/** The script for bash, including version 3.2 on macOS. */
import { shellQuoted } from "../../../envfile/writers/shell.ts";
import { commandNames, type Entry, type OptionValue, spellings, valueOf } from "../../frame/option-values.ts";

export function bashScript(entries: readonly Entry[]): string {
  const names = commandNames(entries).join(" ");
  return `# varexpand's completion for bash
# Sets words to the words up to the cursor. Joins what bash splits at = : and @.
_varexpand_words() {
  local i part rest=\${COMP_LINE-}
  words=() last=-1
  for ((i = 0; i <= COMP_CWORD; i++)); do
    part=\${COMP_WORDS[i]}
    if [ -n "\${COMP_LINE-}" ]; then
      [[ $i -gt 0 && $rest != [[:space:]]* ]]
    else
      [[ $i -gt 0 && ($part == [=:@]* || \${COMP_WORDS[i-1]} == *[=:@]) ]]
    fi || last=$((last + 1))
    words[last]+=$part
    rest=\${rest#"\${rest%%[![:space:]]*}"}
    rest=\${rest#"$part"}
  done
}
# Offers the words that complete the value.
_varexpand_offer() {
  local word
  for word; do
    if [[ $word == "$value"* ]]; then
      word=$typed$word
      COMPREPLY+=("\${word#"$split"}")
    fi
  done
}
# Offers names from the files on the command line, quoted for the shell.
_varexpand_names() {
  local name quoted
  while IFS= read -r name; do
    printf -v quoted %q "$name"
    if [[ $name == "$value"* || $quoted == "$value"* ]]; then
      quoted=$typed$quoted
      COMPREPLY+=("\${quoted#"$split"}")
    fi
  done < <("\${words[0]}" completion "$1" -- "\${words[@]:1}" 2>/dev/null </dev/null)
}
_varexpand() {
  local words last part split typed= value option= i
  COMPREPLY=()
  _varexpand_words
  # The part that readline replaces, and the part before it in the same word.
  part=\${COMP_WORDS[COMP_CWORD]}
  [[ $part == [=:@]* ]] && part=
  value=\${words[last]}
  split=\${value%"$part"}
  if [ "$last" -eq 1 ]; then
    _varexpand_offer ${names} --help --version
    return
  fi
${afterDashes(entries)}  case $value in
    --*=*) option=\${value%%=*} typed=$option= ;;
    -[!-]=*) option=\${value%%=*} typed=$option= ;;
    -[!-]?*) option=\${value:0:2} typed=$option ;;
    *) option=\${words[last-1]} ;;
  esac
  value=\${value#"$typed"}
  case \${words[1]}\${option} in
${entries.flatMap(optionCases).join("")}  esac
  value=$typed$value typed=
  case \${words[1]} in
${entries.map(commandCase).join("")}    help) _varexpand_offer ${names} ;;
    *) compopt -o default 2>/dev/null ;;
  esac
}
if type compopt >/dev/null 2>&1; then
  complete -F _varexpand varexpand
else
  complete -o default -F _varexpand varexpand
fi
`;
}

/** Completes the command after `--`. */
function afterDashes(entries: readonly Entry[]): string {
  const names = entries.flatMap(({ name, takesCommand }) => (takesCommand ? [name] : []));
  return `  if [[ \${words[1]} == ${names.length === 1 ? names[0] : `@(${names.join("|")})`} ]]; then
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
`;
}

function optionCases({ name, options }: Entry): string[] {
  return Object.entries(options).flatMap((entry) => {
    const value = valueOf(entry[1]);
    if (value === undefined) return [];
    const patterns = spellings(entry).map((spelling) => name + spelling);
    return `    ${patterns.join(" | ")}) ${offerOf(value)}; return ;;\n`;
  });
}

function offerOf(value: OptionValue): string {
  if (value.kind === "words") return `_varexpand_offer ${value.words.map(shellWord).join(" ")}`;
  if (value.kind === "container") return "_varexpand_names containers";
  if (value.kind === "file") return "compopt -o default 2>/dev/null";
  if (value.kind === "text") return ":";
  const folders = `compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$part"))`;
  return value.kind === "directory" ? folders : `[[ $value == *=* ]] && { ${folders}; }`;
}

function commandCase({ name, options, operands, names = [] }: Entry): string {
  const flags = [...Object.entries(options).flatMap(spellings), "--help"].join(" ");
  const others =
    operands === undefined ? ["compopt -o default 2>/dev/null"] : [`_varexpand_offer ${operands.join(" ")}`];
  return `    ${name})
      case $value in
        -*) _varexpand_offer ${flags} ;;
        *) ${[...names.map((what) => `_varexpand_names ${what}`), ...others].join("; ")} ;;
      esac ;;
`;
}

function shellWord(word: string): string {
  return /^[\w.=-]+$/.test(word) ? word : shellQuoted(word);
}
