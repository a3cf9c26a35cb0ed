/** The dialects without nesting: GNU envsubst's, and OpenTelemetry's. */
import type { Evaluation } from "./evaluation.ts";

const GNU = /\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/y;
/** What a text can end with that more text makes a reference. */
const GNU_OPEN = /\$\{?(?:[A-Za-z_][A-Za-z0-9_]*)?$/y;

/** Evaluates the reference at a `$`; everything that is not `$NAME` or `${NAME}` does not change. */
export function evaluateEnvsubst(run: Evaluation, dollar: number): [string, number] {
  GNU_OPEN.lastIndex = dollar;
  if (!run.isEnd && GNU_OPEN.test(run.text)) run.checkMore(run.text.length);
  GNU.lastIndex = dollar;
  const found = GNU.exec(run.text);
  if (found === null) return ["$", dollar + 1];
  const [all, inBraces, bare] = found;
  const start = dollar + (inBraces === undefined ? 1 : 2);
  return [run.required(dollar, start, start + (inBraces ?? bare!).length), dollar + all.length];
}

const OTEL = /^((?:env:)?)([A-Za-z_][A-Za-z0-9_]*)(?::-([^\n]*))?$/;

/**
 * Evaluates the reference at a `$` as OpenTelemetry's configuration model defines it. `$$` divides the text: a reference does
 * not contain it. `${` without a `}` does not change.
 */
export function evaluateOtel(run: Evaluation, dollar: number): [string, number] {
  const { text } = run;
  if (text[dollar + 1] !== "{") return ["$", dollar + 1];
  const body = dollar + 2;
  const divider = run.search.next(text, "$$", body);
  const close = run.search.next(text, "}", body);
  if (close === -1 && divider === -1) run.checkMore(text.length);
  if (close === -1 || (divider !== -1 && divider < close)) return ["$", dollar + 1];
  const found = OTEL.exec(text.slice(body, close));
  if (found === null) throw run.malformed(dollar, "expected ${NAME}, ${env:NAME}, or ${NAME:-default}");
  const start = body + found[1]!.length;
  const end = start + found[2]!.length;
  if (found[3] === undefined) return [run.required(dollar, start, end), close + 1];
  run.list(dollar, start, end, false, found[3]);
  const value = run.value(text.slice(start, end));
  return [value === undefined || value === "" ? found[3] : value, close + 1];
}
