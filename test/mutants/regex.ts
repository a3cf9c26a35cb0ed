/** Mutations of regular expressions: anchors, quantifiers, classes. */

const RULES: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/^\^/, () => ""],
  [/\$$/, () => ""],
  [/\[\^/, () => "["],
  [/\[(?!\^)/, () => "[^"],
  [
    /\\[dDwWsS]/,
    (found) => `\\${found[1] === found[1]!.toLowerCase() ? found[1]!.toUpperCase() : found[1]!.toLowerCase()}`,
  ],
  [/\+(?!\?)/, () => "*"],
  [/\*(?!\?)/, () => "+"],
  [/(?<=[\w\])])\?/, () => ""],
  [/\(\?=/, () => "(?!"],
  [/\(\?!/, () => "(?="],
];

/** Each of these differs from the literal (`/…/flags`) in one place, and is a regular expression, too. */
export function regexChanges(literal: string): string[] {
  const end = literal.lastIndexOf("/");
  const body = literal.slice(1, end);
  const flags = literal.slice(end + 1);
  const changes = new Set<string>();
  for (const [pattern, replace] of RULES) {
    for (const match of body.matchAll(new RegExp(pattern.source, "g"))) {
      const found = match[0];
      if (isEscaped(body, match.index)) continue;
      const changed = body.slice(0, match.index) + replace(found) + body.slice(match.index + found.length);
      if (isRegex(changed, flags)) changes.add(`/${changed}/${flags}`);
    }
  }
  if (flags.includes("i")) changes.add(`/${body}/${flags.replace("i", "")}`);
  changes.delete(literal);
  return [...changes];
}

function isEscaped(body: string, at: number): boolean {
  const backslashes = /\\*$/.exec(body.slice(0, at))![0].length;
  return backslashes % 2 === 1;
}

function isRegex(body: string, flags: string): boolean {
  if (body === "" || body.startsWith("*") || body.startsWith("+")) return false;
  try {
    new RegExp(body, flags);
    return true;
  } catch {
    return false;
  }
}
