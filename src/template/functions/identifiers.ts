import { sha256 as digest } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { text } from "./arguments.ts";
import { define } from "./define.ts";

const encoder = /* @__PURE__ */ new TextEncoder();

/** The SHA-256 of a text's UTF-8, in lower-case hexadecimal. */
export const sha256 = /* @__PURE__ */ define(["string"], [text], (_budget, string) =>
  bytesToHex(digest(encoder.encode(string))),
);

/** A random (version 4) UUID. */
export const uuidv4 = /* @__PURE__ */ define([], [], () => globalThis.crypto.randomUUID());
