import { afterEach, describe, expect, test } from "vitest";
import { call, type Failure, failed, failure, invalid, missing } from "./call.ts";

const DATE = "2022-03-04T05:06:07.089Z";
const EAST = "2021-01-01T00:30:00+02:00";

const machineTimeZone = process.env.TZ;

function setTimeZone(name: string | undefined): void {
  if (name === undefined) delete process.env.TZ;
  else process.env.TZ = name;
}

afterEach(() => setTimeZone(machineTimeZone));

const ZONES: [string, number][] = [
  ["UTC", 0],
  ["America/New_York", 300],
  ["Asia/Kolkata", -330],
  ["Pacific/Apia", -840],
  ["Europe/Berlin", -60],
];

describe.each(ZONES)("where the time zone is %s", (zone, offset) => {
  function inZone(name: string, ...args: unknown[]): unknown {
    setTimeZone(zone);
    expect(new Date("2021-01-15T00:00:00Z").getTimezoneOffset()).toBe(offset);
    return call(name, ...args);
  }

  test.each([
    [DATE, "yyyy-MM-dd", "2022-03-04"],
    ["+002022-03-04", "yyyy-MM-dd", "2022-03-04"],
    [DATE, "yyyy-MM-dd HH:mm:ss", "2022-03-04 05:06:07"],
    [EAST, "yyyyMMdd", "20201231"],
    [EAST, "HH:mm", "22:30"],
    [DATE, "EEE, d MMM yyyy", "Fri, 4 Mar 2022"],
    [DATE, "EEEE do MMMM", "Friday 4th March"],
    [DATE, "yyyy'T'HH", "2022T05"],
    [DATE, "h 'o''clock' a", "5 o'clock AM"],
    [DATE, "SSS", "089"],
    [DATE, "XXX", "Z"],
    [DATE, "xxx", "+00:00"],
    [DATE, "zzz", "GMT+0"],
    [DATE, "t", "1646370367"],
    [DATE, "PPpp", "Mar 4, 2022, 5:06:07 AM"],
    [DATE, "RRRR-'W'II", "2022-W09"],
    [DATE, "Do Y YYY DDD", "63rd 2022 2022 063"],
    [DATE, "'D' 'YYYY'", "D YYYY"],
    // Without a time zone a date is in UTC.
    ["2022-03-04", "yyyy-MM-dd HH:mm", "2022-03-04 00:00"],
    ["2022-03", "yyyy-MM-dd HH:mm", "2022-03-01 00:00"],
    ["0050-03-04", "yyyy-MM-dd HH:mm", "0050-03-04 00:00"],
    ["+002022-03-04", "yyyy-MM-dd HH:mm", "2022-03-04 00:00"],
    ["+012022-03", "yyyy-MM-dd HH:mm", "12022-03-01 00:00"],
    ["-000001", "u-MM-dd HH:mm", "-1-01-01 00:00"],
    ["2022-03-04T05:06", "yyyy-MM-dd HH:mm", "2022-03-04 05:06"],
    ["2022-03-04 05:06:07", "yyyy-MM-dd HH:mm", "2022-03-04 05:06"],
    ["2022-03-13T02:30:00", "yyyy-MM-dd HH:mm", "2022-03-13 02:30"],
    ["4 March 2022 05:06", "yyyy-MM-dd HH:mm", "2022-03-04 05:06"],
    ["03/04/2022", "yyyy-MM-dd HH:mm", "2022-03-04 00:00"],
    ["4 March 2022 05:06 (EST)", "yyyy-MM-dd HH:mm", "2022-03-04 05:06"],
    ["Fri, 04 Mar 2022 05:06:07 GMT", "yyyy-MM-dd HH:mm", "2022-03-04 05:06"],
    ["Fri, 04 Mar 2022 05:06:07 -0500", "yyyy-MM-dd HH:mm", "2022-03-04 10:06"],
    ["Fri Mar 04 2022 05:06:07 GMT+0100 (Central European Standard Time)", "HH:mm", "04:06"],
    ["2022-03-04T05:06:07z", "yyyy-MM-dd HH:mm", "2022-03-04 05:06"],
    ["4 Mar 2022 05:06 UT", "yyyy-MM-dd HH:mm", "2022-03-04 05:06"],
    ["4 Mar 2022 05:06 UTC", "yyyy-MM-dd HH:mm", "2022-03-04 05:06"],
    ["4 Mar 2022 05:06 EDT", "yyyy-MM-dd HH:mm", "2022-03-04 09:06"],
    ["4 Mar 2022 05:06 CST", "yyyy-MM-dd HH:mm", "2022-03-04 11:06"],
    ["4 Mar 2022 05:06 MDT", "yyyy-MM-dd HH:mm", "2022-03-04 11:06"],
    ["4 Mar 2022 05:06 pst", "yyyy-MM-dd HH:mm", "2022-03-04 13:06"],
    ["4 Mar 2022 05:06 +02:00", "yyyy-MM-dd HH:mm", "2022-03-04 03:06"],
    ["Mar 4, 2022 5:06 PM EST", "yyyy-MM-dd HH:mm", "2022-03-04 22:06"],
  ])("formatDateUtc(%j, %j) is %j", (date, format, result) =>
    expect(inZone("formatDateUtc", date, format)).toBe(result),
  );

  test.each([
    [DATE, 4, "seconds", "2022-03-04T05:06:11.089Z"],
    [DATE, 4, "minutes", "2022-03-04T05:10:07.089Z"],
    [DATE, 1.5, "hours", "2022-03-04T06:36:07.089Z"],
    [DATE, 4, "days", "2022-03-08T05:06:07.089Z"],
    [DATE, 4, "weeks", "2022-04-01T05:06:07.089Z"],
    [DATE, 4, "months", "2022-07-04T05:06:07.089Z"],
    [DATE, 4, "years", "2026-03-04T05:06:07.089Z"],
    [EAST, -1, "days", "2020-12-30T22:30:00.000Z"],
    [EAST, -1, "weeks", "2020-12-24T22:30:00.000Z"],
    [EAST, -1, "months", "2020-11-30T22:30:00.000Z"],
    [EAST, -1, "years", "2019-12-31T22:30:00.000Z"],
    ["2024-02-29T00:00:00Z", 1, "years", "2025-02-28T00:00:00.000Z"],
    ["2024-01-31T00:00:00Z", 1, "months", "2024-02-29T00:00:00.000Z"],
    ["2024-03-31T23:30:00Z", -1, "months", "2024-02-29T23:30:00.000Z"],
    [DATE, "2", "days", "2022-03-06T05:06:07.089Z"],
    [DATE, 1.5, "days", "2022-03-05T05:06:07.089Z"],
    [DATE, 0, "days", DATE],
    // Over a change to summer time, in New York and in Berlin.
    ["2022-03-12T12:00:00Z", 1, "days", "2022-03-13T12:00:00.000Z"],
    ["2022-03-01T12:00:00Z", 1, "months", "2022-04-01T12:00:00.000Z"],
    ["2022-03-26T12:00:00Z", 1, "weeks", "2022-04-02T12:00:00.000Z"],
  ])("shiftDateUtc(%j, %j, %j) is %j", (date, amount, unit, result) =>
    expect(inZone("shiftDateUtc", date, amount, unit)).toBe(result),
  );

  test.each([
    [DATE, 2030, "years", "2030-03-04T05:06:07.089Z"],
    [DATE, 0, "months", "2022-01-04T05:06:07.089Z"],
    [DATE, 12, "months", "2023-01-04T05:06:07.089Z"],
    [DATE, 1, "days", "2022-03-01T05:06:07.089Z"],
    [DATE, 0, "days", "2022-02-28T05:06:07.089Z"],
    [DATE, 5, "hours", "2022-03-04T05:06:07.089Z"],
    [DATE, 24, "hours", "2022-03-05T00:06:07.089Z"],
    [DATE, 59, "minutes", "2022-03-04T05:59:07.089Z"],
    [DATE, 30, "seconds", "2022-03-04T05:06:30.089Z"],
    [DATE, "7", "milliseconds", "2022-03-04T05:06:07.007Z"],
    ["2024-02-29T00:00:00Z", 2023, "years", "2023-03-01T00:00:00.000Z"],
    [EAST, 1, "days", "2020-12-01T22:30:00.000Z"],
  ])("modifyDateUtc(%j, %j, %j) is %j", (date, amount, unit, result) =>
    expect(inZone("modifyDateUtc", date, amount, unit)).toBe(result),
  );
});

