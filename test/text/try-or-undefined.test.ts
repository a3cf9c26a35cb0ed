import { expect, test } from "vitest";
import { tryOrUndefined } from "../../src/text/try-or-undefined.ts";

const throws = (error: unknown) => () => {
  throw error;
};

test("returns the result, or undefined for an error of one of the classes", () => {
  expect(tryOrUndefined(() => "result", TypeError)).toBe("result");
  expect(tryOrUndefined(throws(new RangeError("x")), TypeError, RangeError)).toBeUndefined();
  expect(tryOrUndefined(throws(new RangeError("x")), Error)).toBeUndefined();
});

test.each([new SyntaxError("x"), new Error("x"), "text"])("throws %o again", (error) => {
  let thrown: unknown;
  try {
    tryOrUndefined(throws(error), TypeError, RangeError);
  } catch (caught) {
    thrown = caught;
  }
  expect(thrown).toBe(error);
});
