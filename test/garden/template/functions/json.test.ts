import { describe, expect, test, vi } from "vitest";
import { call, type Failure, failed, failure, failureWithin, invalid, missing, tooLarge } from "./call.ts";

describe("jsonEncode", () => {
  test.each([
    [{ primary: "gamma", backup: 7 }, '{"primary":"gamma","backup":7}'],
    [["eu-west", "alpha"], '["eu-west","alpha"]'],
    ["eu-west", '"eu-west"'],
    ["", '""'],
    ['a"b\n', '"a\\"b\\n"'],
    [1.5, "1.5"],
    [true, "true"],
    [null, "null"],
    [[1, [2, null]], "[1,[2,null]]"],
    [1 / 0, "null"],
    [-0, "0"],
    [{ a: undefined, b: [undefined] }, '{"b":[null]}'],
    [new Date("2022-01-01"), '"2022-01-01T00:00:00.000Z"'],
    [JSON.parse('{"__proto__": {"x": 1}, "toJSON": 2}'), '{"__proto__":{"x":1},"toJSON":2}'],
  ])("%j is %j", (value, result) => expect(call("jsonEncode", value)).toBe(result));

  test("refuses what is too large, too deep or in itself", () => {
    expect(failure("jsonEncode")).toMatchObject(missing("value"));
    let shared: unknown[] = ["x"];
    for (let i = 0; i < 60; i++) shared = [shared, shared];
    expect(failureWithin(1_000_000, "jsonEncode", shared)).toMatchObject(tooLarge);
    const loop: Record<string, unknown> = {};
    loop.a = { b: loop };
    expect(failure("jsonEncode", loop)).toMatchObject(tooLarge);
    expect(failureWithin(10, "jsonEncode", "a".repeat(9))).toMatchObject(tooLarge);
    expect(failure("jsonEncode", nestedMaps(1001))).toMatchObject(tooLarge);
    expect(failure("jsonEncode", 1n)).toMatchObject(failed);
  });
});

describe("jsonDecode", () => {
  test.each([
    ['{"primary": [1, "eu-west", null]}', { primary: [1, "eu-west", null] }],
    ['"eu-west"', "eu-west"],
    ["4", 4],
    [" [ ] ", []],
    ['{"a":1,"a":2}', { a: 2 }],
    ["1e400", Number.POSITIVE_INFINITY],
  ])("%j is %j", (string, result) => expect(call("jsonDecode", string)).toEqual(result));

  test.each<[unknown[], Failure]>([
    [[4], invalid("string")],
    [[""], invalid("string")],
    [[" "], failed],
    [["{"], failed],
    [["{'a': 1}"], failed],
    [["[1,]"], failed],
    [["NaN"], failed],
    [["[".repeat(1001) + "]".repeat(1001)], tooLarge],
  ])("%.50j fails", (args, expected) => expect(failure("jsonDecode", ...args)).toMatchObject(expected));

  test.each([
    ["{'a': 1}", "jsonDecode: the text is not valid JSON (at offset 1)"],
    ["{", "jsonDecode: the text is not valid JSON (at offset 1)"],
    ["[1,\n2", "jsonDecode: the text is not valid JSON (at offset 5)"],
    ["NaN", "jsonDecode: the text is not valid JSON"],
    ["x in JSON at position 5", "jsonDecode: the text is not valid JSON"],
  ])("%j: %s", (string, message) => expect(failure("jsonDecode", string).message).toBe(message));

  test.each([
    ["Unterminated string in JSON at position 12 (line 3 column 14)", " (at offset 12)"],
    ["Unexpected end of JSON input", ""],
    ["Unexpected token h in JSON at position 0: hunter2", ""],
    // No place is taken from what an engine quotes of the text.
    ['Unexpected token h in "hunter2 in JSON at position 5 (line 1 column 6)"', ""],
  ])("the place is taken from the end of an engine's message: %s", (ofEngine, place) => {
    const parse = vi.spyOn(JSON, "parse").mockImplementationOnce(() => {
      throw new SyntaxError(ofEngine);
    });
    expect(failure("jsonDecode", "hunter2").message).toBe(`jsonDecode: the text is not valid JSON${place}`);
    parse.mockRestore();
  });

  test("__proto__ is an ordinary key", () => {
    const result = call("jsonDecode", '{"__proto__": {"polluted": 1}, "constructor": 2, "": 3}') as object;
    expect(Object.keys(result)).toEqual(["__proto__", "constructor", ""]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect("polluted" in result).toBe(false);
  });

  test("depth 1000 is read and written", () => {
    expect(call("jsonEncode", nestedMaps(1000))).toBe(`${'{"a":'.repeat(999)}{}${"}".repeat(999)}`);
    expect(call("jsonEncode", call("jsonDecode", "[".repeat(1000) + "]".repeat(1000)))).toHaveLength(2000);
  });
});

/** So many maps, each in the one before. */
function nestedMaps(depth: number): object {
  let map = {};
  for (let i = 1; i < depth; i++) map = { a: map };
  return map;
}
