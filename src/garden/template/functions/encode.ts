import { sha256 as hash } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { decodeBase64, encodeBase64 } from "../../../text/base64.ts";
import { any, text } from "./arguments.ts";
import { define } from "./define.ts";

/** The UTF-8 of a text in base64. */
export const base64Encode = /* @__PURE__ */ define(["string"], [text], (_budget, string) => encodeBase64(string));

/** Decodes base64 in either alphabet. Characters outside the alphabet are skipped. */
export const base64Decode = /* @__PURE__ */ define(["string"], [text], (_budget, string) => decodeBase64(string));

export const jsonEncode = /* @__PURE__ */ define(["value"], [any], (budget, value) => {
  budget.countWritten(value);
  return JSON.stringify(value);
});

export const jsonDecode = /* @__PURE__ */ define(["string"], [text], (budget, string) => {
  let value: unknown;
  try {
    value = JSON.parse(string);
  } catch (error) {
    // The engine's message can quote the text, which can be a secret. If it does, it does not end with a position.
    const place = / in JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec((error as Error).message);
    throw new SyntaxError(`the text is not valid JSON${place === null ? "" : ` (at offset ${place[1]})`}`);
  }
  budget.countWritten(value);
  return value;
});

/** The SHA-256 of a text's UTF-8, in lowercase hexadecimal. */
export const sha256 = /* @__PURE__ */ define(["string"], [text], (_budget, string) =>
  bytesToHex(hash(utf8ToBytes(string))),
);

/** A random (version 4) UUID. */
export const uuidv4 = /* @__PURE__ */ define([], [], () => globalThis.crypto.randomUUID());
