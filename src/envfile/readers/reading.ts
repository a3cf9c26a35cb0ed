/** What one reader makes of an env file. Offsets are in the text that was read. */
export type Reading =
  | { readonly variables: ReadonlyMap<string, string> }
  /** Where the reader gives up, and why. */
  | { readonly refused: string; readonly offset: number }
  /** From where on the file alone does not say what is read, and why. */
  | { readonly unknown: string; readonly offset: number };

/** Go's `unicode.IsSpace`, as the inside of a character class. */
export const GO_SPACE = "\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

/** Why a reader that starts a process cannot say what becomes of a file with a NUL. */
export const NUL_UNKNOWN = "no variable of a process can have a NUL";

/** Why a line without `=` says nothing by itself. */
export const INHERITED = "a name without `=` takes the value that it has where the command runs";
