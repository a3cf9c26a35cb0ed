/** The options of `varexpand lint`, and those that its configuration can set. */
import { RULES } from "../../lint/rules/rules.ts";
import { inputOptions } from "../files/inputs.ts";
import { CONFIG_FILE } from "../files/skipped-files.ts";
import { type Arguments, colorOption, type Option } from "../frame/command.ts";

export const RULE_SETTINGS: readonly string[] = ["off", "note", "warning", "error"];

export const lintOptions = {
  ...inputOptions,
  recursive: { ...inputOptions.recursive, help: "the default: directories are always searched" },
  envfile: { type: "string", multiple: true, value: "FILE", help: "an env file with any name" },
  output: {
    type: "string",
    short: "o",
    choices: ["text", "json", "sarif", "github", "gitlab", "junit"],
    help: "the format of the report (default: text)",
  },
  all: { type: "boolean", help: "list every occurrence of repeated findings, and everything that is unknown" },
  rule: {
    type: "string",
    multiple: true,
    value: "ID=LEVEL",
    suggestions: RULES.flatMap(({ id }) => RULE_SETTINGS.map((level) => `${id}=${level}`)),
    help: "set a rule to off, note, warning or error",
  },
  "fail-on": {
    type: "string",
    choices: ["error", "warning", "note", "unknown"],
    help: "exit with 1 for findings at or above this level (default: warning); unknown is warning, and anything that is unknown",
  },
  config: { type: "string", value: "FILE", help: `the configuration; default: the nearest ${CONFIG_FILE}` },
  baseline: { type: "string", value: "FILE", help: "do not report the findings in this file" },
  "write-baseline": { type: "boolean", help: "write the findings to the --baseline file" },
  fix: { type: "boolean", help: "apply fixes that have only one possible result" },
  diff: { type: "boolean", help: "print the changes of --fix instead of making them" },
  "skip-unchecked": { type: "boolean", help: "exit with 0 if no input is of a kind that is checked" },
  complete: {
    type: "boolean",
    alias: "closed-world",
    help: "treat objects outside the input as missing (alias: --closed-world)",
  },
  profile: { type: "string", choices: ["design", "kubelet"], help: "the KEPs (default), or what release 1.35 does" },
  ...colorOption,
  explain: { type: "string", value: "RULE", suggestions: RULES.map(({ id }) => id), help: "print the page of a rule" },
} as const satisfies Record<string, Option>;

export type LintOptions = Arguments<typeof lintOptions>["options"];

/** Inputs and what they can read, options that the configuration calls otherwise, and an option that writes a file. */
const COMMAND_LINE_ONLY = [
  "file",
  "recursive",
  "kustomize",
  "load-restrictor",
  "envfile",
  "rule",
  "skip-unchecked",
  "config",
  "write-baseline",
  "color",
  "explain",
] as const;

/** The options that the configuration can set, too. */
export type ConfiguredOptions = Partial<Omit<LintOptions, (typeof COMMAND_LINE_ONLY)[number]>>;

/** The option of each setting: `fail-on` for `failOn`. */
export const OPTION_SETTINGS: ReadonlyMap<string, keyof ConfiguredOptions> = new Map(
  Object.keys(lintOptions)
    .filter((name) => !COMMAND_LINE_ONLY.some((each) => each === name))
    .map((name) => [name.replace(/-./g, (part) => part[1]!.toUpperCase()), name as keyof ConfiguredOptions]),
);

/** The options of the command line, which precede those of the configuration. */
export function withConfigured(options: LintOptions, configured: ConfiguredOptions): LintOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== false);
  return { ...options, ...configured, ...Object.fromEntries(given) };
}
