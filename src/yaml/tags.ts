/** Tags and directives in YAML text, as go-yaml v2 reads them. */
import { type Cursor, isBlankOrEnd, isBreakOrEnd, isFlowIndicator } from "./cursor.ts";

/** The prefix of the tags that YAML defines. */
export const YAML_TAG = "tag:yaml.org,2002:";
export const MERGE = `${YAML_TAG}merge`;

/** The name of a tag. */
const URI = /(?:[-\w;/?:@&=+$,.!~*'()[\]]|%[0-9A-Fa-f]{2})*/y;
/** YAML 1.2 does not allow `!`, brackets, and commas. */
const URI_1_2 = /(?:[-\w#;/?:@&=+$.~*'()]|%[0-9A-Fa-f]{2})*/y;
const HANDLE = /!(?:[-\w]*!)?/y;
const VERSION = /^([0-9]{1,2})\.([0-9]{1,2})$/;
const TAG_HANDLE = /^!(?:[-\w]*!)?$/;
const TAG_PREFIX = /^[-\w;/?:@&=+$,.!~*'()[\]%]+$/;

export interface Directive {
  readonly name: "YAML" | "TAG";
  /** The major and the minor number; or a handle and its prefix. */
  readonly arguments: readonly [string, string];
}

/** Reads a tag: `!`, `!name`, `!!name`, `!handle!name` or `!<name>`. */
export function readTag(cursor: Cursor): void {
  const { at: start, text } = cursor;
  const isVerbatim = cursor.unit(1) === 0x3c;
  HANDLE.lastIndex = start;
  const [handle] = HANDLE.exec(text)!;
  const uri = isVerbatim || cursor.version === "1.1" ? URI : URI_1_2;
  uri.lastIndex = isVerbatim ? start + 2 : start + handle.length;
  const [name] = uri.exec(text)!;
  cursor.at = (isVerbatim ? start + 2 : start + handle.length) + name.length;
  if (cursor.unit() === 0x25) throw cursor.error("`%` in a tag needs two hexadecimal digits");
  if (name === "" && (isVerbatim || handle.length > 1)) throw cursor.error("the tag has no name");
  if (!isUtf8(name)) throw cursor.error("the escapes in the tag are not UTF-8", start);
  if (isVerbatim) {
    if (cursor.unit() !== 0x3e) throw cursor.error("the tag has no closing `>`");
    cursor.at++;
  }
  const isEnd =
    isBlankOrEnd(cursor.unit(), cursor.version) ||
    (cursor.version === "1.2" && (isVerbatim || isFlowIndicator(cursor.unit())));
  if (!isEnd) throw cursor.error("this character is not allowed in a tag; expected white space");
}

function isUtf8(name: string): boolean {
  if (!name.includes("%")) return true;
  try {
    decodeURIComponent(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * A tag's long form: `tag:yaml.org,2002:int` for `!!int` and `!<tag:yaml.org,2002:int>`, and `!` for `!`.
 *
 * @param handles the prefixes that `%TAG` lines of the document declare
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

/** Skips a directive, to the end of its line. */
export function readDirective(cursor: Cursor): void {
  const { at: start, text } = cursor;
  while (!isBreakOrEnd(cursor.unit(), cursor.version)) cursor.at++;
  if (cursor.version === "1.1" && directiveOf(text.slice(start, cursor.at)) === undefined) {
    throw cursor.error("unknown directive; YAML has %YAML and %TAG", start);
  }
}

/** The directive in a line; undefined for other text. */
export function directiveOf(line: string): Directive | undefined {
  const words = line.split(/[ \t]+/);
  const comment = words.findIndex((word) => word.startsWith("#"));
  const [name, first = "", second = "", ...more] =
    comment === -1 ? words.filter((it) => it !== "") : words.slice(0, comment);
  if (more.length > 0) return undefined;
  if (name === "%TAG") {
    return TAG_HANDLE.test(first) && TAG_PREFIX.test(second) ? { name: "TAG", arguments: [first, second] } : undefined;
  }
  const version = name === "%YAML" && second === "" ? VERSION.exec(first) : null;
  return version === null ? undefined : { name: "YAML", arguments: [version[1]!, version[2]!] };
}
