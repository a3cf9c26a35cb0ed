import { Budget } from "../budget.ts";
import { DEPTH_LIMIT, tooDeep } from "./limits.ts";

/**
 * The text that a value has inside a longer text: as JavaScript prints scalars; lists as their elements joined with
 * commas, null being empty; maps as `[object Object]`, whatever keys they have; dates in UTC.
 *
 * @throws LimitExceeded for a text larger than the budget has room for (it is not counted here), and for lists nested too deeply or in themselves
 * @example toText([1, [null, true]]) // "1,,true"
 */
export function toText(value: unknown, budget: Budget = new Budget()): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return scalarText(value);
  let result = "";
  append(value, 1);
  return result;

  function append(list: readonly unknown[], depth: number): void {
    if (depth > DEPTH_LIMIT) throw tooDeep();
    budget.countSteps(list.length + 1);
    for (let i = 0; i < list.length; i++) {
      const item = list[i];
      if (i > 0) result += ",";
      if (Array.isArray(item)) append(item, depth + 1);
      else if (item !== null && item !== undefined) result += typeof item === "string" ? item : scalarText(item);
      budget.checkRoom(result.length);
    }
  }
}

function scalarText(value: unknown): string {
  if (value instanceof Date) return dateText(value);
  if (typeof value === "object" && value !== null) return "[object Object]";
  return String(value);
}

/** As V8 prints a date where the local time is UTC: a text must not depend on the machine's time zone. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  // "Sat, 01 Jan 2022 00:00:00 GMT" => "Sat Jan 01 2022 00:00:00 GMT+0000 (Coordinated Universal Time)"
  const [weekday, day, month, year, time] = date.toUTCString().split(" ");
  return `${weekday!.slice(0, 3)} ${month} ${day} ${year} ${time} GMT+0000 (Coordinated Universal Time)`;
}
