import { getOrAdd } from "../../../text/grouped.ts";
import { DEPTH_LIMIT, tooDeep } from "../limits.ts";
import { any, boolean as checkBoolean, numberFromText } from "./arguments.ts";
import { Budget } from "./budget.ts";
import { define, InvalidArgument } from "./define.ts";

/** The text of any value, in the form that it has inside a longer text. */
export const string = /* @__PURE__ */ define(["value"], [any], (budget, value) => toText(value, budget));

/** The number in a text, in decimal; a number is returned unchanged. Not in Garden's reference. */
export const number = /* @__PURE__ */ define(["value"], [numeric], (_budget, value) => value);

/** The boolean in "true" or "false"; a boolean is returned unchanged. Not in Garden's reference. */
export const boolean = /* @__PURE__ */ define(["value"], [checkBoolean], (_budget, value) => value);

function numeric(value: unknown): number {
  if (typeof value === "number") return value;
  const result = typeof value === "string" ? numberFromText(value) : Number.NaN;
  if (!Number.isFinite(result)) throw new InvalidArgument("must be a number, or a string with a decimal number");
  return result;
}

/**
 * The text of a value inside a longer text: scalars as JavaScript prints them; the elements of lists joined with commas,
 * null being empty; `[object Object]` for every map; dates in UTC.
 *
 * @throws LimitExceeded for a text larger than the budget allows (the caller counts it), and for lists that are nested too
 *   deeply or contain themselves
 * @example toText([1, [null, true]]) // "1,,true"
 */
export function toText(value: unknown, budget: Budget = new Budget()): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return scalarText(value);
  /** Lists that appear several times are written once. */
  const known = new Map<unknown, string>();
  return listText(value, 1);

  function listText(list: readonly unknown[], depth: number): string {
    if (depth > DEPTH_LIMIT) throw tooDeep();
    budget.countSteps(list.length + 1);
    let text = "";
    for (let i = 0; i < list.length; i++) {
      const item = list[i];
      if (i > 0) text += ",";
      if (Array.isArray(item)) text += knownText(item, depth + 1);
      else if (item !== null && item !== undefined) text += typeof item === "string" ? item : scalarText(item);
      budget.checkRoom(text.length);
    }
    return text;
  }

  function knownText(list: readonly unknown[], depth: number): string {
    return getOrAdd(known, list, () => listText(list, depth));
  }
}

function scalarText(value: unknown): string {
  if (value instanceof Date) return dateText(value);
  if (typeof value === "object" && value !== null) return "[object Object]";
  return String(value);
}

/** A date in the form that V8 prints if the machine's time zone is UTC. The text must not depend on the machine. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  // "Sat, 01 Jan 2022 00:00:00 GMT" => "Sat Jan 01 2022 00:00:00 GMT+0000 (Coordinated Universal Time)"
  const [weekday, day, month, year, time] = date.toUTCString().split(" ");
  return `${weekday!.slice(0, 3)} ${month} ${day} ${year} ${time} GMT+0000 (Coordinated Universal Time)`;
}
