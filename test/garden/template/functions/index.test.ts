import { describe, expect, test } from "vitest";
import { callFunction, functionNames } from "../../../../src/garden/template/functions/index.ts";
import { failure } from "./call.ts";

describe("callFunction", () => {
  test("has every function of Garden's reference, and two casts", () => {
    expect([...functionNames()].sort()).toEqual(
      [
        ...["base64Decode", "base64Encode", "boolean", "camelCase", "concat", "formatDateUtc", "indent", "isEmpty"],
        ...["join", "jsonDecode", "jsonEncode", "kebabCase", "lower", "modifyDateUtc", "number", "range", "replace"],
        ...[
          "sha256",
          "shiftDateUtc",
          "slice",
          "split",
          "string",
          "trim",
          "upper",
          "uuidv4",
          "yamlDecode",
          "yamlEncode",
        ],
      ].sort(),
    );
  });

  test.each(["nofunc", "", "constructor", "__proto__", "toString", "Upper"])(
    "rejects %j as an unknown function",
    (name) => {
      const error = failure(name, "a");
      expect(error).toMatchObject({ code: "unknown-function", functionName: name, argument: undefined });
      expect(error.message).toMatch(/known: \w+, \w+, \w+, \w+, \w+ and 22 more|did you mean \w+\?/);
    },
  );

  test.each([
    [80, "x".repeat(80)],
    [81, `${"x".repeat(80)}…`],
  ])("of a function's name of %i characters, 80 are shown", (length, shown) => {
    expect(failure("x".repeat(length)).message).toMatch(new RegExp(`^no such helper function: ${shown} \\(known: `));
  });

  test("says which argument is missing, the first one first", () => {
    expect(failure("replace", "abc", "b")).toMatchObject({
      code: "missing-argument",
      functionName: "replace",
      argument: "replacement",
    });
    expect(failure("replace").argument).toBe("string");
    expect(failure("replace").message).toBe('replace: the argument "string" (number 1) is missing');
    expect(failure("replace", "abc", "b").message).toContain("(number 3)");
    expect(failure("upper", undefined)).toMatchObject({ code: "missing-argument", argument: "string" });
  });

  test("checks arguments in order: a wrong one before a missing one", () => {
    expect(failure("replace", 4)).toMatchObject({ code: "invalid-argument", argument: "string" });
    expect(failure("replace", "a", 4, 5)).toMatchObject({ code: "invalid-argument", argument: "substring" });
  });

  test.each<[string, unknown[], string]>([
    ["upper", [4], 'upper: the argument "string" must be a string'],
    ["upper", [""], 'upper: the argument "string" must not be empty'],
    ["replace", ["a", "b", 1], 'replace: the argument "replacement" must be a string'],
    ["concat", [1, 2], 'concat: the argument "arg1" must be a string or a list'],
    ["join", ["a,b", ","], 'join: the argument "input" must be a list'],
    ["slice", [4, 1], 'slice: the argument "input" must be a string or a list'],
    ["slice", ["", 1], 'slice: the argument "input" must not be empty'],
    ["slice", ["a", true], 'slice: the argument "start" must be a number or a string'],
    ["boolean", ["yes"], 'boolean: the argument "value" must be a boolean'],
    ["yamlDecode", ["a", 1], 'yamlDecode: the argument "multiDocument" must be a boolean'],
    ["range", ["a", 3], 'range: the argument "first" must be a number'],
    ["indent", ["a", 1.5], 'indent: the argument "spaces" must be a whole number'],
    ["number", ["1px"], 'number: the argument "value" must be a number, or a string with a decimal number'],
    ["range", [1e16, 3], 'range: the argument "first" must be a number between -9007199254740991 and 9007199254740991'],
    ["range", [1, -1e16], 'range: the argument "last" must be a number between -9007199254740991 and 9007199254740991'],
    ["isEmpty", [1], 'isEmpty: the argument "value" must be a string, a list, a map or null'],
    [
      "shiftDateUtc",
      ["2022", 1, "eons"],
      'shiftDateUtc: the argument "unit" must be one of years, months, weeks, days, hours, minutes, seconds',
    ],
    [
      "join",
      [["a", []], ","],
      'join: the argument "input" must contain only strings, finite numbers, booleans, and null (item 1 is something else)',
    ],
  ])("%s(%j): what an argument must be", (name, args, message) => {
    expect(failure(name, ...args).message).toBe(message);
  });

  test.each<[string, unknown[], string]>([
    ["concat", ["a", ["b"]], "concat: the arguments must be two lists or two strings, not one of each"],
    ["slice", ["abc", "x"], "slice: the start index must be a number, or a string that starts with one"],
    ["slice", ["abc", 1, "x"], "slice: the end index must be a number, or a string that starts with one"],
    ["indent", ["a", -1], "indent: the number of spaces must not be negative"],
    [
      "yamlDecode",
      ["a: 1\n---\nb: 2"],
      "yamlDecode: the text has 2 documents; pass true as the second argument to read them all",
    ],
    ["yamlEncode", ["a", true], "yamlEncode: the value must be a list to be written as several documents"],
    [
      "formatDateUtc",
      ["2022-13-01", "yyyy"],
      "formatDateUtc: the date must be in ISO 8601 format, such as 2022-03-04T05:06:07Z",
    ],
    ["modifyDateUtc", ["2022", 1e15, "days"], "modifyDateUtc: the result is outside the range of dates"],
  ])("%s(%j): why a call fails", (name, args, message) => {
    expect(failure(name, ...args)).toMatchObject({ code: "function-failed", message, argument: undefined });
  });

  test("ignores arguments beyond those the function has", () => {
    expect(callFunction("base64Encode", ["a", "b"])).toBe("YQ==");
    expect(callFunction("concat", [["a"], ["b"], ["c"]])).toEqual(["a", "b"]);
  });

  test("never puts an argument's value into a message", () => {
    const secret = "hunter2-is-secret";
    for (const error of [
      failure("jsonDecode", `{"password": ${secret}}`),
      failure("yamlDecode", `password: [${secret}`),
      failure("yamlDecode", `a: {b: ${secret}\nc: d`),
      failure("formatDateUtc", secret, "yyyy"),
      failure("formatDateUtc", "2022-03-04", secret),
      failure("shiftDateUtc", secret, 1, "days"),
      failure("shiftDateUtc", "2022-03-04", 1, secret),
      failure("slice", "abc", secret),
      failure("indent", "abc", secret),
      failure("number", secret),
      failure("boolean", secret),
      failure("join", secret, ","),
      failure("yamlEncode", secret, true),
    ]) {
      expect(error.message).not.toContain("hunter2");
    }
  });
});
