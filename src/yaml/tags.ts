/** Tags and directives in YAML text, as go-yaml v2 reads them. */
import { type Cursor, isBlankOrEnd, isBreakOrEnd } from "./cursor.ts";
import { isFlowIndicator } from "./scalars.ts";

/** What the name of a tag consists of. */
const URI = /(?:[-\w;/?:@&=+$,.!~*'()[\]]|%[0-9A-Fa-f]{2})*/y;
/** In YAML 1.2, no `!` and no indicator of `[]` and `{}`. */
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
  if (!isEnd) throw cursor.error("this character cannot stand in a tag: a blank is expected");
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

/** Skips a directive, to the end of its line. */
export function readDirective(cursor: Cursor): void {
  const { at: start, text } = cursor;
  while (!isBreakOrEnd(cursor.unit(), cursor.version)) cursor.at++;
  if (cursor.version === "1.1" && directiveOf(text.slice(start, cursor.at)) === undefined) {
    throw cursor.error("this directive is not known: YAML has %YAML and %TAG", start);
  }
}

/** The directive in a line; undefined if it is none. */
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
