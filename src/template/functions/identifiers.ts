import { sha256 as hash } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { text } from "./arguments.ts";
import { define } from "./define.ts";

/** The SHA-256 of a text's UTF-8, in lower-case hexadecimal. */
export const sha256 = /* @__PURE__ */ define(["string"], [text], (_budget, string) =>
  bytesToHex(hash(utf8ToBytes(string))),
);

/** A random (version 4) UUID. */
export const uuidv4 = /* @__PURE__ */ define([], [], () => globalThis.crypto.randomUUID());
