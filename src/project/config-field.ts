import type { DocumentPath } from "../template/internal.ts";
import { isMap, typeOf } from "../template/values.ts";
import { memberOf } from "../text/own-keys.ts";
import { VariablesError, type VariablesErrorCode } from "../variables/error.ts";
import type { Variables } from "../variables/map.ts";
import type { Source } from "./sources.ts";

/** A value in a config document and its place there: an error about the value names the place. */
export class Field {
  readonly source: Source;
  readonly value: unknown;
  /** The field that it is a member of, and its key there; undefined where the path begins. */
  private readonly parent: Field | undefined;
  private readonly key: string | number;
  private readonly pathToHere: DocumentPath;

  /** @param path to the value from the document's root */
  constructor(source: Source, value: unknown, path: DocumentPath = [], parent?: Field, key: string | number = "") {
    this.source = source;
    this.value = value;
    this.pathToHere = path;
    this.parent = parent;
    this.key = key;
  }

  /** The keys that lead to the value from the document's root: most fields are never asked for them. */
  get path(): DocumentPath {
    const { parent, pathToHere } = this;
    return parent === undefined ? pathToHere : [...parent.path, this.key];
  }

  /** The folder of the document's file, from the project's; empty for that itself. */
  get folder(): string {
    return this.source.file.slice(0, Math.max(0, this.source.file.lastIndexOf("/")));
  }

  /** Whether the document has a value here; null is none. */
  get isThere(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** A member of a map or a list. */
  at(key: string | number): Field {
    return new Field(this.source, memberOf(this.value, key), [], this, key);
  }

  /** @throws VariablesError (`document`) */
  map(): Readonly<Variables> {
    if (isMap(this.value)) return this.value;
    throw this.wrong("a map");
  }

  /** The elements of a list; none if there is no value. */
  items(): Field[] {
    if (!this.isThere) return [];
    if (Array.isArray(this.value)) return this.value.map((_, i) => this.at(i));
    throw this.wrong("a list");
  }

  /** A text that is not empty. */
  text(): string {
    if (typeof this.value === "string" && this.value !== "") return this.value;
    throw this.wrong("text");
  }

  /** A text that is no template: other documents are found by it. */
  plainText(): string {
    const text = this.text();
    if (text.includes("${"))
      throw this.error("this cannot be a template: it must be known before templates are resolved");
    return text;
  }

  error(reason: string, code: VariablesErrorCode = "document"): VariablesError {
    const where = this.path.length === 0 ? "" : `${this.path.join(".")}: `;
    return new VariablesError(code, `${where}${reason}`, {
      ...this.source.placeOf?.(this.path),
      file: this.source.file,
    });
  }

  private wrong(expected: string): VariablesError {
    if (this.value === undefined) return this.error("this is missing");
    return this.error(`this must be ${expected}, not ${typeName(this.value)}`);
  }
}

function typeName(value: unknown): string {
  if (value === "") return "an empty text";
  return typeof value === "string" ? "text" : typeOf(value);
}