test.each<[string, unknown[], Failure]>([
  ["formatDateUtc", [DATE], missing("format")],
  ["formatDateUtc", [DATE, ""], invalid("format")],
  ["formatDateUtc", [4, "yyyy"], invalid("date")],
  ["formatDateUtc", ["nope", "yyyy"], failed],
  ["formatDateUtc", [" ", "yyyy"], failed],
  ["formatDateUtc", ["x".repeat(1e6), "yyyy"], failed],
  ["formatDateUtc", [DATE, "YYYY"], failed],
  ["formatDateUtc", [DATE, "YY"], failed],
  ["formatDateUtc", [DATE, "yyyy-MM-DD"], failed],
  ["formatDateUtc", [DATE, "''D"], failed],
  ["formatDateUtc", [DATE, "YYYYo"], failed],
  ["formatDateUtc", [DATE, "yyyy n"], failed],
  ["shiftDateUtc", [DATE, 1, "eons"], invalid("unit")],
  ["shiftDateUtc", [DATE, 1, "milliseconds"], invalid("unit")],
  ["shiftDateUtc", [DATE, 1, 1], invalid("unit")],
  ["shiftDateUtc", [DATE, "x", "days"], invalid("amount")],
  ["shiftDateUtc", [DATE, 1], missing("unit")],
  ["shiftDateUtc", ["nope", 1, "days"], failed],
  ["shiftDateUtc", [DATE, 1e15, "days"], failed],
  ["modifyDateUtc", [DATE, 1, "weeks"], invalid("unit")],
  ["modifyDateUtc", ["nope", 1, "days"], failed],
  ["modifyDateUtc", [DATE, 1e15, "days"], failed],
])("%s of %.60j fails", (name, args, expected) => expect(failure(name, ...args)).toMatchObject(expected));

