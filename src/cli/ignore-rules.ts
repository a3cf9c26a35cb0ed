/** Patterns of `.gitignore` files, and which paths they leave out. */

/** A part of a pattern: a character, or what stands for some. */
type Token = string | typeof ANY | typeof WITHIN | typeof ACROSS | typeof FOLDERS;

/** `?`: one character but `/`; `*`: any but `/`; `**` at the end: any; `**` and `/` before a name: nothing, or folders. */
const ANY = 0;
const WITHIN = 1;
const ACROSS = 2;
const FOLDERS = 3;

/** Whether a path from a folder is left out. */
export type IsIgnored = (path: string) => boolean;

interface Rule {
  readonly tokens: readonly Token[];
  readonly isNegated: boolean;
  readonly needsFolder: boolean;
}

/** The rules in the lines of an ignore file, for paths from its folder. The last rule that matches a path counts. */
export function ignoreRules(lines: readonly string[]): IsIgnored {
  const rules = lines.flatMap((line) => ruleOf(line.replace(/\r$/, "")) ?? []);
  const isLeftOut = (path: string, isFolder: boolean) => {
    const rule = rules.findLast(({ tokens, needsFolder }) => (isFolder || !needsFolder) && matches(tokens, path));
    return rule !== undefined && !rule.isNegated;
  };
  return (path) => {
    // What is below a folder that is left out cannot be taken back.
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
      if (isLeftOut(path.slice(0, at), true)) return true;
    }
    return isLeftOut(path, false);
  };
}

function ruleOf(line: string): Rule | undefined {
  let pattern = line.replace(/(?<!\\) +$/, "");
  if (pattern === "" || pattern.startsWith("#")) return undefined;
  const isNegated = pattern.startsWith("!");
  if (isNegated) pattern = pattern.slice(1);
  const needsFolder = pattern.endsWith("/");
  if (needsFolder) pattern = pattern.slice(0, -1);
  if (pattern.startsWith("./")) pattern = pattern.slice(1);
  if (pattern.startsWith("/")) pattern = pattern.slice(1);
  else if (!pattern.includes("/")) pattern = `**/${pattern}`;
  return { tokens: tokensOf(pattern), isNegated, needsFolder };
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
    else {
      if (pattern[at] === "\\" && at + 1 < pattern.length) at++;
      tokens.push(pattern[at]!);
    }
  }
  return tokens;
}

/** Tries all ways at once: the time is that of the pattern times that of the path. */
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
      else if (token === ACROSS || (token === WITHIN && character !== "/")) enter(next, at);
      // Whole folders: what follows begins behind a `/`.
      else if (token === FOLDERS) {
        next.add(at);
        if (character === "/") enter(next, at + 1);
      }
    }
    open = next;
  }
  return open.has(tokens.length);
}
