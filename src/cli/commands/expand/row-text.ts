/** The text that `varexpand expand --rows` expands. */
import { compileText } from "../../../expansion/compiled/compiled-text.ts";
import { Substitution } from "../../../expansion/dialects/substitution.ts";
import type { Syntax } from "../../../expansion/unexpanded.ts";
import { type Row, RowProblem } from "../../../scale/rows/row.ts";
import { InputError } from "../../frame/errors.ts";
import { type ExpandSyntax, expandEnvironment, mergedVariables } from "../../variables/environment.ts";
import { type InputFormat, placeText, problemsOf, streamOf } from "./file.ts";

type ReportName = (name: string) => void;

/**
 * Expands the text for a row.
 *
 * @param unresolved receives the names without a value that are reported
 * @throws RowProblem, SubstitutionError, HeldInputError, YamlExpansionError
 */
export type RowText = (row: Row, unresolved: ReportName) => string | Uint8Array;

export interface RowTextSource {
  /** The file of the text. */
  readonly template: string;
  readonly source: Uint8Array;
  readonly format: InputFormat;
  readonly syntax: ExpandSyntax;
  /** The variables of every row that it does not have itself. */
  readonly defaults: readonly ReadonlyMap<string, string>[];
  readonly only: ReadonlySet<string> | undefined;
  /** Whether unresolved references are findings. */
  readonly isStrict: boolean;
}

/** @throws InputError if the text is malformed */
export async function rowText(given: RowTextSource): Promise<RowText> {
  const { template, format, syntax, only } = given;
  const Stream = await streamOf(format);
  if (format !== "bytes" || only !== undefined) return streamText(given, Stream);
  try {
    return syntax === "kubernetes" ? plainText(given) : dialectText(given, syntax);
  } catch (error) {
    const problem = rowProblem(error, template);
    throw problem === undefined ? error : new InputError(problem);
  }
}

function plainText({ source, defaults, isStrict }: RowTextSource): RowText {
  const known = mergedVariables(defaults);
  const text = compileText(source);
  return (row, unresolved) =>
    text.expandEither((name) => {
      const value = row.get(name) ?? known.get(name);
      if (value === undefined && isStrict) unresolved(name);
      return value;
    });
}

function dialectText({ source, defaults, isStrict }: RowTextSource, syntax: Syntax): RowText {
  const known = mergedVariables(defaults);
  const text = compileText(source, { syntax, strict: false });
  const isReported = isStrict || syntax === "compose";
  return (row, unresolved) =>
    text.expandEither(
      (name) => row.get(name) ?? known.get(name),
      isReported ? ({ name }) => unresolved(name) : undefined,
    );
}

/** JSON, YAML, and text that is expanded again later: values are escaped for their context in each row. */
function streamText(given: RowTextSource, Stream: Awaited<ReturnType<typeof streamOf>>): RowText {
  const { source, syntax, defaults, only, isStrict } = given;
  return (row, unresolved) => {
    const own = new Map<string, string>();
    for (const column of row.columns()) {
      const value = only?.has(column) === false ? undefined : row.get(column);
      if (value !== undefined) own.set(column, value);
    }
    const contexts = [own, ...defaults];
    const environment =
      syntax === "kubernetes"
        ? expandEnvironment(contexts, only === undefined)
        : new Substitution(syntax, mergedVariables(contexts), { strict: false, only });
    const pieces: Uint8Array[] = [];
    const report = (bytes: Uint8Array) => {
      const name = new TextDecoder().decode(bytes);
      if (only?.has(name) !== false) unresolved(name);
    };
    const stream = new Stream(environment, {
      output: (bytes) => void pieces.push(bytes.slice()),
      ...((isStrict || syntax === "compose") && { unresolved: report }),
    });
    stream.push(source);
    stream.end();
    return Buffer.concat(pieces);
  };
}

/** Why a row cannot be used; undefined for other errors. */
export function rowProblem(error: unknown, template: string): string | undefined {
  if (error instanceof RowProblem) return error.message;
  const [first] = problemsOf(error) ?? [];
  return first && `${template}:${placeText(first)}: ${first.text}`;
}
