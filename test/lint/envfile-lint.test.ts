/** The comment that names the program that reads an env file. */
import { expect, test } from "vitest";
import { dialectInComment } from "../../src/lint/envfile-lint.ts";

test.each([
  ["# varexpand-dialect: kep\n", "kep"],
  ["A=1\n \t# \tvarexpand-dialect: \tcompose", "compose"],
  ["#varexpand-dialect:dotenv\r\nA=1", "dotenv"],
  ["# varexpand-dialect: kubectl, because", "kubectl"],
  ["# varexpand-dialect: kep\n# varexpand-dialect: compose", "kep"],
  ["# varexpand-dialect: docker", "docker"],
  ["# varexpand-dialect: kepler", undefined],
  ["# varexpand-dialect kep", undefined],
  ["# varexpand-dialect:\nkep", undefined],
  ["# x varexpand-dialect: kep", undefined],
  ["A=1 # varexpand-dialect: kep", undefined],
  ["", undefined],
])("the dialect of %j: %s", (text, dialect) => {
  expect(dialectInComment(text)).toBe(dialect);
});
