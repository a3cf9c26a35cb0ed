/** Where templates stand: errors about them name the file and the place in it. */
import { TemplateError } from "../template/error.ts";
import { type SourcePlace, VariablesError } from "../variables/error.ts";

/** A text that templates come from: a config document, a varfile. */
export interface Source {
  /** What messages call it: its path from the project's folder, with `/` between its parts. */
  readonly file: string;
  /** Where the value at a path stands, or a character in it (an offset into its text). */
  placeOf?(path: readonly (string | number)[], offset?: number): SourcePlace;
}

/** The sources of a project by number: a template's path begins with the number of its source. */
export class Sources {
  private readonly sources: Source[] = [];

  /** What the paths of a source begin with. */
  add(source: Source): readonly [number] {
    return [this.sources.push(source) - 1];
  }

  /**
   * An error of a template, as one that names the file and what is wrong there; where one template has looked up the value
   * of another, also the place that it was needed for. Any other error stays as it is.
   */
  located(error: unknown): unknown {
    if (!(error instanceof TemplateError)) return error;
    let inner: TemplateError = error;
    while (inner.cause instanceof TemplateError) inner = inner.cause;
    const reason = inner.cause instanceof VariablesError ? inner.cause.message : inner.reason;
    const code = inner.cause instanceof VariablesError ? inner.cause.code : inner.code;
    const needed = inner === error ? "" : ` (needed by ${this.nameOf(error)})`;
    const { source, place, path } = this.placeOf(inner);
    const where = path.length === 0 ? "" : `${path.join(".")}: `;
    return new VariablesError(code, `${where}${reason}${needed}`, { ...place, file: source.file }, { cause: error });
  }

  /** The place of a path that begins with the number of its source. */
  placeAt([number, ...path]: readonly (string | number)[]): SourcePlace {
    const { file, placeOf } = this.sources[number as number]!;
    return { ...placeOf?.(path), file };
  }

  private nameOf(error: TemplateError): string {
    const { source, place, path } = this.placeOf(error);
    const line = place.line === undefined ? "" : `:${place.line}:${place.column}`;
    return `${source.file}${line}${path.length === 0 ? "" : `, ${path.join(".")}`}`;
  }

  private placeOf(error: TemplateError): { source: Source; place: SourcePlace; path: readonly (string | number)[] } {
    const [number, ...path] = error.path;
    const source = this.sources[number as number] ?? { file: "<template>" };
    return { source, place: source.placeOf?.(path, error.offset) ?? {}, path };
  }
}
