/** `varexpand template --project`: resolves a project in one of its environments. */

import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { missingKeys } from "../../../garden/project/errors.ts";
import { Project } from "../../../garden/project/project.ts";
import type { ResolvedDocument } from "../../../garden/project/resolved-document.ts";
import type { Budget } from "../../../garden/template/functions/budget.ts";
import type { Variables } from "../../../garden/template/values.ts";
import { listOfNames, VariablesError } from "../../../garden/variables/error.ts";
import { parseVarFlags } from "../../../garden/variables/flags.ts";
import { mergeVariables } from "../../../garden/variables/merge.ts";
import { setKey } from "../../../text/own-keys.ts";
import { printable } from "../../../text/printable.ts";
import { regularFileStats } from "../../files/regular-file.ts";
import { type Arguments, DONE } from "../../frame/command.ts";
import { jsonText, yamlText } from "../../frame/document-text.ts";
import { InputError, UsageError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { documentsOf, readVarfile } from "../../projects/project-documents.ts";
import { explanationText } from "./explanation-text.ts";
import { gitInfo } from "./git.ts";
import { readVariables } from "./variables.ts";

export const projectOptions = {
  project: {
    type: "string",
    value: "DIR",
    help: "resolve the Garden project in a folder",
  },
  env: { type: "string", value: "NAME", help: "environment of the project; default: its default environment" },
  var: {
    type: "string",
    multiple: true,
    value: "KEY=VALUE,...",
    help: "override a variable; always text; dots lead into maps and lists",
  },
  outputs: {
    type: "string",
    value: "FILE",
    help: "read outputs of providers, modules, and actions that have run: a map by their paths",
  },
  secrets: { type: "string", multiple: true, value: "FILE", help: "read secrets from a varfile" },
  "secret-env": {
    type: "string",
    multiple: true,
    value: "NAME[=VARIABLE]",
    help: "read a secret from an environment variable",
  },
  explain: { type: "string", value: "VARIABLE", help: "print which level sets a variable" },
} as const;

type ProjectArguments = Arguments<
  typeof projectOptions & {
    output: { type: "string"; help: string };
    "strict-syntax": { type: "boolean"; help: string };
  }
>["options"];

/**
 * Runs the command. Nothing is printed unless everything can be resolved.
 *
 * @throws UsageError, InputError
 */
export function resolveProjectFolder(
  folder: string,
  names: readonly string[],
  options: ProjectArguments,
  budget: Budget,
  io: CommandIo,
): number {
  const requested = names.length === 0 ? undefined : names.map((name) => name.replace("/", "."));
  if (requested !== undefined && options.explain !== undefined)
    throw new UsageError(`unexpected argument ${printable(names[0]!)}: --explain covers all actions`);
  const secrets = secretsOf(options, io);
  const masked = maskerOf(secrets);
  /** A message with secrets masked and control characters escaped. */
  const safe = (text: string) => printable(masked(text), MESSAGE_WIDTH);
  try {
    const project = new Project(documentsOf(folder, io), {
      environment: options.env,
      overrides: parseVarFlags(options.var),
      outputs: options.outputs === undefined ? {} : readVariables(options.outputs, io),
      world: contextOf(folder, secrets, io),
      secretVariables: options["secret-env"].map((option) => secretEnv(option).variable),
      readVarfile: (within, path) => readVarfile(folder, within, path, io),
      strict: options["strict-syntax"],
      budget,
      hasFile: (path) => regularFileStats(join(folder, path)) !== undefined,
    });
    if (options.explain !== undefined) {
      const explanations = project.explain(options.explain);
      const hasValue = explanations.some(({ isLate, isSecret, origins }) => origins.length > 0 || isLate || isSecret);
      if (!hasValue) throw new UsageError(safe(`--explain ${options.explain}: nothing sets this variable`));
      io.write(options.output === "json" ? jsonText(explanations, budget) : explanationText(explanations));
      return DONE;
    }
    const documents = project.resolve(requested);
    for (const note of requested === undefined ? project.notes : []) io.report(safe(note));
    const values = documents.filter(({ name }) => name !== undefined).map(({ value }) => value);
    io.write(options.output === "json" ? jsonText(values, budget) : yamlText(values, budget));
    for (const { name, error } of documents) {
      if (error !== undefined) io.report(safe(`${error.message}; ${name} is left unresolved`));
    }
    const late = documents.filter(({ isComplete, isDisabled, error }) => !isComplete && !isDisabled && !error);
    const hasSteps = ({ name }: ResolvedDocument) => /^(?:workflow|command)\./.test(name ?? "");
    const waiting = late.filter((document) => !hasSteps(document));
    if (waiting.length > 0) {
      const unknown = [...new Set(waiting.flatMap(({ unknown }) => unknown))];
      const what = `some values are not known yet and remain templates in ${listOfNames(waiting.map(nameOf))}`;
      const hint = unknown.length === 0 ? "" : `; set them with --outputs FILE: ${listOfNames(unknown)}`;
      io.report(safe(`${what}${hint}`));
    }
    if (waiting.length < late.length) {
      const names = listOfNames(late.filter(hasSteps).map(nameOf));
      io.report(safe(`steps, arguments, and outputs are known only during a run and remain templates in ${names}`));
    }
    const disabled = documents.filter(({ isComplete, isDisabled }) => !isComplete && isDisabled).map(nameOf);
    if (disabled.length > 0) {
      io.report(
        safe(`disabled actions with parts that cannot be resolved were left unchanged: ${listOfNames(disabled)}`),
      );
    }
    return DONE;
  } catch (error) {
    if (error instanceof InputError) throw new InputError(safe(error.message));
    if (!(error instanceof VariablesError)) throw error;
    if (error.code === "var-flag") throw new UsageError(safe(error.message));
    const textOf = ({ cause, file, isMissingSecret, message }: VariablesError) => {
      const isOutside = missingKeys(cause)?.[0] === "git" && gitInfo(folder) === undefined;
      const hint = isMissingSecret ? SECRETS_HINT : isOutside ? "; the folder is not in a Git repository" : "";
      return safe(`${file === undefined ? `${folder}: ` : ""}${message}${hint}`);
    };
    const errors = [error, ...error.others];
    for (const each of errors.slice(0, -1)) io.report(`varexpand: ${textOf(each)}`);
    throw new InputError(textOf(errors.at(-1)!));
  }
}

const SECRETS_HINT = "; set secrets with --secrets FILE or --secret-env NAME";

function nameOf({ name }: ResolvedDocument): string {
  return name ?? "";
}

/** The longest message: enough for chains of variables and lists of names. */
export const MESSAGE_WIDTH = 4000;

/** `NAME` or `NAME=VARIABLE` */
function secretEnv(option: string): { name: string; variable: string } {
  const [name = "", variable = name] = option.split(/=(.*)/s);
  return { name, variable };
}

function secretsOf(options: ProjectArguments, io: CommandIo): Variables {
  const named: Variables = {};
  for (const option of options["secret-env"]) {
    const { name, variable } = secretEnv(option);
    const value = io.environment[variable];
    if (value === undefined)
      throw new UsageError(
        variable === name
          ? `--secret-env ${printable(name)}: the environment variable ${printable(name)} is not set`
          : `--secret-env ${printable(name)}=...: the environment variable is not set; write its name, not its value`,
      );
    setKey(named, name, value);
  }
  return mergeVariables(...options.secrets.map((file) => readVariables(file, io)), named);
}

const MASK = "***";

/** The length of the part of a long text that messages show. */
const SHOWN = 80;

/**
 * Returns a function that masks secrets in a message. Values that templates compute from secrets are marked
 * (`Run.secretsSeen`). The marks end where a value becomes the name of a file: messages from the system or a decoder about
 * that file are searched for the secrets' texts.
 */
export function maskerOf(secrets: Variables): (text: string) => string {
  // The longest first, because one can be a part of another.
  const texts = [...new Set(textsIn(secrets))].sort((a, b) => b.length - a.length);
  return (text) => texts.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}

/** The texts in a value: whole, line by line, cut as in messages, and escaped as in JSON. */
function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  if (value === null || value === undefined || typeof value === "boolean") return [];
  const text = String(value);
  return [text, ...text.split(/\r\n?|\n/)]
    .filter((part) => part.trim() !== "")
    .flatMap((part) => (part.length > SHOWN ? [part, part.slice(0, SHOWN)] : [part]))
    .flatMap((part) => [part, JSON.stringify(part).slice(1, -1)]);
}

