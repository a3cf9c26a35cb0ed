/** Which language the templates of a text are in: Garden's releases differ, and varexpand's is larger. */

/** Options of the language of templates. */
export interface TemplateSyntax {
  /**
   * Whether `${…}?` gives nothing where a key is missing (the default). In projects of `apiVersion: garden.io/v2` the `?` is
   * text: `https://${host}?x=1`.
   */
  readonly optionalSuffix?: boolean | undefined;
  /**
   * Whether what Garden does not know is an error: signs of numbers, keys of anything but a lookup (`f(x).key`), line breaks
   * in an expression, the functions `number` and `boolean`. What passes then passes in Garden, too.
   */
  readonly strict?: boolean | undefined;
}

/** One of the languages; each exists once. */
export interface Language {
  readonly optionalSuffix: boolean;
  readonly strict: boolean;
  /** Its place in tables. */
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
