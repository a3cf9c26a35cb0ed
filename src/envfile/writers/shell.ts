/** Writes variables as shell assignments, and reports variables that a shell cannot set safely. */

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Needs no quotes in any shell; zsh expands `=` at the start to the path of a command. */
const PLAIN = /^[\w./:,@%+-]*$/;

/** Numeric variables in bash, zsh, ksh, or mksh, which evaluate values assigned to them as arithmetic. */
const NUMBER_NAMES =
  "ARGC BASHPID BAUD COLUMNS DIRSTACKSIZE EGID EPOCHREALTIME EPOCHSECONDS ERRNO EUID FUNCNEST GID HISTCMD HISTSIZE " +
  "KEYTIMEOUT KSHEGID KSHGID KSHUID LINENO LINES LISTMAX LOGCHECK MAILCHECK OPTIND PGRP PIPESTATUS PPID RANDOM " +
  "REPORTMEMORY REPORTTIME SAVEHIST SECONDS SHLVL SRANDOM TMOUT TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT TTYIDLE UID USER_ID ZSH_SUBSHELL";
const NUMBERS = /* @__PURE__ */ new Set(NUMBER_NAMES.split(" "));
const NUMBER = /^-?[0-9]*(?:\.[0-9]+)?$/;
/** Variables whose values an interactive shell expands before it prompts; the last three are shown with new mail. */
const PROMPT_NAMES =
  "PS0 PS1 PS2 PS3 PS4 PROMPT RPROMPT RPS1 RPS2 RPROMPT2 PROMPT2 PROMPT3 PROMPT4 PROMPT_EOL_MARK SPROMPT prompt MAIL MAILPATH mailpath";
const PROMPTS = /* @__PURE__ */ new Set(PROMPT_NAMES.split(" "));
/** In a prompt, bash reads `\044` as `$` before it expands. */
const EXPANDED = /[`$]|\\[0-7]/;
/** Variables that name a file that a new shell reads. It expands the name. */
const STARTS: readonly string[] = ["BASH_ENV", "ENV"];
const SPECIAL = /* @__PURE__ */ new Set([...NUMBERS, ...PROMPTS, ...STARTS, "PROMPT_COMMAND"]);

/** Why a shell cannot set the variable, or would do more than set it; undefined if it can. */
export function shellProblem(name: string, value: string): string | undefined {
  if (!NAME.test(name)) return `${JSON.stringify(name)} is not a valid variable name in a shell`;
  if (value.includes("\0")) return `the value of ${name} contains NUL, which a shell cannot represent`;
  return specialValueProblem(name, value);
}

/** The effect of a value that is assigned to a special variable of a shell. */
export function specialValueProblem(name: string, value: string): string | undefined {
  if (!SPECIAL.has(name)) return undefined;
  if (NUMBERS.has(name) && !NUMBER.test(value)) return `a shell evaluates the value of ${name}; it must be a number`;
  if (name === "PROMPT_COMMAND" && value !== "") return `a shell runs the value of ${name}`;
  if (NUMBERS.has(name) || !EXPANDED.test(value)) return undefined;
  return `a shell expands the value of ${name} when it ${STARTS.includes(name) ? "starts" : "prompts"}`;
}

/** `NAME=value`, with quotes if the value needs them. The variable must have no `shellProblem`. */
export function shellAssignment(name: string, value: string): string {
  return `${name}=${PLAIN.test(value) ? value : shellQuoted(value)}`;
}

/**
 * Text as one word, which POSIX shells and fish read alike. In single quotes, fish removes a backslash before a backslash or
 * an apostrophe, so such backslashes are in double quotes.
 */
export function shellQuoted(text: string): string {
  const special = (run: string) => (run === "'" ? "'\\''" : `'"${run.replaceAll("\\", "\\\\")}"'`);
  return `'${text.replace(/\\{2,}|\\(?=$|')|'/g, special)}'`;
}

/** Names that fish reserves, or whose values its functions run, such as `fish_key_bindings`. */
const OF_FISH =
  /^(?:_*(?:fish|FISH).*|_|PWD|SHLVL|history|hostname|pipestatus|status|status_generation|umask|version)$/;

/** Why fish cannot set the variable, or would do more than set it; undefined if it can. */
export function fishProblem(name: string): string | undefined {
  return OF_FISH.test(name) ? `fish reserves ${name}` : undefined;
}

/** Text as one word of fish. */
export function fishQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** Removes the quotes and backslashes of a POSIX shell from a word. An open quote ends with the word. */
export function shellUnquoted(word: string): string {
  return word.replace(
    /'([^']*)'?|"((?:[^"\\]|\\[\s\S])*)\\?"?|\\([\s\S]?)/g,
    (_, single: string | undefined, double: string | undefined, escaped: string) =>
      single ?? double?.replace(/\\([$`"\\])/g, "$1") ?? escaped,
  );
}
