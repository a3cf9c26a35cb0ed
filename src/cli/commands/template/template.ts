/** `varexpand template`: `${...}` in YAML and JSON documents. */
import { statSync } from "node:fs";
import { TemplateError } from "../../../garden/template/error.ts";
import { type Budget, budgetOf } from "../../../garden/template/functions/budget.ts";
import { resolveTemplates } from "../../../garden/template/resolve/template.ts";
import type { Variables } from "../../../garden/template/values.ts";
import { VariablesError } from "../../../garden/variables/error.ts";
import { mergeVariables } from "../../../garden/variables/merge.ts";
import { overrideEach } from "../../../garden/variables/override.ts";
import type { ManifestPart } from "../../../repository/manifest-part.ts";
import { setKey } from "../../../text/own-keys.ts";
import { printable, visibleText } from "../../../text/printable.ts";
import type { Node } from "../../../yaml/node.ts";
import { offsetInText } from "../../../yaml/places.ts";
import { checkReadable, STDIN } from "../../files/files.ts";
import { type Arguments, DONE, defineCommand, FAILED } from "../../frame/command.ts";
import { jsonText, yamlText } from "../../frame/document-text.ts";
import { attempt, UsageError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { readManifestFile } from "../../manifests/manifest-file.ts";
import { MESSAGE_WIDTH, projectOptions, resolveProjectFolder } from "./project.ts";
import { readVariables } from "./variables.ts";

const templateOptions = {
  file: {
    type: "string",
    short: "f",
    multiple: true,
    value: "FILE",
    help: "read documents from a file; default: - (standard input)",
  },
  context: {
    type: "string",
    multiple: true,
    value: "FILE",
    help: "read the context from a varfile: YAML, JSON, or dotenv",
  },
  set: { type: "string", multiple: true, value: "KEY=VALUE", help: "set a string in the context; dots lead into maps" },
  partial: { type: "boolean", help: "leave templates with missing keys unresolved" },
  "strict-syntax": { type: "boolean", help: "reject extensions of Garden's template language" },
  output: { type: "string", short: "o", choices: ["yaml", "json"], help: "output format; default: yaml" },
  "max-steps": { type: "string", value: "N", help: "limit the steps of all templates; default: 20 million" },
  "max-size": { type: "string", value: "N", help: "limit the characters of all results; default: 128 Mi" },
  ...projectOptions,
} as const;

export const templateCommand = defineCommand({
  usage: `template [FILE...] [--context FILE]... [--set KEY=VALUE]... [OPTION...]
template --project DIR [--env NAME] [--secrets FILE]... [OPTION...] [ACTION...]`,
  description: `
Resolves the \${...} templates and the structural operators ($if, $forEach, $concat, $merge) in YAML or JSON documents,
and prints the documents. Templates refer to a context: a map from the --context files, each a JSON Merge Patch
(RFC 7396) to the ones before it, and from --set. Strings in a context are data: they are not templates themselves.
Documents are read as Kubernetes reads them (yes is true), contexts as YAML 1.2. If a document cannot be resolved,
nothing is printed, and the first error of each document is reported with its position.

With --project, prints the documents of a Garden project in the order of their dependencies: the project in one
environment, its actions, workflows, and commands. Modules of the types container, exec, helm, and kubernetes become
actions. A message names modules that are not converted. Seven levels set the variables of an action: --var, then the
varfiles and variables of the action, the environment, and the project. Values that only a run of the project provides
(outputs of providers and actions, versions of builds) remain templates unless --outputs sets them. With ACTION
(deploy.api, run.migrate), only these actions and their dependencies are resolved and printed. A secret is printed
where a document contains it, but never by --explain or in a message.`,
  options: templateOptions,
  requires: { project: Object.keys(projectOptions) },
  excludes: { project: ["file", "context", "set", "partial"] },
  common: ["context", "set", "output", "partial", "project", "env", "var", "secrets", "explain"],
  examples: [
    "echo 'host: ${name}.example.com' | varexpand template --set name=api",
    "varexpand template -f service.yaml --context context.yaml --set environment.name=prod",
    "varexpand template --project examples/project --env prod --secrets examples/project/secrets.env",
  ],
  run: ({ options, operands }, io) => resolveAll(options, operands, io),
});

type TemplateArguments = Arguments<typeof templateOptions>["options"];

function resolveAll(options: TemplateArguments, operands: readonly string[], io: CommandIo): number {
  const budget = budgetFrom(options["max-steps"], options["max-size"]);
  if (options.project !== undefined) return resolveProjectFolder(options.project, operands, options, budget, io);
  const named = [...options.file, ...operands];
  const files = named.length === 0 ? [STDIN] : named;
  for (const name of named) {
    if (name === STDIN) continue;
    const folder = visibleText(name);
    const status = attempt(folder, () => statSync(name, { throwIfNoEntry: false }));
    if (!status?.isDirectory()) continue;
    throw new UsageError(`${folder} is a directory; for a Garden project, use --project ${folder}`);
  }
  checkReadable([...files, ...options.context], io);
  const context = contextOf(options.context, options.set, io);
  const results: unknown[] = [];
  let isWhole = true;
  for (const name of files) {
    const file = readManifestFile(name, io);
    for (const document of documentsOf(file)) {
      try {
        results.push(
          resolveTemplates(document.value, context, {
            partial: options.partial,
            strict: options["strict-syntax"],
            budget,
          }),
        );
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        isWhole = false;
        io.report(messageOf(error, file, document));
      }
    }
  }
  if (!isWhole) return FAILED;
  io.write(options.output === "json" ? jsonText(results, budget) : yamlText(results, budget));
  return DONE;
}

/** The budget for all documents. */
function budgetFrom(steps: string | undefined, size: string | undefined): Budget {
  const limits = {
    ...(steps !== undefined && { steps: numberOf("--max-steps", steps) }),
    ...(size !== undefined && { size: numberOf("--max-size", size) }),
  };
  return budgetOf(limits, { stepsOption: "--max-steps", sizeOption: "--max-size" });
}

function numberOf(option: string, value: string): number {
  if (/^[0-9]{1,15}$/.test(value)) return Number(value);
  throw new UsageError(`${option} ${printable(value)}: not a whole number`);
}

/** The documents that are not empty. */
function documentsOf(file: ManifestPart): Node[] {
  return file.documents.filter((root) => root.kind !== "scalar" || root.end > root.start);
}

function contextOf(files: readonly string[], settings: readonly string[], io: CommandIo): Variables {
  const layers = files.map((file) => readVariables(file, io));
  const values: Record<string, string> = {};
  for (const [i, setting] of settings.entries()) {
    const equals = setting.indexOf("=");
    // The setting can be a secret, so it is not shown.
    if (equals === -1) throw new UsageError(`--set number ${i + 1}: missing "="; write --set KEY=VALUE`);
    setKey(values, setting.slice(0, equals), setting.slice(equals + 1));
  }
  try {
    return overrideEach(mergeVariables(...layers), values, undefined, "--set");
  } catch (error) {
    if (!(error instanceof VariablesError)) throw error;
    throw new UsageError(printable(error.message, MESSAGE_WIDTH));
  }
}

/** An error with its position in the file: that of the character in the string, or the start of the value. */
function messageOf(error: TemplateError, file: ManifestPart, document: Node): string {
  const place = file.place(offsetInText(file.text, document, error.path, error.offset));
  const where = error.path.length === 0 ? "" : ` (${printable(error.path.join("."))})`;
  return `${printable(place, MESSAGE_WIDTH)}: ${printable(error.reason)}${where}`;
}
