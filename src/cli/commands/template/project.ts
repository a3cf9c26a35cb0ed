/** `varexpand template --project`: the documents of a project, in one of its environments. */

import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import type { ConfigDocument } from "../../../project/config.ts";
import { Project } from "../../../project/project.ts";
import type { ResolvedDocument } from "../../../project/resolved-document.ts";
import type { VarfileText } from "../../../project/sources.ts";
import { isMap } from "../../../template/values.ts";
import { setKey } from "../../../text/own-keys.ts";
import { printable } from "../../../text/printable.ts";
import { listOfNames, VariablesError } from "../../../variables/error.ts";
import { parseVarFlags } from "../../../variables/flags.ts";
import type { Variables } from "../../../variables/map.ts";
import { mergeVariables } from "../../../variables/merge.ts";
import { placesIn, varfileRoot } from "../../../variables/places.ts";
import { varfileFormat } from "../../../variables/varfile.ts";
import { parseYamlDocuments } from "../../../variables/yaml.ts";
import type { Node } from "../../../yaml/node.ts";
import { checkReadable } from "../../files/files.ts";
import { regularFileStats } from "../../files/regular-file.ts";
import { type Arguments, DONE } from "../../frame/command.ts";
import { jsonText, yamlText } from "../../frame/document-text.ts";
import { InputError, UsageError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { explanationText } from "./explanation-text.ts";
import { gitInfo } from "./git.ts";
import { configFileReader, configFilesIn, findConfigFiles, readWithin } from "./project-files.ts";
import { scanOf } from "./project-scan.ts";
import { Secrets } from "./secrets.ts";
import { readVariables } from "./variables.ts";

export const projectOptions = {
  project: {
    type: "string",
    value: "DIR",
    help: "resolve the project in a folder: its garden.yml and *.garden.yml files",
  },
  env: { type: "string", value: "NAME", help: "the project's environment; its default one if none is given" },
  var: {
    type: "string",
    multiple: true,
    value: "KEY=VALUE,...",
    help: 'a variable, above all levels; always text; dots lead into maps and lists; a comma in "..." splits nothing',
  },
  outputs: {
    type: "string",
    value: "FILE",
    help: "outputs of providers, modules and actions that have run: a map, by their paths",
  },
  secrets: { type: "string", multiple: true, value: "FILE", help: "secrets.*: a varfile" },
  "secret-env": {
    type: "string",
    multiple: true,
    value: "NAME[=VARIABLE]",
    help: "a secret from the process's environment",
  },
  explain: { type: "string", value: "VARIABLE", help: "print which level a variable has its value from" },
} as const;

type ProjectArguments = Arguments<
  typeof projectOptions & {
    output: { type: "string"; help: string };
    "strict-syntax": { type: "boolean"; help: string };
  }
>["options"];

/**
 * Runs the command. Nothing is printed unless everything could be resolved.
 *
 * @throws UsageError, InputError
 */
export function resolveProjectFolder(
  folder: string,
  names: readonly string[],
  options: ProjectArguments,
  io: CommandIo,
): number {
  const asked = names.length === 0 ? undefined : names.map((name) => name.replace("/", "."));
  if (asked !== undefined && options.explain !== undefined)
    throw new UsageError(`unexpected argument ${printable(names[0]!)}: --explain is about all actions`);
  const secrets = new Secrets(secretsOf(options, io));
  /** A message with secrets masked and control characters escaped. */
  const told = (text: string) => printable(secrets.masked(text), MESSAGE_WIDTH);
  try {
    const project = new Project(documentsOf(folder, io), {
      environment: options.env,
      overrides: parseVarFlags(options.var),
      outputs: options.outputs === undefined ? {} : readVariables(options.outputs, io),
      world: worldOf(folder, secrets.values, io),
      secretVariables: options["secret-env"].map((option) => secretEnv(option).variable),
      readVarfile: (within, path) => readVarfile(folder, within, path, io),
      strict: options["strict-syntax"],
      hasFile: (path) => regularFileStats(join(folder, path)) !== undefined,
    });
    if (options.explain !== undefined) {
      const explanations = project.explain(options.explain);
      const isThere = explanations.some(({ isLate, isSecret, origins }) => origins.length > 0 || isLate || isSecret);
      if (!isThere) throw new UsageError(told(`--explain ${options.explain}: nothing sets this variable`));
      io.write(options.output === "json" ? jsonText(explanations) : explanationText(explanations));
      return DONE;
    }
    const documents = project.resolve(asked);
    for (const note of asked === undefined ? project.notes : []) io.report(told(note));
    const values = documents.filter(({ name }) => name !== undefined).map(({ value }) => value);
    io.write(options.output === "json" ? jsonText(values) : yamlText(values));
    for (const { name, error } of documents) {
      if (error !== undefined) io.report(told(`${error.message}; ${name} is left as it is written`));
    }
    const late = documents.filter(({ isComplete, isDisabled, error }) => !isComplete && !isDisabled && !error);
    const hasSteps = ({ name }: ResolvedDocument) => /^(?:workflow|command)\./.test(name ?? "");
    const waiting = late.filter((document) => !hasSteps(document));
    if (waiting.length > 0) {
      const unknown = [...new Set(waiting.flatMap(({ unknown }) => unknown))];
      const what = `not known yet, and left as templates in ${listOfNames(waiting.map(nameOf))}`;
      const give = unknown.length === 0 ? "" : `; give them with --outputs FILE: ${listOfNames(unknown)}`;
      io.report(told(`${what}${give}`));
    }
    if (waiting.length < late.length) {
      const names = listOfNames(late.filter(hasSteps).map(nameOf));
      io.report(told(`known only when they run, and left as templates: steps, arguments and outputs in ${names}`));
    }
    const disabled = documents.filter(({ isComplete, isDisabled }) => !isComplete && isDisabled).map(nameOf);
    if (disabled.length > 0) {
      io.report(told(`disabled, and left as written where they cannot be resolved: ${listOfNames(disabled)}`));
    }
    return DONE;
  } catch (error) {
    if (error instanceof InputError) throw new InputError(told(error.message));
    if (!(error instanceof VariablesError)) throw error;
    if (error.code === "var-flag") throw new UsageError(told(error.message));
    const textOf = ({ file, message }: VariablesError) => {
      const hint = / there is no key ".*?" under secrets\b/s.test(message) ? SECRETS_HINT : "";
      return told(`${file === undefined ? `${folder}: ` : ""}${message}${hint}`);
    };
    const errors = [error, ...error.others];
    for (const each of errors.slice(0, -1)) io.report(`varexpand: ${textOf(each)}`);
    throw new InputError(textOf(errors.at(-1)!));
  }
}

const SECRETS_HINT = "; give secrets with --secrets FILE or --secret-env NAME";

function nameOf({ name }: ResolvedDocument): string {
  return name ?? "";
}

/** The most characters of a message: enough for chains of variables and lists of names. */
export const MESSAGE_WIDTH = 4000;

/** A config document with its text. */
export interface ConfigDocumentOfFile extends ConfigDocument {
  readonly text: string;
  readonly root: Node;
}

/** @param broken is called for a file that is not valid YAML, which has no documents then; without it, the error is thrown */
export function documentsOf(
  folder: string,
  io: CommandIo,
  broken?: (error: VariablesError, text: string) => void,
): ConfigDocumentOfFile[] {
  const read = configFileReader(folder);
  const documentsIn = (path: string): ConfigDocumentOfFile[] => {
    const found = read(path);
    if (found === undefined) return [];
    const { file, text } = found;
    // The file must not be the one that the output goes to.
    checkReadable([resolve(folder, file)], io);
    return rootsIn(text, file).map((root) => ({
      file,
      text,
      root,
      value: root.value,
      placeOf: placesIn(text, () => root),
    }));
  };
  const rootsIn = (text: string, file: string): Node[] => {
    try {
      return parseYamlDocuments(text, file);
    } catch (error) {
      if (broken === undefined || !(error instanceof VariablesError)) throw error;
      broken(error, text);
      return [];
    }
  };
  const first = configFilesIn(folder).flatMap(documentsIn);
  const files = findConfigFiles(folder, scanOf(first.find(isProject)?.value));
  const scanned = new Set(files);
  return [
    ...first.filter((document) => isProject(document) || scanned.has(document.file)),
    ...files.filter((file) => file.includes("/")).flatMap(documentsIn),
  ];
}

function isProject({ value }: { readonly value: unknown }): boolean {
  return isMap(value) && value.kind === "Project";
}

export function readVarfile(folder: string, within: string, path: string, io: CommandIo): VarfileText | undefined {
  const file = within === "" ? path : `${within}/${path}`;
  const text = readWithin(join(folder, within), path, file);
  if (text === undefined) return undefined;
  checkReadable([resolve(join(folder, within), path)], io);
  return varfileFormat(path) === "dotenv" ? { text } : { text, placeOf: placesIn(text, () => varfileRoot(text)) };
}

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
          ? `--secret-env ${printable(name)}: there is no variable ${printable(name)} in the environment`
          : `--secret-env ${printable(name)}=...: there is no such variable in the environment (write the variable's name, not its value)`,
      );
    setKey(named, name, value);
  }
  return mergeVariables(...options.secrets.map((file) => readVariables(file, io)), named);
}

/** `local`, `git` and so on, for templates. */
function worldOf(folder: string, secrets: Variables, { environment }: CommandIo) {
  const projectPath = resolve(folder);
  const now = new Date();
  return {
    local: {
      artifactsPath: join(projectPath, ".garden", "artifacts"),
      env: environment,
      arch: process.arch,
      platform: process.platform,
      projectPath,
      // An account can have no name.
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

/** Garden looks the name up in these variables of the environment before it uses the account's name. */
const USERNAME_VARIABLES = ["SUDO_USER", "C9_USER", "LOGNAME", "USER", "LNAME", "USERNAME"];

function usernameIn(environment: CommandIo["environment"]): string {
  const variable = USERNAME_VARIABLES.find((name) => environment[name]);
  return variable === undefined ? userInfo().username : environment[variable]!;
}
