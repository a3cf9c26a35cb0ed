/**
 * Reads an env file like `node --env-file` and `util.parseEnv`, for other runtimes. (Source: src/node_dotenv.cc of
 * Node.js 24.21. The tests compare the results with the Node.js that runs them.)
 */

/** A name or value, without the white space around it. */
const TRIMMED = /^[ \t\n]*((?:.*[^ \t\n])?)/s;
const EXPORT = "export ";
const QUOTES = "\"'`";

/** Reads the value from an offset on. Returns the offset of the next line, too. */
type ReadValue = (text: string, from: number) => readonly [value: string, next: number];

export function nodeReading(text: string): Map<string, string> {
  return new Map(assignments(text, valueAt));
}

/** The assignments in a file. Text that is not an assignment is skipped. */
export function* assignments(source: string, readValue: ReadValue): Generator<[name: string, value: string]> {
  const text = trimmed(source.replaceAll("\r", ""));
  let at = 0;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    const equals = line.indexOf("=");
    if (line === "" || line.startsWith("#")) {
      at = end + 1;
      continue;
    }
    if (equals === -1) {
      at = afterWhiteSpace(text, end + 1);
      continue;
    }
    const written = trimmed(line.slice(0, equals));
    at += equals + 1;
    if (at >= end) {
      // `export` belongs to the name if the value is missing.
      yield [written, ""];
      at = end + 1;
      continue;
    }
    if (written === "") {
      // The value is read as a new line.
      at = afterWhiteSpace(text, at);
      continue;
    }
    const [value, next] = readValue(text, afterWhiteSpace(text, at));
    yield [written.startsWith(EXPORT) ? trimmed(written.slice(EXPORT.length)) : written, value];
    at = next;
  }
}

function afterWhiteSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\n".includes(text[at]!)) at++;
  return at;
}

function valueAt(text: string, from: number): [value: string, next: number] {
  const quote = text[from]!;
  if (QUOTES.includes(quote)) {
    const close = text.indexOf(quote, from + 1);
    if (close !== -1) {
      const value = text.slice(from + 1, close);
      return [quote === '"' ? value.replaceAll("\\n", "\n") : value, lineEnd(text, close + 1) + 1];
    }
    const end = lineEnd(text, from);
    return [text.slice(from, end), end + 1];
  }
  const end = lineEnd(text, from);
  const [value = ""] = text.slice(from, end).split("#", 1);
  return [trimmed(value), end + 1];
}

export function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

export function trimmed(text: string): string {
  return TRIMMED.exec(text)![1]!;
}
