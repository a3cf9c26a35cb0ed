/**
 * The interface of a template engine: the files of bench/template-engines implement it, and so can a module of
 * `--engine FILE.js`. The group `engines` measures each of them, here and in workerd.
 */
export interface TemplateEngine {
  /** The name of its rows. */
  readonly name: string;
  /** Whether it creates functions from strings, which Workers and strict content security policies forbid. */
  readonly generatesCode: boolean;
  /** How its templates insert a variable, without escaping. */
  reference(name: string): string;
  /** Prepares a template, in its fastest way; not measured. */
  compile(source: string): Render<string>;
  /** The same as UTF-8. Without it, `TextEncoder` encodes the string. */
  compileBytes?(source: string): Render<Uint8Array>;
}

export type Render<T> = (values: Readonly<Record<string, string>>) => T;

/** A text with references, for every engine. */
export interface TemplateText {
  /** What precedes each reference, and what follows the last one. */
  readonly literals: readonly string[];
  /** One less than literals. */
  readonly names: readonly string[];
  /** The variables of each rendering. */
  readonly sets: readonly Readonly<Record<string, string>>[];
}

/** The text as a template of an engine. */
export function templateFor({ reference }: TemplateEngine, { literals, names }: TemplateText): string {
  return literals.map((literal, i) => literal + (i < names.length ? reference(names[i]!) : "")).join("");
}

/** The name of an engine's row, which says whether it generates code. */
export function rowName({ name, generatesCode }: TemplateEngine): string {
  return generatesCode ? `${name}, generates code` : name;
}
