/** The variants of the template language: Garden's releases differ, and varexpand adds extensions. */

/** Options of the template language. */
export interface TemplateSyntax {
  /**
   * Whether `${…}?` resolves to nothing if a key is missing (the default). In projects with `apiVersion: garden.io/v2`, the
   * `?` is text: `https://${host}?x=1`.
   */
  readonly optionalSuffix?: boolean | undefined;
  /**
   * Whether extensions of Garden's language are errors: signs of numbers, keys of anything but a lookup (`f(x).key`), line
   * breaks in an expression, the functions `number` and `boolean`. Templates that pass are also valid in Garden.
   */
  readonly strict?: boolean | undefined;
}

/** A variant of the language. Each exists once. */
export interface Language {
  readonly optionalSuffix: boolean;
  readonly strict: boolean;
  /** The index in tables. */
  readonly index: number;
}

/** All languages, by their indexes. */
export const LANGUAGES: readonly Language[] = [
  { optionalSuffix: true, strict: false, index: 0 },
  { optionalSuffix: true, strict: true, index: 1 },
  { optionalSuffix: false, strict: false, index: 2 },
  { optionalSuffix: false, strict: true, index: 3 },
];

export const DEFAULT_LANGUAGE: Language = LANGUAGES[0]!;

export function languageOf({ optionalSuffix = true, strict = false }: TemplateSyntax = {}): Language {
  return LANGUAGES[(optionalSuffix ? 0 : 2) + (strict ? 1 : 0)]!;
}
