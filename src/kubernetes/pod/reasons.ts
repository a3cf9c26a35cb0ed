/** Why references are, or are not, expanded: codes, which `reasonText` words. */

/**
 * Why a reference is not expanded.
 *
 * - `declared-later`: an entry of `env` that has the name follows.
 * - `self-reference`: the entry of `env` that has the name is the one that refers to it.
 * - `undefined`, `undefined-in-shell`: nothing sets the name. In the second case, a shell reads the text.
 * - `optional-missing`: the entry that would set the name has an optional source that does not exist.
 * - `not-in-env`: something sets the name, but not `env`, which is all that probes use.
 * - `default-value`: nothing sets the name, and it has a default as in a shell (`$(NAME:-x)`).
 * - `unknown`: something unknown may set it; see `need`.
 */
export type ReferenceReason =
  | "declared-later"
  | "self-reference"
  | "undefined"
  | "undefined-in-shell"
  | "optional-missing"
  | "not-in-env"
  | "default-value"
  | "unknown";

/**
 * Why a `$` sequence is, or is not, expanded.
 *
 * - `expanded`, `escaped`: as its verdict says.
 * - `empty-sub-path`: a `subPathExpr` does not accept the empty value of the variable.
 * - `unclosed`: the closing parenthesis is missing.
 * - `other-syntax`: the syntax of a shell, and no shell reads the text.
 * - `shell`: a shell reads the text.
 * - `field`: the field is never expanded.
 * - `source-value`: the text is a value of the `source`, which is never expanded.
 */
export type UseReason =
  | ReferenceReason
  | "expanded"
  | "escaped"
  | "empty-sub-path"
  | "unclosed"
  | "other-syntax"
  | "shell"
  | "field"
  | "source-value";
