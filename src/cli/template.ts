/** `varexpand template`: `${...}` in YAML and JSON documents. */
import { dump } from "js-yaml";
import { type Node, nodeAt } from "../manifest/node.ts";
import { placeInString } from "../manifest/place-in-string.ts";
import { TemplateError } from "../template/error.ts";
import { resolveTemplates } from "../template/template.ts";
import { setKey } from "../template/values.ts";
import { VariablesError } from "../variables/error.ts";
import type { Variables } from "../variables/map.ts";
import { mergeVariables } from "../variables/merge.ts";
import { overrideVariables } from "../variables/override.ts";
import { parseVarfile, varfileFormat } from "../variables/varfile.ts";
import { DONE, defineCommand, FAILED } from "./command.ts";
import { InputError, UsageError } from "./errors.ts";
import { checkReadable, nameOf, readText, STDIN } from "./files.ts";
import type { CommandIo } from "./io.ts";
import { ManifestFile } from "./manifest-file.ts";
import { printable } from "./printable.ts";

export const templateCommand = defineCommand({
  usage: "template [-f FILE]... [--context FILE]... [--set KEY=VALUE]... [--partial] [-o yaml|json]",
  description: `
Resolves the \${...} templates and the structural operators ($if, $forEach, $concat, $merge) in YAML or JSON documents,
and prints the documents. What templates refer to stands in a context: a map that --context files give, each a JSON
Merge Patch (RFC 7396) to the ones before it, and --set completes. Strings in a context are data: they are not templates
themselves. Documents are read as Kubernetes reads them (yes is true), contexts as YAML 1.2. If anything cannot be
resolved nothing is printed, and every document's first error is told with its place.`,
  options: {
    file: {
      type: "string",
      short: "f",
      multiple: true,
      value: "FILE",
      help: "documents; - is standard input, as is no -f",
    },
    context: { type: "string", multiple: true, value: "FILE", help: "a varfile: YAML, JSON or dotenv, by suffix" },
    set: { type: "string", multiple: true, value: "KEY=VALUE", help: "a string in the context; dots lead into maps" },
    partial: { type: "boolean", help: "leave what depends on keys that are not there, for a later run" },
    output: { type: "string", short: "o", choices: ["yaml", "json"], help: "the format; yaml if not said" },
  },
  examples: ["varexpand template -f examples/template/service.yaml --context examples/template/context.yaml"],
  run({ options, operands }, io) {
    if (operands.length > 0) throw new UsageError(`${operands[0]} is no option; write -f ${operands[0]}`);
    const files = options.file.length === 0 ? [STDIN] : options.file;
    checkReadable([...files, ...options.context]);
    const context = contextOf(options.context, options.set, io);
    const results: unknown[] = [];
    let isWhole = true;
    for (const name of files) {
      const file = new ManifestFile(name, io);
      for (const document of documentsOf(file)) {
        try {
          results.push(resolveTemplates(document.value, context, { partial: options.partial }));
        } catch (error) {
          if (!(error instanceof TemplateError)) throw error;
          isWhole = false;
          io.report(messageOf(error, file, document));
        }
      }
    }
    if (!isWhole) return FAILED;
    io.write(options.output === "json" ? jsonText(results) : yamlText(results));
    return DONE;
  },
});

/** The documents that have something in them. */
function documentsOf(file: ManifestFile): Node[] {
  return file.documents.filter((root) => root.kind !== "scalar" || root.end > root.start);
}

function contextOf(files: readonly string[], settings: readonly string[], io: CommandIo): Variables {
  const layers = files.map((file) => contextFrom(file, io));
  const values: Record<string, string> = {};
  for (const setting of settings) {
    const equals = setting.indexOf("=");
    if (equals === -1) throw new UsageError(`--set ${setting}: there is no "="; write --set KEY=VALUE`);
    setKey(values, setting.slice(0, equals), setting.slice(equals + 1));
  }
  try {
    return overrideVariables(mergeVariables(...layers), values);
  } catch (error) {
    if (!(error instanceof VariablesError)) throw error;
    throw new UsageError(error.message.replace("--var", "--set"));
  }
}

function contextFrom(file: string, io: CommandIo): Variables {
  const text = readText(file, io);
  try {
    return parseVarfile(text, file === STDIN ? "yaml" : varfileFormat(file), nameOf(file));
  } catch (error) {
    if (!(error instanceof VariablesError)) throw error;
    throw new InputError(error.message);
  }
}

/** What is wrong, and where in the file: at the character in the string, or where the value begins. */
function messageOf(error: TemplateError, file: ManifestFile, document: Node): string {
  const where = error.path.length === 0 ? "" : ` (${printable(error.path.join("."))})`;
  return `${placeOf(error, file, document)}: ${printable(error.reason)}${where}`;
}

function placeOf({ path, offset }: TemplateError, file: ManifestFile, document: Node): string {
  const found = nodeAt(document, path);
  const node = found?.kind === "alias" ? found.target : found;
  if (node?.kind !== "scalar" || offset === undefined) return file.placeOf(document, path);
  return file.place(placeInString(file.text, node, offset));
}

/** What is undefined, as an optional value is that is not there, is null at the root and in lists, and left out of maps. */
function jsonText(documents: readonly unknown[]): string {
  return documents.map((document) => `${JSON.stringify(document, undefined, 2) ?? "null"}\n`).join("");
}

function yamlText(documents: readonly unknown[]): string {
  try {
    return documents.map((document) => dump(document ?? null, { noRefs: true, lineWidth: -1 })).join("---\n");
  } catch (error) {
    // The library's patterns exhaust the stack.
    if (!(error instanceof RangeError)) throw error;
    throw new InputError("<stdout>: a string is too long to be written as YAML; write -o json");
  }
}
