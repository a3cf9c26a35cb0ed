/** The text that `varexpand expand --rows` expands. */
import { compileText } from "../../../expansion/compiled/compiled-text.ts";
import { Substitution } from "../../../expansion/dialects/substitution.ts";
import { HeldInputError } from "../../../expansion/streams/held-input.ts";
import { YamlExpansionError } from "../../../expansion/streams/yaml-stream.ts";
import { type Row, RowProblem } from "../../../scale/rows/row.ts";
import { decodeUtf8 } from "../../../text/utf8.ts";
import { InputError } from "../../frame/errors.ts";
import { type ExpandSyntax, expandEnvironment, mergedVariables } from "./environment.ts";
import { type InputFormat, isSubstitutionError, problemText, refusalText, streamOf } from "./file.ts";

type ReportName = (name: string) => void;

export interface RowText {
  /**
   * Expands the text for a row.
   *
   * @param unresolved receives the names without a value that are reported
   * @throws RowProblem, SubstitutionError, HeldInputError, YamlExpansionError
   */
  expand(row: Row, unresolved: ReportName): string | Uint8Array;
}

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
  const Stream = await streamOf(given.format);
  if (given.format !== "bytes" || given.only !== undefined) return new StreamText(given, Stream);
  try {
    return new PlainText(given);
  } catch (error) {
    const problem = rowProblem(error, given.template);
    throw problem === undefined ? error : new InputError(problem);
  }
}

/** Plain text is parsed once. */
class PlainText implements RowText {
  private readonly expandText: (unresolved: ReportName) => string | Uint8Array;
  private row: Row | undefined;

  constructor({ source, syntax, defaults, isStrict }: RowTextSource) {
    const known = mergedVariables(defaults);
    const valueOf = (name: string) => this.row!.get(name) ?? known.get(name);
    // Strings are written faster, because many are encoded at once.
    const isText = decodeUtf8(source) !== undefined;
    if (syntax === "kubernetes") {
      const text = compileText(source);
      let report: ReportName;
      const reportedValueOf = (name: string) => {
        const value = valueOf(name);
        if (value === undefined) report(name);
        return value;
      };
      const variables = isStrict ? reportedValueOf : valueOf;
      this.expandText = (unresolved) => {
        report = unresolved;
        return isText ? text.expand(variables) : text.expandBytes(variables);
      };
    } else {
      const text = compileText(source, { syntax, strict: false });
      const isReported = isStrict || syntax === "compose";
      this.expandText = (unresolved) => {
        const report = isReported ? ({ variable }: { variable: string }) => unresolved(variable) : undefined;
        return isText ? text.expand(valueOf, report) : text.expandBytes(valueOf, report);
      };
    }
  }

  expand(row: Row, unresolved: ReportName): string | Uint8Array {
    this.row = row;
    return this.expandText(unresolved);
  }
}

/** JSON, YAML, and text that is expanded again later: values are escaped for their context in each row. */
class StreamText implements RowText {
  private readonly given: RowTextSource;
  private readonly Stream: Awaited<ReturnType<typeof streamOf>>;

  constructor(given: RowTextSource, Stream: Awaited<ReturnType<typeof streamOf>>) {
    this.given = given;
    this.Stream = Stream;
  }

  expand(row: Row, unresolved: ReportName): Uint8Array {
    const { source, syntax, defaults, only, isStrict } = this.given;
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
    const stream = new this.Stream(environment, {
      output: (bytes) => void pieces.push(bytes.slice()),
      ...((isStrict || syntax === "compose") && { unresolved: report }),
    });
    stream.push(source);
    stream.end();
    return Buffer.concat(pieces);
  }
}

/** Why a row cannot be used; undefined for other errors. */
export function rowProblem(error: unknown, template: string): string | undefined {
  if (error instanceof RowProblem) return error.message;
  if (isSubstitutionError(error)) return `${template}: byte ${error.offset}: ${problemText(error)}`;
  if (error instanceof HeldInputError) return `${template}: byte ${error.offset}: ${error.reason}`;
  if (!(error instanceof YamlExpansionError)) return undefined;
  const { line, column } = error.refusals[0]!;
  return `${template}:${line}:${column}: ${refusalText(error.refusals[0]!, error)}`;
}
