import lodashCamelCase from "lodash-es/camelCase.js";
import lodashKebabCase from "lodash-es/kebabCase.js";
import { text } from "./arguments.ts";
import type { Budget } from "./budget.ts";
import { define } from "./define.ts";

export const lower = /* @__PURE__ */ define(["string"], [text], (_budget, string) => string.toLowerCase());

export const upper = /* @__PURE__ */ define(["string"], [text], (_budget, string) => string.toUpperCase());

/** Words are found as lodash finds them: that is what the reference promises. */
export const camelCase = /* @__PURE__ */ define(["string"], [text], (budget, string) =>
  lodashCamelCase(counted(string, budget)),
);

export const kebabCase = /* @__PURE__ */ define(["string"], [text], (budget, string) =>
  lodashKebabCase(counted(string, budget)),
);

/** The library takes a step's time for each character. */
function counted(string: string, budget: Budget): string {
  budget.countSteps(string.length);
  return string;
}
