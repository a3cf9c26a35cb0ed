/** What a dotenv file means, rule by rule. */
import dotenv from "dotenv";
import { expect, test } from "vitest";
import { parseDotenv, readDotenvKey } from "../../src/index.ts";
import { casesOf } from "../fixtures.ts";

test.each(casesOf("envfile/dotenv.md", "Rules"))("%s", (given) => {
  const file = given.file("env");
  const expected = given.pairs("variables");
  expect(Object.entries(parseDotenv(file))).toEqual(Object.entries(expected));
  expect(dotenv.parse(file)).toEqual(expected);
  for (const name of [...Object.keys(expected), "none"]) {
    expect(readDotenvKey(file, name)).toBe(Object.hasOwn(expected, name) ? expected[name] : undefined);
  }
});

test("names that mean something to JavaScript are ordinary", () => {
  const variables = parseDotenv("__proto__=a\nconstructor=b\n__proto__=c");
  expect(Object.getPrototypeOf(variables)).toBe(Object.prototype);
  expect(Object.entries(variables)).toEqual([
    ["__proto__", "c"],
    ["constructor", "b"],
  ]);
  expect(readDotenvKey("__proto__=a", "__proto__")).toBe("a");
  expect(readDotenvKey("A=1", "toString")).toBeUndefined();
  expect(readDotenvKey("A=1", "")).toBeUndefined();
});

test("more assignments than one batch of records", () => {
  let file = "";
  for (let i = 0; i < 10_000; i++) file += `N${i} = 'é${i}' # it's\n`;
  const variables = parseDotenv(file);
  expect(Object.keys(variables)).toHaveLength(10_000);
  expect(variables.N9999).toBe("é9999");
  expect(parseDotenv(new TextEncoder().encode(file))).toEqual(variables);
});