/** `local`, `git`, and so on, for templates. */
function contextOf(folder: string, secrets: Variables, { environment }: CommandIo) {
  const projectPath = resolve(folder);
  const now = new Date();
  return {
    local: {
      artifactsPath: join(projectPath, ".garden", "artifacts"),
      env: environment,
      arch: process.arch,
      platform: process.platform,
      projectPath,
      // An account can be without a name.
      username: () => usernameIn(environment),
      usernameLowerCase: () => usernameIn(environment).toLowerCase(),
    },
    command: { name: "template", params: {} },
    datetime: {
      now: now.toISOString(),
      today: now.toISOString().slice(0, "YYYY-MM-DD".length),
      timestamp: Math.floor(now.getTime() / 1000),
    },
    git: () => gitInfo(folder) ?? {},
    ...(Object.keys(secrets).length > 0 && { secrets }),
  };
}

/** Environment variables that Garden checks for the user's name before it asks the system. */
const USERNAME_VARIABLES = ["SUDO_USER", "C9_USER", "LOGNAME", "USER", "LNAME", "USERNAME"];

function usernameIn(environment: CommandIo["environment"]): string {
  const variable = USERNAME_VARIABLES.find((name) => environment[name]);
  return variable === undefined ? userInfo().username : environment[variable]!;
}
