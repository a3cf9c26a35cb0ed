import { memberOf } from "../../../text/own-keys.ts";
import { type DocumentPath, Unresolved } from "../../template/internal.ts";
import { isMap, typeOf, type Variables } from "../../template/values.ts";
import { VariablesError, type VariablesErrorCode } from "../../variables/error.ts";
import type { Source } from "./sources.ts";

/** The type of a value that can be unresolved, for messages. */
export function typeName(value: unknown): string {
  return value instanceof Unresolved ? "a value that is not known yet" : typeOf(value);
}

/** A value in a config document, with its place for errors. */
export class Field {
  readonly source: Source;
  readonly value: unknown;
  /** Keys from the document's root to the value. */
  readonly path: DocumentPath;

  constructor(source: Source, value: unknown, path: DocumentPath = []) {
    this.source = source;
    this.value = value;
    this.path = path;
  }

  /** The folder of the document's file, from the project's folder; empty for the project's folder. */
  get folder(): string {
    return this.source.file.slice(0, Math.max(0, this.source.file.lastIndexOf("/")));
  }

  /** Whether the document has a value here that is not null. */
  get hasValue(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** A member of a map or a list. */
  at(key: string | number): Field {
    return new Field(this.source, memberOf(this.value, key), [...this.path, key]);
  }

  /** @throws VariablesError (`document`) */
  map(): Readonly<Variables> {
    if (isMap(this.value)) return this.value;
    throw this.wrong("a map");
  }

  /** The elements of a list; empty if there is no value. */
  items(): Field[] {
    if (!this.hasValue) return [];
    if (Array.isArray(this.value)) return this.value.map((_, i) => this.at(i));
    throw this.wrong("a list");
  }

  /** Text that is not empty. */
  text(): string {
    if (typeof this.value === "string" && this.value !== "") return this.value;
    throw this.wrong("text");
  }

  /** Text that is not a template. */
  plainText(): string {
    const text = this.text();
    if (!text.includes("${")) return text;
    throw this.error("this is needed before templates are resolved; write plain text instead of a template");
  }

  error(reason: string, code: VariablesErrorCode = "document"): VariablesError {
    const where = this.path.length === 0 ? "" : `${this.path.join(".")}: `;
    const place = this.source.placeOf?.(this.path);
    return new VariablesError(code, `${where}${reason}`, { ...place, file: this.source.file });
  }

  private wrong(expected: string): VariablesError {
    if (this.value === undefined) return this.error("this field is missing");
    const found = this.value === "" ? "empty text" : typeof this.value === "string" ? "text" : typeName(this.value);
    return this.error(`this must be ${expected}, not ${found}`);
  }
}
