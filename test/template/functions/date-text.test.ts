/** The library that the reference calls says what comes out. */
import { UTCDateMini } from "@date-fns/utc/date/mini";
import { add } from "date-fns/add";
import { format } from "date-fns/format";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dateText } from "../../../src/template/functions/date-text.ts";
import { call, failure } from "./call.ts";

const LETTERS = [..."GyYRuQqMLwIdDEecihHKkmsSXxOzabBtTpPo'AZnf\n .-:"];

const reference = (time: number, tokens: string): string | undefined => {
  try {
    return format(new UTCDateMini(time), tokens, {
      useAdditionalWeekYearTokens: true,
      useAdditionalDayOfYearTokens: true,
    });
  } catch {
    return undefined;
  }
};
const ours = (time: number, tokens: string): string | undefined => {
  try {
    return dateText(new Date(time), tokens);
  } catch {
    return undefined;
  }
};

/** What a year begins and ends with decides which week a day is in. */
const aroundNewYear = fc
  .record({ year: fc.integer({ min: -300, max: 3000 }), day: fc.integer({ min: -9, max: 9 }), ms: fc.nat(86_399_999) })
  .map(({ year, day, ms }) => new Date(Date.UTC(2000, 0, day)).setUTCFullYear(year) + ms);
const time = fc.oneof(aroundNewYear, fc.integer({ min: -9e13, max: 9e13 }), fc.integer({ min: -8.6e15, max: 8.6e15 }));

test("every token, in every length", () => {
  for (const letter of LETTERS) {
    for (let length = 1; length <= 8; length++) {
      for (const tokens of [letter.repeat(length), `${letter}o`, `${letter.repeat(length)}p`]) {
        for (const each of [0, 1646370367089, -62167219200001, -5e13, 951782399999, 43200000, 8.64e15]) {
          expect(ours(each, tokens), `${each} ${tokens}`).toBe(reference(each, tokens));
        }
      }
    }
  }
});

test("any format of any date", () => {
  const tokens = fc
    .array(fc.tuple(fc.constantFrom(...LETTERS), fc.integer({ min: 1, max: 6 })), { maxLength: 6 })
    .map((parts) => parts.map(([letter, length]) => letter.repeat(length)).join(""));
  fc.assert(
    fc.property(time, tokens, (each, text) => {
      expect(ours(each, text)).toBe(reference(each, text));
    }),
    { numRuns: 1000 },
  );
});

test("any date and any amount of a unit", () => {
  const unit = fc.constantFrom("years", "months", "weeks", "days", "hours", "minutes", "seconds");
  const amount = fc.oneof(
    fc.integer({ min: -5000, max: 5000 }),
    fc.double({ min: -50, max: 50, noNaN: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  fc.assert(
    fc.property(time, amount, unit, (each, number, name) => {
      const date = new Date(each).toISOString();
      const expected = add(new UTCDateMini(each), { [name]: number });
      if (Number.isNaN(expected.getTime())) failure("shiftDateUtc", date, number, name);
      else expect(call("shiftDateUtc", date, number, name)).toBe(expected.toISOString());
    }),
    { numRuns: 1000 },
  );
});
