/**
 * What `node --env-file` and `util.parseEnv` read, for runtimes that are no Node.js. (Source: src/node_dotenv.cc of
 * Node.js 24; the tests compare with the one that they run on.)
 */

/** What stands between a name, its value and the ends of lines. */
const BLANKS = /^[ \t\n]+|[ \t\n]+$/g;
const EXPORT = "export ";
const QUOTES = "\"'`";

/** The variables of a text. Nothing is refused: what is no assignment is skipped. */
export function nodeReading(text: string): Map<string, string> {
  const variables = new Map<string, string>();
  const rest = text.replaceAll("\r", "").replace(BLANKS, "");
  let at = 0;
  const lineEnd = (from: number) => {
    const end = rest.indexOf("\n", from);
    return end === -1 ? rest.length : end;
  };
  while (at < rest.length) {
    const end = lineEnd(at);
    const line = rest.slice(at, end);
    const equals = line.indexOf("=");
    if (line === "" || line.startsWith("#") || equals === -1) {
      at = end + 1;
      continue;
    }
    const written = line.slice(0, equals).replace(BLANKS, "");
    at += equals + 1;
    if (at >= end) {
      // Only in front of a value, `export` is no part of the name.
      variables.set(written, "");
      at = end + 1;
      continue;
    }
    // Without a name, what follows is read as a line of its own.
    if (written === "") continue;
    const [value, next] = valueAt(rest, at, lineEnd);
    variables.set(written.startsWith(EXPORT) ? written.slice(EXPORT.length).replace(BLANKS, "") : written, value);
    at = next;
  }
  return variables;
}

/** A value, and where the line behind it begins. */
function valueAt(text: string, start: number, lineEnd: (from: number) => number): [value: string, next: number] {
  const from = start + /^[ \t\n]*/.exec(text.slice(start))![0].length;
  const quote = text[from] ?? "";
  if (quote !== "" && QUOTES.includes(quote)) {
    const close = text.indexOf(quote, from + 1);
    if (close !== -1) {
      const value = text.slice(from + 1, close);
      return [quote === '"' ? value.replaceAll("\\n", "\n") : value, lineEnd(close + 1) + 1];
    }
    const end = lineEnd(from);
    return [text.slice(from, end), end + 1];
  }
  const end = lineEnd(from);
  const [value = ""] = text.slice(from, end).split("#", 1);
  return [value.replace(BLANKS, ""), end + 1];
}
