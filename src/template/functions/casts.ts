import { any, boolean as checkBoolean, numberFromText } from "./arguments.ts";
import { define, InvalidArgument } from "./define.ts";
import { toText } from "./to-text.ts";

/** The text of any value, as it stands where a template is part of a longer text. */
export const string = /* @__PURE__ */ define(["value"], [any], (budget, value) => toText(value, budget));

/** The number that a text writes in decimal; a number stays. Not in Garden's reference. */
export const number = /* @__PURE__ */ define(["value"], [numeric], (_budget, value) => value);

/** The boolean that "true" or "false" writes; a boolean stays. Not in Garden's reference. */
export const boolean = /* @__PURE__ */ define(["value"], [checkBoolean], (_budget, value) => value);

function numeric(value: unknown): number {
  if (typeof value === "number") return value;
  const result = typeof value === "string" ? numberFromText(value) : Number.NaN;
  if (!Number.isFinite(result)) throw new InvalidArgument("must be a number, or a string that writes one in decimal");
  return result;
}
