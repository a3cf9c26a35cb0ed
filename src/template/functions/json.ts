import { any, text } from "./arguments.ts";
import { define, required } from "./define.ts";
import { checkSize } from "./limits.ts";

export const jsonEncode = /* @__PURE__ */ define([/* @__PURE__ */ required("value", any)], (limit, value) => {
  checkSize(value, limit);
  return JSON.stringify(value);
});

export const jsonDecode = /* @__PURE__ */ define([/* @__PURE__ */ required("string", text)], (limit, string) => {
  let value: unknown;
  try {
    value = JSON.parse(string);
  } catch (error) {
    // The engine's own message would quote the text, which may be a secret.
    const place = /at position (\d+)/.exec((error as Error).message);
    throw new SyntaxError(`the text is not valid JSON${place === null ? "" : ` (at offset ${place[1]})`}`);
  }
  checkSize(value, limit);
  return value;
});