const FORMAT_RULE = "write years as yyyy and days as dd, and put literal letters in single quotes";

test.each([
  ["YYYY-MM", `the format contains YYYY; ${FORMAT_RULE}`],
  ["'YY' MM DD", `the format contains DD; ${FORMAT_RULE}`],
  ["yyyy n", `the format contains invalid Unicode date tokens; ${FORMAT_RULE}`],
])("the whole message for the format %s", (format, message) => {
  expect(failure("formatDateUtc", DATE, format).message).toBe(`formatDateUtc: ${message}`);
});

test("a format that the library warns about writes nothing to the console", () => {
  const written: unknown[] = [];
  const { warn } = console;
  console.warn = (...args: unknown[]) => written.push(args);
  try {
    call("formatDateUtc", DATE, "Y DDD");
    failure("formatDateUtc", DATE, "YYYY");
  } finally {
    console.warn = warn;
  }
  expect(written).toEqual([]);
});

test("a format of a thousand characters, and no longer one", () => {
  const format = (length: number) => `'${"x".repeat(length - 2)}'`;
  expect(call("formatDateUtc", DATE, format(1000))).toBe("x".repeat(998));
  expect(failure("formatDateUtc", DATE, format(1001)).message).toBe(
    "formatDateUtc: the format is longer than 1000 characters",
  );
});

test("a date of a hundred characters, and no longer one", () => {
  const date = (length: number) => `Fri Mar 04 2022 05:06:07 GMT+0000 (${"x".repeat(length - 36)})`;
  expect(call("formatDateUtc", date(100), "yyyy-MM-dd HH:mm")).toBe("2022-03-04 05:06");
  expect(failure("formatDateUtc", date(101), "yyyy-MM-dd HH:mm").message).toBe(
    "formatDateUtc: the date must be in ISO 8601 format, such as 2022-03-04T05:06:07Z",
  );
});
