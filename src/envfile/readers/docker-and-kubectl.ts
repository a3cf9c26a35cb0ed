/**
 * Env files that are read line by line, without quotes, escapes or references: `docker run --env-file`, and
 * `kubectl create configmap --from-env-file` (for a Secret it is the same).
 *
 * A line ends at LF, and one CR in front of it belongs to the end. A byte order mark at the beginning of the file and
 * white space at the beginning of a line are skipped, and so are empty lines and lines that begin with `#`. A name goes
 * up to the first `=`; the value is the rest of the line as it stands. (Sources: pkg/kvfile of docker/cli 29;
 * pkg/cmd/util/env_file.go of kubectl 1.32.)
 */
import { GO_SPACE, INHERITED, NUL_UNKNOWN, type Reading } from "./reading.ts";

/** Bytes of a line that Go's `bufio.Scanner` takes, CR included. */
const MAX_LINE = 65_535;
const TOO_LONG = "the line has more than 65535 bytes";

const LEADING_SPACE = new RegExp(`^[${GO_SPACE}]+`);
const encoder = /* @__PURE__ */ new TextEncoder();

interface Line {
  /** Where its content begins in the text. */
  readonly offset: number;
  readonly content: string;
  readonly isTooLong: boolean;
}

/** `docker run --env-file`, and the daemon behind it: of several values of a name, the last one counts. */
export function dockerReading(text: string): Reading {
  const variables = new Map<string, string>();
  for (const { offset, content, isTooLong } of assignmentLines(text)) {
    if (isTooLong) return { refused: TOO_LONG, offset };
    const [name, value] = cut(content);
    if (name === "") return { refused: "no name before `=`", offset };
    if (/[ \t]/.test(name)) return { refused: "a blank in the name", offset: offset + name.search(/[ \t]/) };
    if (value === undefined) return { unknown: INHERITED, offset };
    if (content.includes("\0")) return { unknown: NUL_UNKNOWN, offset: offset + content.indexOf("\0") };
    variables.set(name, value);
  }
  return { variables };
}

/** A strict name of a variable, which also has to be a key of a ConfigMap. */
const KUBECTL_NAME = /^(?!\.\.|\.$)[-._a-zA-Z][-._a-zA-Z0-9]*$/;
const LONGEST_KEY = 253;

/**
 * The data of the ConfigMap or Secret that `kubectl create --from-env-file` makes. What stands behind a line that is too
 * long is not read, and kubectl does not say so.
 */
export function kubectlReading(text: string): Reading {
  const variables = new Map<string, string>();
  let size = 0;
  for (const { offset, content, isTooLong } of assignmentLines(text)) {
    if (isTooLong) break;
    const [name, value] = cut(content);
    if (!KUBECTL_NAME.test(name)) {
      return {
        refused: "a name consists of letters, digits, `-`, `_` and `.`, and does not begin with a digit",
        offset,
      };
    }
    if (name.length > LONGEST_KEY) return { refused: `a key has at most ${LONGEST_KEY} characters`, offset };
    if (variables.has(name)) return { refused: "the name has a value already", offset };
    if (value === undefined) return { unknown: INHERITED, offset };
    size += encoder.encode(value).length;
    if (size > MAX_OBJECT) return { refused: `the values have more than ${MAX_OBJECT} bytes`, offset };
    variables.set(name, value);
  }
  return { variables };
}

/** Bytes of all values of a ConfigMap or Secret that the API server takes. */
export const MAX_OBJECT = 1_048_576;

function* assignmentLines(text: string): Generator<Line, void, undefined> {
  for (let start = 0, next = 0; start < text.length; start = next) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed === -1 ? text.length : lineFeed;
    next = end + 1;
    const isTooLong = (end - start) * 3 > MAX_LINE && encoder.encode(text.slice(start, end)).length > MAX_LINE;
    const from = start === 0 && text.startsWith("\ufeff") ? 1 : start;
    const line = text.slice(from, text[end - 1] === "\r" ? end - 1 : end);
    const content = line.replace(LEADING_SPACE, "");
    if (!isTooLong && (content === "" || content.startsWith("#"))) continue;
    yield { offset: from + line.length - content.length, content, isTooLong };
  }
}

/** A line's name and its value; undefined if the line has no `=`. */
function cut(line: string): [name: string, value: string | undefined] {
  const at = line.indexOf("=");
  return at === -1 ? [line, undefined] : [line.slice(0, at), line.slice(at + 1)];
}
