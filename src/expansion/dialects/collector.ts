/**
 * References in the OpenTelemetry Collector's configuration (confmap 1.65, Collector 0.159): `${env:NAME}`,
 * `${env:NAME:-default}`, and `${NAME}`, in one value after the other. References can be inside references, and in values of
 * variables. A value that is one reference becomes what the variable contains as YAML, even a list or a mapping.
 *
 * The first `}` closes the `${` nearest before it. If that has an odd number of `$` before it, it is escaped, and nothing
 * after it is expanded. In the result, `$` replaces `$$`.
 */

import type { CollectorValue, ReadValue } from "../variables.ts";
import { byteTextOf, type Evaluation, SubstitutionError, utf8 } from "./evaluation.ts";

/** The most references that are expanded in one value: confmap's limit. */
const MAX_EXPANSIONS = 1000;
/** The most characters of one value: confmap has no limit, and variables that contain each other can grow exponentially. */
const MAX_LENGTH = 1 << 20;

const URI = /^([A-Za-z][A-Za-z0-9+.-]+):(.*)$/s;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const DEFAULT = ":-";

export interface CollectorVariables {
  get(name: string, offset: number, defaultValue: string | undefined): string | undefined;
  /** Whether a name is expanded; otherwise the reference does not change. */
  isExpanded(name: string): boolean;
  /** Whether `$$` is left for a later expansion. */
  readonly keepsEscapes: boolean;
  /** Receives what has no value here: a variable that is not set, or another URI, such as `file:cert.pem`, which does not change. */
  unresolved(name: string, offset: number): void;
  readonly read: ReadValue;
}

/** Expands a value. Offsets are those of the outermost reference. */
export function expandCollectorValue(input: string, variables: CollectorVariables, depth = 0): CollectorValue {
  const kept: string[] = [];
  let value = input;
  const offsetOf = (uri: string) => Math.max(0, input.includes(uri) ? input.indexOf(uri) : input.indexOf("${"));
  const finished = (): CollectorValue => {
    const unescaped = variables.keepsEscapes ? value : value.replaceAll("$$", "$");
    const text = kept.length === 0 ? unescaped : unescaped.replace(/\0(\d+)\0/g, (_, i) => kept[i] ?? "");
    return { text, isString: true };
  };
  // A NUL marks what is kept.
  if (input.includes("\0")) return finished();
  for (let i = 0; i < MAX_EXPANSIONS; i++) {
    const uri = findUri(value);
    if (uri === undefined) return finished();
    const found = valueOf(uri, offsetOf(uri), variables);
    if (found === undefined) {
      kept.push(uri.replace(/\0(\d+)\0/g, (_, j) => kept[j] ?? ""));
      value = value.replaceAll(uri, `\0${kept.length - 1}\0`);
    } else if (uri === value) {
      if (found.text.includes("\0")) return { text: found.text, isString: true };
      const inside = (text: string) => {
        if (depth >= MAX_DEPTH) throw tooLarge(input, offsetOf(uri));
        return expandCollectorValue(
          text,
          { ...variables, unresolved: (name) => variables.unresolved(name, offsetOf(uri)) },
          depth + 1,
        );
      };
      const read = found.isEmpty ? undefined : variables.read(found.text, inside);
      if (read !== undefined) return { text: read, isString: false };
      value = found.text;
    } else {
      const { text } = found;
      value = value.replaceAll(uri, () => text.replaceAll("\0", "\ufffd"));
    }
    if (value.length > MAX_LENGTH) break;
  }
  throw tooLarge(input, Math.max(0, input.indexOf("${")));
}

/** Lists in values of variables in lists, and so on. */
const MAX_DEPTH = 20;

function tooLarge(input: string, offset: number): SubstitutionError {
  const message = `the value has more than ${MAX_EXPANSIONS} references, or is too long; variables may contain each other`;
  return new SubstitutionError("malformed", message, excerpt(input, offset), offset);
}

/** The next reference to expand, with `${` and `}`. */
function findUri(text: string): string | undefined {
  for (let from = 0; ; ) {
    const close = text.indexOf("}", from);
    if (close === -1) return undefined;
    const before = text.slice(from, close);
    const open = before.lastIndexOf("${");
    if (open !== -1) {
      let dollars = 0;
      while (before[open - 1 - dollars] === "$") dollars++;
      return dollars % 2 === 1 ? undefined : text.slice(from + open, close + 1);
    }
    from = close + 1;
  }
}

/** The text that replaces a reference, and whether it is the empty default; undefined if the reference does not change. */
function valueOf(
  uri: string,
  offset: number,
  variables: CollectorVariables,
): { readonly text: string; readonly isEmpty: boolean } | undefined {
  const body = uri.slice(2, -1);
  const refuse = (problem: string) =>
    new SubstitutionError("malformed", `${problem}; write $$ for a dollar sign`, uri, offset);
  const [, scheme, opaque] = URI.exec(body.includes(":") ? body : `env:${body}`) ?? [];
  if (scheme === undefined || opaque === undefined) throw refuse("expected ${env:NAME} or ${scheme:…}");
  if (opaque.includes("$")) throw refuse("a reference cannot contain a $");
  if (scheme !== "env") {
    if (opaque.startsWith("-")) throw refuse("a default requires the scheme; write ${env:NAME:-default}");
    variables.unresolved(body, offset);
    return undefined;
  }
  const end = opaque.indexOf(DEFAULT);
  const name = end === -1 ? opaque : opaque.slice(0, end);
  const defaultValue = end === -1 ? undefined : opaque.slice(end + DEFAULT.length);
  if (name.includes("\0")) return undefined;
  if (!NAME.test(name)) throw refuse("an environment variable cannot have this name");
  if (!variables.isExpanded(name)) return undefined;
  const value = variables.get(name, offset, defaultValue);
  if (value === undefined && defaultValue === undefined) variables.unresolved(name, offset);
  return { text: value ?? defaultValue ?? "", isEmpty: value === undefined && defaultValue === "" };
}

/** The most characters of text in an error. */
const SHOWN = 40;

function excerpt(text: string, offset: number): string {
  return text.slice(offset, offset + SHOWN).split("\n", 1)[0]!;
}

/**
 * Evaluates the reference at a `$` in text, where a value has no type, and references are not in references. `${` without a
 * `}` does not change.
 */
export function evaluateCollector(run: Evaluation, dollar: number): [string, number] {
  const { text } = run;
  if (text[dollar + 1] !== "{") return ["$", dollar + 1];
  const close = run.search.next(text, "}", dollar + 2);
  const inner = run.search.next(text, "${", dollar + 2);
  if (close === -1 && inner === -1) run.checkMore(text.length);
  if (close === -1 || (inner !== -1 && inner < close)) return ["$", dollar + 1];
  const end = close + 1;
  const place = (name: string, offset: number) => {
    const start = Math.max(dollar, text.indexOf(byteTextOf(name), dollar + offset));
    return { dollar: dollar + offset, start, end: start + byteTextOf(name).length };
  };
  const variables: CollectorVariables = {
    get(name, offset, word) {
      if (!run.isListing) return run.value(name);
      run.unset.push({ ...place(name, offset), default: word });
      return "";
    },
    isExpanded: () => true,
    keepsEscapes: false,
    unresolved: (name, offset) => run.unset.push(place(name, offset)),
    read: () => undefined,
  };
  try {
    return [byteTextOf(expandCollectorValue(utf8(text.slice(dollar, end)), variables).text), end];
  } catch (error) {
    if (error instanceof SubstitutionError) error.offset += dollar;
    throw error;
  }
}
