import { number, numberFromText, textOrList } from "./arguments.ts";
import { define, InvalidArgument } from "./define.ts";

/** Concatenates two lists or two texts. */
export const concat = /* @__PURE__ */ define(["arg1", "arg2"], [textOrList, textOrList], (budget, first, second) => {
  if (typeof first === "string" && typeof second === "string") {
    budget.checkRoom(first.length + second.length);
    return first + second;
  }
  if (typeof first !== "string" && typeof second !== "string") {
    budget.checkRoomForValues(first.length + second.length);
    return [...first, ...second];
  }
  throw new Error("the arguments must be two lists or two strings, not one of each");
});

/** Whether a text, list, or map is empty. Undefined and null are empty, too. */
export const isEmpty = /* @__PURE__ */ define(["value?"], [holder], (budget, value) => {
  if (value === undefined || value === null) return true;
  if (typeof value === "string" || Array.isArray(value)) return value.length === 0;
  const { length } = Object.keys(value);
  budget.countSteps(length);
  return length === 0;
});

function holder(value: unknown): string | object | null {
  if (typeof value === "string" || typeof value === "object") return value;
  throw new InvalidArgument("must be a string, a list, a map or null");
}

/** The numbers from `first` to `last` inclusive, in steps of one; empty if `last` is less than `first`. */
export const range = /* @__PURE__ */ define(["first", "last"], [number, number], (budget, first, last) => {
  const length = last < first ? 0 : Math.ceil(last + 1 - first);
  budget.checkRoomForValues(length);
  const result: number[] = [];
  for (let i = 0, value = first; i < length; i++, value++) result.push(value);
  return result;
});

/** The elements from `start` up to, but not including, `end`. Negative indexes count from the end. */
export const slice = /* @__PURE__ */ define(
  ["input", "start", "end?"],
  [sliceable, place, place],
  (_budget, input, start, end) => {
    if (Number.isNaN(start)) throw new Error("the start index must be a number, or a string that starts with one");
    if (end !== undefined && Number.isNaN(end)) {
      throw new Error("the end index must be a number, or a string that starts with one");
    }
    return input.slice(start, end);
  },
);

function sliceable(value: unknown): string | readonly unknown[] {
  const input = textOrList(value);
  if (input === "") throw new InvalidArgument("must not be empty");
  return input;
}

/** An index: a number, a text with a number, or the whole number at the start of a text; otherwise NaN. */
function place(value: unknown): number {
  if (typeof value === "string" && value !== "") {
    const exact = numberFromText(value);
    return Number.isNaN(exact) ? Number.parseInt(value, 10) : number(exact);
  }
  if (typeof value !== "number") throw new InvalidArgument("must be a number or a string");
  return number(value);
}
