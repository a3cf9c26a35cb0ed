/** The files that a project is read from. Errors of templates name the file and the place in it. */
import { type DocumentPath, TemplateError } from "../template/internal.ts";
import { type SourcePlace, VariablesError } from "../variables/error.ts";

/** A text that templates come from: a config document, a varfile. */
export interface Source {
  /** The name in messages: the path from the project's folder, with `/` between its parts. */
  readonly file: string;
  /** The position of the value at a path, or of a character in it (an offset into the value's text). */
  placeOf?(path: DocumentPath, offset?: number): SourcePlace;
}

/** A varfile that was found. */
export interface VarfileText {
  readonly text: string;
  /** As in `Source`. Not used for dotenv files: their positions are found in the text. */
  placeOf?(path: DocumentPath, offset?: number): SourcePlace;
}

/**
 * Finds varfiles, and the schemas of templates' inputs: `path` leads from `folder`, which is relative to the project's folder (empty for that itself), and
 * its text does not lead out of it; the reader has to refuse a link that does. Undefined if there is no such file.
 */
export type ReadVarfile = (folder: string, path: string) => VarfileText | undefined;

/** The sources of a project by number: a template's path begins with the number of its source. */
export class Sources {
  private readonly sources: Source[] = [];
  private readonly numbers = new Map<Source, number>();

  /** A path that begins with the number of its source. */
  pathIn(source: Source, path: DocumentPath = []): DocumentPath {
    let number = this.numbers.get(source);
    if (number === undefined) {
      number = this.sources.push(source) - 1;
      this.numbers.set(source, number);
    }
    return [number, ...path];
  }

  /**
   * The error of a template as an error that names the file and the mistake; if one template has looked up the value of
   * another, it also names the place that needed the value. Any other error stays the same.
   */
  located(error: unknown): unknown {
    if (!(error instanceof TemplateError)) return error;
    let inner: TemplateError = error;
    while (inner.cause instanceof TemplateError) inner = inner.cause;
    const reason = inner.cause instanceof VariablesError ? inner.cause.message : inner.reason;
    const code = inner.cause instanceof VariablesError ? inner.cause.code : inner.code;
    const needed = inner === error ? "" : ` (needed by ${this.nameOf(error)})`;
    const { path, ...place } = this.placeOf(inner);
    const where = path.length === 0 ? "" : `${path.join(".")}: `;
    return new VariablesError(code, `${where}${reason}${needed}`, place, { cause: error });
  }

  /** The source whose number a path begins with. */
  sourceOf([number]: DocumentPath): Source {
    return this.sources[number as number] ?? { file: "<template>" };
  }

  /** The place of a path that begins with the number of its source. */
  placeAt(from: DocumentPath, offset?: number): SourcePlace {
    const source = this.sourceOf(from);
    const path = from.slice(1);
    return { ...source.placeOf?.(path, offset), file: source.file };
  }

  private nameOf(error: TemplateError): string {
    const { file, line, column, path } = this.placeOf(error);
    return `${file}${line === undefined ? "" : `:${line}:${column}`}${path.length === 0 ? "" : `, ${path.join(".")}`}`;
  }

  private placeOf({ path, offset }: TemplateError): SourcePlace & { path: DocumentPath } {
    return { ...this.placeAt(path, offset), path: path.slice(1) };
  }
}
