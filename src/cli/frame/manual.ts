/** The manual page in man(7) markup, from the same definitions as the help. */
import { type Command, type CommandEntry, EXIT_CODES, type Option, PURPOSE } from "./command.ts";

type Entry = Pick<CommandEntry, "name" | "summary"> & { readonly command: Command };

const ENVIRONMENT: readonly (readonly [name: string, meaning: string])[] = [
  ["NO_COLOR", "If it is set and not empty, the output has no colors"],
  ["FORCE_COLOR", "If it is set to anything but 0 or false, the output has colors in files and pipes, too"],
  ["COLUMNS", "The width of tables and messages, in columns; default: that of the terminal"],
  ["NATS_USER, NATS_PASSWORD", "stream: the credentials, or a token in NATS_USER alone"],
  [
    "JOB_COMPLETION_INDEX, SLURM_ARRAY_TASK_ID",
    "expand and pod: the shard, with --shard auto, in an Indexed Job of Kubernetes or an array job of Slurm",
  ],
  ["XDG_CACHE_HOME, HOME", "The directory of the compile cache"],
];

const FILES: readonly (readonly [name: string, meaning: string])[] = [
  [".varexpand.yaml", "The configuration of lint: the nearest one, from the working directory upward"],
  ["~/.cache/varexpand", "The compile cache of Node.js 22 and later; it can be removed at any time"],
];

/** The longest list of choices that is shown as the value of an option. */
const MAX_CHOICES = 50;

/** The page `varexpand(1)`. */
export async function manualPage(commands: readonly CommandEntry[], version: string): Promise<string> {
  const entries = await Promise.all(
    commands.map(async ({ name, summary, load }): Promise<Entry> => ({ name, summary, command: await load() })),
  );
  const lines = [
    `.TH VAREXPAND 1 "" "varexpand ${text(version)}" "User Commands"`,
    // Without justification and hyphenation, lines of a terminal's width are easier to read.
    ".ad l",
    ".nh",
    ".SH NAME",
    "varexpand \\- expand the variables that configuration refers to",
    ".SH SYNOPSIS",
    ...synopsis("COMMAND [ARGUMENT...]"),
    ".SH DESCRIPTION",
    ...paragraphs(PURPOSE),
    ...entries.flatMap(({ name, summary }) => [".TP", bold(name), sentence(summary)]),
    ...entries.flatMap(commandSection),
    ".SH EXIT STATUS",
    ...EXIT_CODES.flatMap(({ code, meaning }) => [".TP", bold(code), sentence(meaning)]),
    ".SH ENVIRONMENT",
    ...ENVIRONMENT.flatMap(([name, meaning]) => [".TP", bold(name), sentence(meaning)]),
    ".SH FILES",
    ...FILES.flatMap(([name, meaning]) => [".TP", bold(name), sentence(meaning)]),
    ".SH SEE ALSO",
    `${bold("kubectl")}(1), ${bold("envsubst")}(1), ${bold("docker-run")}(1)`,
  ];
  return `${lines.join("\n")}\n`;
}

function commandSection({ name, command }: Entry): string[] {
  const { description, examples, options, usage } = command;
  const rows = Object.entries(options);
  return [
    `.SH ${text(name).toUpperCase()}`,
    ...usage.split("\n").flatMap((line) => synopsis(line.trim().replace(/^varexpand /, ""))),
    ...paragraphs(description),
    ...(rows.length === 0 ? [] : [".SS Options", ...rows.flatMap(optionRow)]),
    `.SS ${examples.length === 1 ? "Example" : "Examples"}`,
    ".EX",
    ...examples.map(text),
    ".EE",
  ];
}

function synopsis(usage: string): string[] {
  return [".PP", `${bold("varexpand")} ${text(usage)}`];
}

function paragraphs(description: string): string[] {
  const all = description.trim().split(/\n{2,}/);
  return all.flatMap((paragraph) => [".PP", text(paragraph.replaceAll("\n", " "))]);
}

function optionRow([name, { short, type, value, choices, help }]: readonly [string, Option]): string[] {
  const long = bold(`--${name}`);
  const head = short === undefined ? long : `${bold(`-${short}`)}, ${long}`;
  const choice = choices?.join("|") ?? "";
  const isShown = choice !== "" && choice.length <= MAX_CHOICES;
  const argument = type === "boolean" ? "" : ` \\fI${text(isShown ? choice : (value ?? "VALUE"))}\\fR`;
  const listed = choices === undefined || isShown || choices.every((each) => help.includes(each));
  return [".TP", head + argument, sentence(listed ? help : `${help}: ${choices.join(", ")}`)];
}

function sentence(words: string): string {
  return text(words.endsWith(".") ? words : `${words}.`);
}

function bold(words: string): string {
  return `\\fB${text(words)}\\fR`;
}

/** Escapes text, so that it contains no request or escape, and no hyphen instead of a minus. */
function text(plain: string): string {
  return plain
    .replaceAll("\\", "\\e")
    .replace(/^[.']/, "\\&$&")
    .replaceAll("-", "\\-")
    .replaceAll("'", "\\(aq")
    .replaceAll("`", "\\(ga")
    .replaceAll("^", "\\(ha")
    .replaceAll("~", "\\(ti")
    .replaceAll('"', "\\(dq")
    .replace(
      /[^\x20-\x7e]/gu,
      (character) => `\\[u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}
