/** What the package `dotenv` reads is what `parseDotenv` and `readDotenvKey` must read. */
import assert from "node:assert/strict";
import dotenv from "dotenv";
import { parseDotenv, readDotenvKey } from "../../src/index.ts";

/**
 * @param names names to look up beside those that the file has
 * @param message of the error; by default, it shows both results
 */
export function assertReadAsDotenv(source: string | Buffer, names: readonly string[], message?: string): void {
  const expected = dotenv.parse(source);
  // dotenv itself loses this name.
  const { ["__proto__"]: _, ...found } = parseDotenv(source);
  assert.deepEqual(Object.entries(found), Object.entries(expected), message);
  for (const name of [...names, ...Object.keys(expected)]) {
    if (name === "__proto__") continue;
    const value = Object.hasOwn(expected, name) ? expected[name] : undefined;
    assert.equal(readDotenvKey(source, name), value, message);
  }
}
