/** `varexpand expand --list-variables`: the variables that inputs refer to. */
import type { ListedReference } from "../../../expansion/dialects/evaluation.ts";
import { Environment } from "../../../expansion/environment.ts";
import type { Variables } from "../../../expansion/variables.ts";
import type { Position } from "../../../text/position.ts";
import { printable } from "../../../text/printable.ts";
import { nameOf } from "../../files/files.ts";
import type { CommandIo } from "../../frame/io.ts";
import { type ExpandSyntax, rewriteOf } from "../../variables/environment.ts";
import { expandFile, type InputFormat, streamOf } from "./file.ts";

interface Variable {
  readonly name: string;
  references: number;
  /** The first default. */
  default: string | undefined;
  required: boolean;
  readonly file: string;
  /** Of the first reference. */
  readonly place: Position;
}

/**
 * Lists each variable, in the order of their first references. As text, a line has the name, the number of references, the
 * place of the first one, and then the default or the word `required`, with tabs between them.
 *
 * @throws InputError, InputErrors
 */
export async function referencedVariables(
  files: readonly string[],
  format: InputFormat,
  syntax: ExpandSyntax,
  isJson: boolean,
  io: CommandIo,
): Promise<string> {
  const variables = new Map<string, Variable>();
  const listed: ListedReference[] = [];
  const environment = await listingExpander(syntax, (reference) => listed.push(reference));
  const Stream = await streamOf(format);
  const rewrite = await rewriteOf(syntax);
  for (const file of files) {
    const steps = expandFile(file, {
      environment,
      format,
      Stream,
      io,
      rewrite,
      output() {},
      unresolved(file, name, { line, column }) {
        const reference = listed.shift();
        let variable = variables.get(name);
        if (variable === undefined) {
          variable = { name, references: 0, default: undefined, required: false, file, place: { line, column } };
          variables.set(name, variable);
        }
        variable.references++;
        variable.default ??= reference?.default;
        variable.required ||= reference?.isRequired === true;
      },
    });
    for (const _ of steps);
  }
  const all = [...variables.values()];
  return isJson ? `${JSON.stringify(all.map(jsonOf), undefined, 2)}\n` : all.map(lineOf).join("");
}

async function listingExpander(syntax: ExpandSyntax, list: (reference: ListedReference) => void): Promise<Variables> {
  if (syntax === "kubernetes") return new Environment();
  const { Substitution } = await import("../../../expansion/dialects/substitution.ts");
  return new Substitution(syntax, {}, { list });
}

function jsonOf({ name, references, default: word, required, file, place }: Variable) {
  return { name, references, required, ...(word !== undefined && { default: word }), first: { file, ...place } };
}

function lineOf({ name, references, default: word, required, file, place }: Variable): string {
  const fields = [printable(name), references, `${nameOf(file)}:${place.line}:${place.column}`];
  if (required) fields.push("required");
  else if (word !== undefined) fields.push(`default: ${printable(word)}`);
  return `${fields.join("\t")}\n`;
}
