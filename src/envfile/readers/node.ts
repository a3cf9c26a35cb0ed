/**
 * Reads an env file like `node --env-file` and `util.parseEnv`, for other runtimes. (Source: src/node_dotenv.cc of
 * Node.js 24.21. The tests compare the results with the Node.js that runs them.)
 */

/** A name or value, without the white space around it. */
const TRIMMED = /^[ \t\n]*((?:.*[^ \t\n])?)/s;
const EXPORT = "export ";
const QUOTES = "\"'`";

/** Text that is not an assignment is skipped. */
export function nodeReading(text: string): Map<string, string> {
  const variables = new Map<string, string>();
  const rest = trimmed(text.replaceAll("\r", ""));
  let at = 0;
  const lineEnd = (from: number) => {
    const end = rest.indexOf("\n", from);
    return end === -1 ? rest.length : end;
  };
  while (at < rest.length) {
    const end = lineEnd(at);
    const line = rest.slice(at, end);
    const equals = line.indexOf("=");
    if (line === "" || line.startsWith("#")) {
      at = end + 1;
      continue;
    }
    if (equals === -1) {
      at = afterWhiteSpace(rest, end + 1);
      continue;
    }
    const written = trimmed(line.slice(0, equals));
    at += equals + 1;
    if (at >= end) {
      // `export` belongs to the name if the value is missing.
      variables.set(written, "");
      at = end + 1;
      continue;
    }
    if (written === "") {
      // The value is read as a new line.
      at = afterWhiteSpace(rest, at);
      continue;
    }
    const [value, next] = valueAt(rest, at, lineEnd);
    variables.set(written.startsWith(EXPORT) ? trimmed(written.slice(EXPORT.length)) : written, value);
    at = next;
  }
  return variables;
}

function afterWhiteSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\n".includes(text[at]!)) at++;
  return at;
}

/** A value, and the start of the next line. */
function valueAt(text: string, start: number, lineEnd: (from: number) => number): [value: string, next: number] {
  const from = afterWhiteSpace(text, start);
  const quote = text[from]!;
  if (QUOTES.includes(quote)) {
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
  return [trimmed(value), end + 1];
}

function trimmed(text: string): string {
  return TRIMMED.exec(text)![1]!;
}
