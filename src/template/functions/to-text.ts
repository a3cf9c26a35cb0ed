import { Budget } from "./budget.ts";
import { DEPTH_LIMIT, tooDeep } from "./limits.ts";

/**
 * The text that a value has inside a longer text: as JavaScript prints scalars; lists as their elements joined with
 * commas, null being empty; maps as `[object Object]`, whatever keys they have; dates in UTC.
 *
 * @throws LimitExceeded for a text larger than the budget has room for (the caller counts it), and for lists nested too
 *     deeply or in themselves
 * @example toText([1, [null, true]]) // "1,,true"
 */
export function toText(value: unknown, budget: Budget = new Budget()): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return scalarText(value);
  /** Lists that stand in several others are written once. */
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
    const text = known.get(list) ?? listText(list, depth);
    known.set(list, text);
    return text;
  }
}

function scalarText(value: unknown): string {
  if (value instanceof Date) return dateText(value);
  if (typeof value === "object" && value !== null) return "[object Object]";
  return String(value);
}

/** A date as V8 prints it in a machine whose zone is UTC: the text must not depend on the machine. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  // "Sat, 01 Jan 2022 00:00:00 GMT" => "Sat Jan 01 2022 00:00:00 GMT+0000 (Coordinated Universal Time)"
  const [weekday, day, month, year, time] = date.toUTCString().split(" ");
  return `${weekday!.slice(0, 3)} ${month} ${day} ${year} ${time} GMT+0000 (Coordinated Universal Time)`;
}
