import { UTCDateMini } from "@date-fns/utc/date/mini";
import { add } from "date-fns/add";
import { format } from "date-fns/format";
import { number, oneOf, text } from "./arguments.ts";
import { define } from "./define.ts";

/** The number of steps that each call takes. */
const CALL_STEPS = 100;

/** The date in UTC, formatted with Unicode date tokens as date-fns reads them. */
export const formatDateUtc = /* @__PURE__ */ define(["date", "format"], [text, text], (budget, date, tokens) => {
  budget.countSteps(CALL_STEPS);
  if (tokens.length > FORMAT_LENGTH) throw new RangeError(`the format is longer than ${FORMAT_LENGTH} characters`);
  const utc = new UTCDateMini(instant(date));
  const [refused] = REFUSED_TOKENS.exec(tokens.replace(QUOTED, "'")) ?? [];
  if (refused !== undefined) throw new RangeError(`the format contains ${refused}; ${FORMAT_RULE}`);
  try {
    return format(utc, tokens, { useAdditionalWeekYearTokens: true, useAdditionalDayOfYearTokens: true });
  } catch {
    throw new RangeError(`the format contains invalid Unicode date tokens; ${FORMAT_RULE}`);
  }
});

/** The longest format. The library needs much time and memory for each token. */
const FORMAT_LENGTH = 1000;

const FORMAT_RULE = "write years as yyyy and days as dd, and put literal letters in single quotes";

/** Text in quotes. An unclosed quote extends to the end. */
const QUOTED = /'[^']*'?/g;

/** Tokens that are easily confused with others: week-numbering years (YY, YYYY) and days of the year (D, DD), but not Do. */
const REFUSED_TOKENS = /(?<!Y)(?:YY|YYYY)(?!Y)|(?<!D)(?:D(?![Do])|DD(?!D))/;

/** The date plus an amount of a unit, in UTC. A day that does not exist in the month becomes its last day. */
export const shiftDateUtc = /* @__PURE__ */ define(
  ["date", "amount", "unit"],
  [text, number, /* @__PURE__ */ oneOf(["years", "months", "weeks", "days", "hours", "minutes", "seconds"])],
  (budget, date, amount, unit) => {
    budget.countSteps(CALL_STEPS);
    return isoText(add(new UTCDateMini(instant(date)), { [unit]: amount }));
  },
);

/** The date with one of its UTC fields set. An amount that is too large for the field carries over. */
export const modifyDateUtc = /* @__PURE__ */ define(
  ["date", "amount", "unit"],
  [text, number, /* @__PURE__ */ oneOf(["years", "months", "days", "hours", "minutes", "seconds", "milliseconds"])],
  (budget, date, amount, unit) => {
    budget.countSteps(CALL_STEPS);
    const result = new Date(instant(date));
    if (unit === "years") result.setUTCFullYear(amount);
    else if (unit === "months") result.setUTCMonth(amount);
    else if (unit === "days") result.setUTCDate(amount);
    else if (unit === "hours") result.setUTCHours(amount);
    else if (unit === "minutes") result.setUTCMinutes(amount);
    else if (unit === "seconds") result.setUTCSeconds(amount);
    else result.setUTCMilliseconds(amount);
    return isoText(result);
  },
);

function isoText(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new RangeError("the result is outside the range of dates");
  return date.toISOString();
}

/** The longest text that can be a date. */
const DATE_LENGTH = 100;

/** Years, months, and days in ISO 8601. Without a time, JavaScript reads them as dates in UTC. */
const ISO_DATE = /^(?:[-+]\d{6}|\d{4})(?:-\d\d(?:-\d\d)?)?$/;

/** The name of a time zone. */
const TIME_ZONE = /z\b|\b(?:utc?|gmt|[ecmp][sd]t)/i;

/**
 * The time of a date that JavaScript can parse, in milliseconds since 1970. A date without a time zone is in UTC; JavaScript
 * would use the machine's time zone.
 */
function instant(date: string): number {
  const source = date.length <= DATE_LENGTH ? date : "";
  const read = source.replace(/\([^()]*\)/g, "");
  const hasOffset = read.split(/:\d/).some((rest, i) => i > 0 && /[-+]\d/.test(rest));
  const isZoned = ISO_DATE.test(source) || TIME_ZONE.test(read) || hasOffset;
  const time = Date.parse(isZoned ? source : `${source}${/\dT\d/i.test(source) ? "Z" : " Z"}`);
  if (Number.isNaN(time)) throw new RangeError("the date must be in ISO 8601 format, such as 2022-03-04T05:06:07Z");
  return time;
}
