import { nodeModule } from "../../text/node-module.ts";
import { sha256 as hash } from "../../text/sha256.ts";
import { text } from "./arguments.ts";
import { define } from "./define.ts";

const encoder = /* @__PURE__ */ new TextEncoder();

/** Node's own function; null where there is none. */
let nodeHash: ((algorithm: string, text: string) => string) | null | undefined;

/**
 * The text that is hashed before Node's own function is loaded, each text counted as one block of 64 more. Loading it
 * takes as long (2 to 5 ms) as hashing so much with code that has just started; afterwards it is five times as fast.
 */
let untilLoad = 8192;

/** The SHA-256 of a text's UTF-8, in lower-case hexadecimal. */
export const sha256 = /* @__PURE__ */ define(["string"], [text], (_budget, string) => {
  if (nodeHash === undefined) {
    untilLoad -= string.length + 64;
    if (untilLoad < 0) nodeHash = nodeModule("node:crypto")?.hash ?? null;
  }
  return nodeHash ? nodeHash("sha256", string) : hash(encoder.encode(string));
});

/** A random (version 4) UUID. */
export const uuidv4 = /* @__PURE__ */ define([], [], () => globalThis.crypto.randomUUID());
