import { expect, test } from "vitest";
import { wrongArgument } from "../../src/text/argument.ts";

test.each([
  [null, "null"],
  [undefined, "undefined"],
  [["secret"], "a list"],
  [{ secret: 1 }, "an object"],
  [new Date(0), "an object"],
  ["secret", "a string"],
  [5, "a number"],
  [5n, "a bigint"],
  [true, "a boolean"],
  [() => "secret", "a function"],
  [Symbol("secret"), "a symbol"],
])("the message shows the type of %o, and not its value", (argument, type) => {
  const error = wrongArgument("name", "a map", argument, "write {}");
  expect(error).toEqual(new TypeError(`name must be a map, not ${type}: write {}`));
  expect(wrongArgument("name", "a map", argument).message).toBe(`name must be a map, not ${type}`);
});
