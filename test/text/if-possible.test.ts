import { expect, test } from "vitest";
import { ifPossible } from "../../src/text/if-possible.ts";

const throws = (error: unknown) => () => {
  throw error;
};

test("returns the result, or undefined for an error of one of the classes", () => {
  expect(ifPossible(() => "result", TypeError)).toBe("result");
  expect(ifPossible(throws(new RangeError("x")), TypeError, RangeError)).toBeUndefined();
  expect(ifPossible(throws(new RangeError("x")), Error)).toBeUndefined();
});

test.each([new SyntaxError("x"), new Error("x"), "text"])("throws %o again", (error) => {
  let thrown: unknown;
  try {
    ifPossible(throws(error), TypeError, RangeError);
  } catch (caught) {
    thrown = caught;
  }
  expect(thrown).toBe(error);
});
