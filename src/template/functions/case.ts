import lodashCamelCase from "lodash-es/camelCase.js";
import lodashKebabCase from "lodash-es/kebabCase.js";
import { text } from "./arguments.ts";
import { define, required } from "./define.ts";

/** Words are found as lodash finds them: that is what the reference promises. */
export const camelCase = /* @__PURE__ */ define([/* @__PURE__ */ required("string", text)], (_limit, string) =>
  lodashCamelCase(string),
);

export const kebabCase = /* @__PURE__ */ define([/* @__PURE__ */ required("string", text)], (_limit, string) =>
  lodashKebabCase(string),
);
