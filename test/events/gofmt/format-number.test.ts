import { expect, test } from "vitest";
import { formatFloat } from "../../../src/events/gofmt/format-number.ts";

test.each([
  [0, undefined, "0x0p+00"],
  [-0, undefined, "-0x0p+00"],
  [0, 2, "0x0.00p+00"],
  [1, undefined, "0x1p+00"],
  [2 ** -1074, 1, "0x1.0p-1074"],
])("%f in hexadecimal, with a precision of %j", (value, precision, text) => {
  expect(formatFloat(value, { verb: "x", ...(precision !== undefined && { precision }) })).toBe(text);
});
