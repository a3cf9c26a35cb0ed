/** Patterns of paths: `*`, `?`, `[a-z]`, and `**` for folders. */

/** A part of a pattern: a character, or a wildcard. */
type Token = string | CharacterClass | typeof ANY | typeof WITHIN | typeof ACROSS | typeof FOLDERS;

/** `[a-z]`, or with `isNegated` `[!a-z]`: one character except `/`. */
interface CharacterClass {
  readonly ranges: readonly (readonly [first: string, last: string])[];
  readonly isNegated: boolean;
}

/** `?`: a character except `/`; `*`: any number of those; `**` at the end: any text; before `/`: any folders. */
const ANY = 0;
const WITHIN = 1;
const ACROSS = 2;
const FOLDERS = 3;

/** Matches whole paths against a glob, in which `**` matches folders. */
export function globMatcher(glob: string): (path: string) => boolean {
  const tokens = tokensOf(glob);
  return (path) => matches(tokens, path);
}

/**
 * Matches paths against an entry of a list of files. A glob matches whole paths. Any other entry also matches paths below
 * it, and `.` matches everything.
 */
export function pathMatcher(entry: string): (path: string) => boolean {
  const path = normalPath(entry);
  if (/[*?[\\]/.test(path)) return globMatcher(path);
  return (other) => path === "" || other === path || other.startsWith(`${path}/`);
}

/** Matches whole texts against a pattern in which only `*` is special: it matches any text. */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
  const [first = "", ...middle] = pattern.split("*");
  const last = middle.pop();
  if (last === undefined) return (text) => text === pattern;
  return (text) => {
    const end = text.length - last.length;
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    // The first match of each part leaves the most text for the parts after it.
    for (const part of middle) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= end;
  };
}

/** A path or glob without `.`, and without `/` at its end. */
export function normalPath(path: string): string {
  const parts = path.split("/").filter((part) => part !== "." && part !== "");
  return parts.join("/");
}

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const rest = pattern.slice(at, at + 3);
    const begins = at === 0 || pattern[at - 1] === "/";
    if (begins && rest === "**/") {
      tokens.push(FOLDERS);
      at += 2;
    } else if (begins && rest === "**") {
      tokens.push(ACROSS);
      at += 1;
    } else if (pattern[at] === "*") tokens.push(WITHIN);
    else if (pattern[at] === "?") tokens.push(ANY);
    else if (pattern[at] === "[") {
      const found = classAt(pattern, at);
      // An unclosed class matches nothing.
      if (found === undefined) return [{ ranges: [], isNegated: false }];
      tokens.push(found.token);
      at = found.end;
    } else {
      if (pattern[at] === "\\" && at + 1 < pattern.length) at++;
      tokens.push(pattern[at]!);
    }
  }
  return tokens;
}

/** The named classes of ignore files, as ranges. */
const NAMED_CLASSES: Readonly<Record<string, readonly string[]>> = {
  alnum: ["az", "AZ", "09"],
  alpha: ["az", "AZ"],
  blank: ["  ", "\t\t"],
  digit: ["09"],
  lower: ["az"],
  punct: ["!/", ":@", "[`", "{~"],
  space: ["  ", "\t\r"],
  upper: ["AZ"],
  xdigit: ["09", "af", "AF"],
};

/** The class that starts at `[`, and the offset of its `]`; undefined without one. An initial `]` is a character. */
function classAt(pattern: string, start: number): { readonly token: CharacterClass; readonly end: number } | undefined {
  const isNegated = pattern[start + 1] === "!" || pattern[start + 1] === "^";
  const first = start + (isNegated ? 2 : 1);
  const ranges: [string, string][] = [];
  let at = first;
  const namedClass = /\[:([a-z]+):\]/y;
  const character = () => {
    if (pattern[at] === "\\") at++;
    return pattern[at++] ?? "";
  };
  while (at < pattern.length) {
    if (pattern[at] === "]" && at > first) return { token: { ranges, isNegated }, end: at };
    namedClass.lastIndex = at;
    const named = namedClass.exec(pattern);
    if (named !== null) {
      ranges.push(...(NAMED_CLASSES[named[1]!] ?? []).map((range): [string, string] => [range[0]!, range[1]!]));
      at += named[0].length;
      continue;
    }
    const from = character();
    const isRange = pattern[at] === "-" && pattern[at + 1] !== "]";
    if (isRange) at++;
    ranges.push([from, isRange ? character() : from]);
  }
  return undefined;
}

function isOneOf({ ranges, isNegated }: CharacterClass, character: string): boolean {
  if (character === "/") return false;
  return ranges.some(([first, last]) => first <= character && character <= last) !== isNegated;
}

/** Tries all matches at once. Takes time in proportion to the length of the pattern times that of the path. */
function matches(tokens: readonly Token[], path: string): boolean {
  let open = new Set<number>();
  const enter = (into: Set<number>, at: number) => {
    for (let i = at; ; i++) {
      into.add(i);
      const token = tokens[i];
      if (token !== WITHIN && token !== ACROSS && token !== FOLDERS) return;
    }
  };
  enter(open, 0);
  for (let i = 0; i < path.length && open.size > 0; i++) {
    const next = new Set<number>();
    const character = path[i]!;
    for (const at of open) {
      const token = tokens[at];
      if (token === character || (token === ANY && character !== "/")) enter(next, at + 1);
      else if (typeof token === "object") {
        if (isOneOf(token, character)) enter(next, at + 1);
      } else if (token === ACROSS || (token === WITHIN && character !== "/")) enter(next, at);
      // Whole folders: the rest of the pattern starts after a `/`.
      else if (token === FOLDERS) {
        next.add(at);
        if (character === "/") enter(next, at + 1);
      }
    }
    open = next;
  }
  return open.has(tokens.length);
}
