import { UTCDateMini } from "@date-fns/utc/date/mini";
import { add } from "date-fns/add";
import { format } from "date-fns/format";
import { number, oneOf, text } from "./arguments.ts";
import { define } from "./define.ts";

/** Steps that each call takes. */
const CALL_STEPS = 100;

/** The date in UTC, by Unicode's date tokens as date-fns reads them. */
export const formatDateUtc = /* @__PURE__ */ define(["date", "format"], [text, text], (budget, date, tokens) => {
  budget.countSteps(CALL_STEPS);
  if (tokens.length > FORMAT_LENGTH) throw new RangeError(`the format is longer than ${FORMAT_LENGTH} characters`);
  const utc = new UTCDateMini(instant(date));
  const [refused] = REFUSED_TOKENS.exec(tokens.replace(QUOTED, "'")) ?? [];
  if (refused !== undefined) throw new RangeError(`the format has ${refused}: ${FORMAT_RULE}`);
  try {
    return format(utc, tokens, { useAdditionalWeekYearTokens: true, useAdditionalDayOfYearTokens: true });
  } catch {
    throw new RangeError(`the format is not one of Unicode date tokens: ${FORMAT_RULE}`);
  }
});

/** The longest format: the library takes much time and memory for each token. */
const FORMAT_LENGTH = 1000;

const FORMAT_RULE = "years are yyyy and days dd, and letters that are text stand between single quotes";

/** Text between quotes; a quote that is never closed holds the rest. */
const QUOTED = /'[^']*'?/g;

/** Tokens that people mistake for others: years of weeks (YY, YYYY), days of the year (D, DD); not Do, the ordinal number. */
const REFUSED_TOKENS = /(?<!Y)(?:YY|YYYY)(?!Y)|(?<!D)(?:D(?![Do])|DD(?!D))/;

/** The date plus an amount of a unit, in UTC; a day that the month does not have becomes its last day. */
export const shiftDateUtc = /* @__PURE__ */ define(
  ["date", "amount", "unit"],
  [text, number, /* @__PURE__ */ oneOf(["years", "months", "weeks", "days", "hours", "minutes", "seconds"])],
  (budget, date, amount, unit) => {
    budget.countSteps(CALL_STEPS);
    return isoText(add(new UTCDateMini(instant(date)), { [unit]: amount }));
  },
);

/** The date with one of its fields in UTC set; an amount too large for the field carries over. */
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
  if (Number.isNaN(date.getTime())) throw new RangeError("the result is not within the years that dates can have");
  return date.toISOString();
}

/** Longer texts are not dates. */
const DATE_LENGTH = 100;

/** Years, months and days as ISO 8601 writes them: JavaScript takes these, without a time, for dates in UTC. */
const ISO_DATE = /^(?:[-+]\d{6}|\d{4})(?:-\d\d(?:-\d\d)?)?$/;

/** A name of a time zone, or an offset after a time. */
const TIME_ZONE = /z\b|\b(?:utc?|gmt|[ecmp][sd]t)|:\d.*[-+]\d/i;

/**
 * Milliseconds since 1970 of a date that JavaScript reads. A date without a time zone is in UTC; JavaScript
 * would take the machine's zone.
 */
function instant(date: string): number {
  const source = date.length <= DATE_LENGTH ? date : "";
  const isZoned = ISO_DATE.test(source) || TIME_ZONE.test(source.replace(/\([^)]*\)/g, ""));
  const time = Date.parse(isZoned ? source : `${source}${/\dT\d/i.test(source) ? "Z" : " Z"}`);
  if (Number.isNaN(time)) throw new RangeError("the date must be in ISO 8601, such as 2022-03-04T05:06:07Z");
  return time;
}
