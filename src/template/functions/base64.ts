import { decodeBase64, encodeBase64 } from "../../text/base64.ts";
import { text } from "./arguments.ts";
import { define } from "./define.ts";

/** The base64 of a text's UTF-8. */
export const base64Encode = /* @__PURE__ */ define(["string"], [text], (_budget, string) => encodeBase64(string));

/** The text of a base64 in either alphabet; what belongs to neither is skipped. */
export const base64Decode = /* @__PURE__ */ define(["string"], [text], (_budget, string) => decodeBase64(string));
