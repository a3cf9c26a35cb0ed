import { expect, test } from "vitest";
import { checkFunction, checkList, checkObject, checkString, wrongArgument } from "../../src/text/argument.ts";

const ARGUMENTS: readonly [argument: unknown, type: string][] = [
  [null, "null"],
  [undefined, "undefined"],
  [["secret"], "a list"],
  [[], "a list"],
  [{ secret: 1 }, "an object"],
  [new Date(0), "an object"],
  [new Map(), "an object"],
  ["secret", "a string"],
  ["", "a string"],
  [5, "a number"],
  [5n, "a bigint"],
  [true, "a boolean"],
  [() => "secret", "a function"],
  [Symbol("secret"), "a symbol"],
];

test.each(ARGUMENTS)("the message shows the type of %o, and not its value", (argument, type) => {
  const error = wrongArgument("name", "a map", argument, "write {}");
  expect(error).toEqual(new TypeError(`name must be a map, not ${type}: write {}`));
  expect(wrongArgument("name", "a map", argument).message).toBe(`name must be a map, not ${type}`);
});

test.each([
  ["a string", checkString],
  ["an object", checkObject],
  ["a list", checkList],
  ["a function", checkFunction],
])("a check accepts only %s", (expected, check) => {
  for (const [argument, type] of ARGUMENTS) {
    if (type === expected) expect(check(argument, "name")).toBeUndefined();
    else expect(() => check(argument, "name")).toThrow(new TypeError(`name must be ${expected}, not ${type}`));
  }
});

test("the check of a function shows what to pass instead", () => {
  expect(() => checkFunction({}, "mapping", "call mappingFuncFor")).toThrow(
    new TypeError("mapping must be a function, not an object: call mappingFuncFor"),
  );
});
