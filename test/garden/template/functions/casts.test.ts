import { describe, expect, test } from "vitest";
import { call, failure, invalid, missing } from "./call.ts";

describe("string", () => {
  test.each([
    [4, "4"],
    [true, "true"],
    ["eu-west", "eu-west"],
    ["", ""],
    [1.5, "1.5"],
    [1e21, "1e+21"],
    [null, "null"],
    [["eu-west", "alpha"], "eu-west,alpha"],
    [[["a", null], {}], "a,,[object Object]"],
    [{ a: 1 }, "[object Object]"],
  ])("%j is %j", (value, result) => expect(call("string", value)).toBe(result));

  test("needs a value", () => expect(failure("string")).toMatchObject(missing("value")));
});

describe("number", () => {
  test.each([
    ["123", 123],
    [" -1.5 ", -1.5],
    ["+.5", 0.5],
    ["1e3", 1000],
    ["007", 7],
    ["0", 0],
    [4.25, 4.25],
  ])("%j is %j", (value, result) => expect(call("number", value)).toBe(result));

  test.each([
    "",
    " ",
    "1px",
    "0x1F",
    "0b1",
    "Infinity",
    "NaN",
    "1e400",
    "1_000",
    "1,5",
    "--1",
    "e",
    null,
    true,
    [1],
    {},
  ])("%j is not a quantity", (value) => expect(failure("number", value)).toMatchObject(invalid("value")));

  test("beyond what a number holds exactly, the message says where the ends are", () => {
    expect(failure("shiftDateUtc", "2026-01-01T00:00:00Z", 2 ** 60, "days").message).toContain(
      "must be a number between -9007199254740991 and 9007199254740991",
    );
  });
});

describe("boolean", () => {
  test.each([
    ["true", true],
    ["false", false],
    ["TRUE", true],
    [true, true],
    [false, false],
  ])("%j is %j", (value, result) => expect(call("boolean", value)).toBe(result));

  test.each(["", "yes", "1", " true", "truex", 0, 1, null, []])("rejects %j as a boolean", (value) =>
    expect(failure("boolean", value)).toMatchObject(invalid("value")),
  );
});
