/** The long forms of tags. */

/**
 * What a scalar is read as. A bigint is a whole number of Kubernetes that a number would round; only Garden's functions
 * read dates and bytes.
 */
export type Scalar = string | number | bigint | boolean | null | Date | Uint8Array;

/** What YAML's own tags begin with, written in full. */
export const YAML_TAG = "tag:yaml.org,2002:";
export const MERGE = `${YAML_TAG}merge`;

/**
 * A tag's long form: `tag:yaml.org,2002:int` for `!!int` and `!<tag:yaml.org,2002:int>`, and `!` for `!`.
 *
 * @param handles what `%TAG` lines of the document say
 */
export function tagName(written: string, handles: ReadonlyMap<string, string>): string {
  if (written === "!") return written;
  if (written.startsWith("!<")) return decoded(written.slice(2, -1));
  const handle = written.slice(0, written.indexOf("!", 1) + 1) || "!";
  const prefix = handles.get(handle) ?? (handle === "!!" ? YAML_TAG : handle);
  return decoded(prefix) + decoded(written.slice(handle.length));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
