/** The files that a project is read from. Errors in templates name the file and the place in it. */
import { getOrAdd } from "../../../text/grouped.ts";
import { type DocumentPath, TemplateError } from "../../template/internal.ts";
import { type SourcePlace, VariablesError } from "../../variables/error.ts";

/** A text with templates: a config document or a varfile. */
export interface Source {
  /** The name in messages: the path from the project's folder, with `/` as the separator. */
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
 * Finds varfiles, and the schemas of templates' inputs. Returns undefined if the file does not exist.
 *
 * @param folder the folder that the file must be in, from the project's folder (empty for the project's folder)
 * @param path a path from `folder` that does not lead out of it. The function must reject links that do.
 */
export type ReadVarfile = (folder: string, path: string) => VarfileText | undefined;

/** The sources of a project by number: the path of a template begins with the number of its source. */
export class Sources {
  private readonly sources: Source[] = [];
  private readonly numbers = new Map<Source, number>();

  /** A path that begins with the number of its source. */
  pathIn(source: Source, path: DocumentPath = []): DocumentPath {
    return [getOrAdd(this.numbers, source, () => this.sources.push(source) - 1), ...path];
  }

  /**
   * Turns the error of a template into one that names the file and the innermost cause. If another template needed the broken
   * value, the message also names that place. Other errors are returned unchanged.
   */
  located(error: unknown): unknown {
    if (!(error instanceof TemplateError)) return error;
    let inner: TemplateError = error;
    while (inner.cause instanceof TemplateError) inner = inner.cause;
    const [code, reason] =
      inner.cause instanceof VariablesError ? [inner.cause.code, inner.cause.message] : [inner.code, inner.reason];
    const isOwn = inner.path.join() === error.path.join();
    const path = inner.path.slice(1);
    const where = path.length === 0 ? "" : `${path.join(".")}: `;
    const place = this.placeAt(inner.path, inner.offset);
    const located = new VariablesError(code, where + reason, place, { cause: error });
    if (!isOwn) located.addHint(` (needed by ${this.nameOf(error)})`);
    return located;
  }

  /** The source whose number a path begins with. */
  sourceOf([number]: DocumentPath): Source {
    return this.sources[number as number] ?? { file: "<template>" };
  }

  /** The place of a path that begins with the number of its source. */
  placeAt(from: DocumentPath, offset?: number): SourcePlace {
    const source = this.sourceOf(from);
    return { ...source.placeOf?.(from.slice(1), offset), file: source.file };
  }

  private nameOf({ path, offset }: TemplateError): string {
    const { file, line, column } = this.placeAt(path, offset);
    return `${file}${line === undefined ? "" : `:${line}:${column}`}${path.length < 2 ? "" : `, ${path.slice(1).join(".")}`}`;
  }
}
