/** The result of one reader of an env file. Offsets are in UTF-16 code units of the text. */
export type Reading =
  | {
      readonly variables: ReadonlyMap<string, string>;
      /** Names without a value, which the reader takes from its environment. */
      readonly inherited?: readonly string[];
    }
  /** The reader rejects the file at this offset. */
  | { readonly refused: string; readonly offset: number }
  /** From this offset on, the result depends on more than the file. */
  | { readonly unknown: string; readonly offset: number };

/** Ends a reader before the end of the file. */
export class Stop extends Error {
  readonly reading: Reading;

  constructor(reading: Exclude<Reading, { readonly variables: unknown }>) {
    super();
    this.reading = reading;
  }
}

/** Runs a reader that throws `Stop` if it cannot read the whole file. */
export function readingOf(read: () => ReadonlyMap<string, string>): Reading {
  try {
    return { variables: read() };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return error.reading;
  }
}

export function withInherited(variables: ReadonlyMap<string, string>, inherited: readonly string[]): Reading {
  return inherited.length === 0 ? { variables } : { variables, inherited };
}

/** The most text that the references of a file can expand to, in UTF-16 code units. */
const MAX_EXPANDED = 1 << 24;

/** Counts the text that references expand to. */
export class ExpansionBudget {
  private left = MAX_EXPANDED;

  /** @throws Stop if it is too much */
  add(text: string): string {
    this.spend(text.length);
    return text;
  }

  spend(length: number): void {
    this.left -= length;
    if (this.left < 0) throw new Stop({ refused: "its references expand to more than 16 MiB", offset: 0 });
  }
}

/** Go's `unicode.IsSpace`, for a character class. */
export const GO_SPACE = "\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

export const NUL_UNKNOWN = "an environment variable cannot contain NUL";
