/** References in the values of dotenv files: `$NAME`, `${NAME}`, `${NAME:-default}`, `${NAME:+text}`; `\$` is `$`. */

/** A value in a file, and whether references in it are literal. */
export interface WrittenValue {
  readonly value: string;
  readonly isLiteral: boolean;
}

/** The maximum total length of results: a line can make twice the length of the previous one. */
const MAX_LENGTH = 1 << 24;
/** The maximum length of a chain of references to later lines. */
const MAX_DEPTH = 500;

const PART = /\\\$|\$\{([\w.]+)(:?[-+]|(?=\}))|\$([A-Za-z_]\w*)|\}/g;

/**
 * Expands the values that are not literal. The lines can be in any order. What replaces a reference is not expanded again. A
 * reference to a variable that does not exist, or that refers back to itself, is empty.
 *
 * @param given the value of a variable if the files do not set or override it
 * @throws RangeError if the results are too long, or a chain of references is
 */
export function withReferences(
  written: ReadonlyMap<string, WrittenValue>,
  given: (name: string) => string | undefined,
): Map<string, string> {
  const done = new Map<string, string | undefined>();
  let length = 0;
  for (const name of written.keys()) valueOf(name, 0);
  return new Map([...written.keys()].map((name) => [name, done.get(name)!]));

  function valueOf(name: string, depth: number): string | undefined {
    const assignment = written.get(name);
    if (assignment === undefined || done.has(name)) return done.get(name);
    if (depth > MAX_DEPTH) throw new RangeError("a chain of references is too long");
    // References back to it are empty.
    done.set(name, undefined);
    const { value, isLiteral } = assignment;
    done.set(name, isLiteral ? value : expanded(value, depth));
    return done.get(name);
  }

  function expanded(value: string, depth: number): string {
    /** The references whose brace is open: how they begin, the result before them, and what they become. */
    const open: { readonly text: string; readonly before: string; become(word: string): string }[] = [];
    let result = "";
    let at = 0;
    const add = (text: string) => {
      length += text.length;
      if (length > MAX_LENGTH) throw new RangeError("the expanded values are too long");
      result += text;
    };
    for (const { 0: part, 1: braced, 2: operator = "", 3: plain, index } of value.matchAll(PART)) {
      add(value.slice(at, index));
      at = index + part.length;
      const name = braced ?? plain;
      const found = name === undefined ? undefined : (given(name) ?? valueOf(name, depth + 1));
      if (plain !== undefined) add(found ?? "");
      else if (braced !== undefined) {
        const isSet = operator.startsWith(":") ? Boolean(found) : found !== undefined;
        const become = (word: string) => (operator.endsWith("+") === isSet ? word : (found ?? ""));
        open.push({ text: part, before: result, become });
        result = "";
      } else if (part === "}" && open.length > 0) {
        const { before, become } = open.pop()!;
        const replacement = become(result);
        result = before;
        add(replacement);
      } else add(part === "}" ? part : "$");
    }
    add(value.slice(at));
    for (const { before, text } of open.reverse()) result = before + text + result;
    return result;
  }
}
