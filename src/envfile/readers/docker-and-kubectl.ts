/**
 * Env files that are read line by line, without quotes, escape sequences, or references: `docker run --env-file`, and
 * `kubectl create configmap --from-env-file` (and the same for a Secret).
 *
 * A line ends with LF or CR LF. A byte order mark at the start of the file, white space at the start of a line, empty
 * lines, and lines that begin with `#` are skipped. The name ends at the first `=`, and the value is the rest of the line.
 * (Sources: pkg/kvfile of docker/cli 29; pkg/cmd/util/env_file.go of kubectl 1.32.)
 */
import { GO_SPACE, NUL_UNKNOWN, type Reading, withInherited } from "./reading.ts";

/** The longest line that Go's `bufio.Scanner` accepts, in bytes, including CR. */
const MAX_LINE = 65_535;
const TOO_LONG = "the line has more than 65535 bytes";

const LEADING_SPACE = new RegExp(`^[${GO_SPACE}]+`);
const encoder = /* @__PURE__ */ new TextEncoder();

interface Line {
  /** The offset of its content in the text. */
  readonly offset: number;
  readonly content: string;
  readonly isTooLong: boolean;
}

type Lookup = (name: string) => string | undefined;

/**
 * Reads like `docker run --env-file`. If a name is assigned several times, the last value counts. A name without `=` has
 * its value in the environment, if it has one.
 */
export function dockerReading(text: string, environment: Lookup = () => undefined): Reading {
  const variables = new Map<string, string>();
  const inherited: string[] = [];
  for (const { offset, content, isTooLong } of assignmentLines(text)) {
    if (isTooLong) return { refused: TOO_LONG, offset };
    const [name, value] = cut(content);
    if (name === "") return { refused: "the name before `=` is missing", offset };
    if (/[ \t]/.test(name))
      return { refused: "a name cannot contain a space or tab", offset: offset + name.search(/[ \t]/) };
    if (content.includes("\0")) return { unknown: NUL_UNKNOWN, offset: offset + content.indexOf("\0") };
    const known = value ?? environment(name);
    if (value === undefined) inherited.push(name);
    if (known !== undefined) variables.set(name, known);
  }
  return withInherited(variables, inherited);
}

/** A strict variable name, which must also be a valid key of a ConfigMap. */
const KUBECTL_NAME = /^(?!\.\.|\.$)[-._a-zA-Z][-._a-zA-Z0-9]*$/;
const MAX_KEY_LENGTH = 253;

/**
 * Reads like `kubectl create --from-env-file`. kubectl ignores everything after a line that is too long, without a
 * warning.
 */
export function kubectlReading(text: string, environment: Lookup = () => undefined): Reading {
  const variables = new Map<string, string>();
  const inherited: string[] = [];
  let size = 0;
  for (const { offset, content, isTooLong } of assignmentLines(text)) {
    if (isTooLong) break;
    const [name, value] = cut(content);
    if (!KUBECTL_NAME.test(name)) {
      return {
        refused: "a name consists of letters, digits, `-`, `_`, and `.`, and does not begin with a digit",
        offset,
      };
    }
    if (name.length > MAX_KEY_LENGTH) return { refused: `a key has at most ${MAX_KEY_LENGTH} characters`, offset };
    if (variables.has(name)) return { refused: "the name is already assigned", offset };
    if (value === undefined) inherited.push(name);
    const known = value ?? environment(name) ?? "";
    size += encoder.encode(known).length;
    if (size > MAX_OBJECT) return { refused: `the values have more than ${MAX_OBJECT} bytes`, offset };
    variables.set(name, known);
  }
  return withInherited(variables, inherited);
}

/** The maximum total size of the values of a ConfigMap or Secret, in bytes. */
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
