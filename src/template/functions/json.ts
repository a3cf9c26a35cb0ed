import { any, text } from "./arguments.ts";
import { define } from "./define.ts";

export const jsonEncode = /* @__PURE__ */ define(["value"], [any], (budget, value) => {
  budget.countWritten(value);
  return JSON.stringify(value);
});

export const jsonDecode = /* @__PURE__ */ define(["string"], [text], (budget, string) => {
  let value: unknown;
  try {
    value = JSON.parse(string);
  } catch (error) {
    // The engine's own message would quote the text, which may be a secret. Where it does, it has no place at its end.
    const place = / in JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec((error as Error).message);
    throw new SyntaxError(`the text is not valid JSON${place === null ? "" : ` (at offset ${place[1]})`}`);
  }
  budget.countWritten(value);
  return value;
});
