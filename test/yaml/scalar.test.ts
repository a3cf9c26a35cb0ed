import { describe, expect, test } from "vitest";
import { DocumentError } from "../../src/yaml/error.ts";
import { numberKey, resolvePlain, resolveTagged } from "../../src/yaml/scalar.ts";
import { tagName } from "../../src/yaml/tags.ts";

describe("plain scalars have the values that Kubernetes reads", () => {
  test.each<[unknown, string[]]>([
    [true, ["true", "True", "TRUE", "yes", "Yes", "YES", "y", "Y", "on", "On", "ON"]],
    [false, ["false", "False", "FALSE", "no", "No", "NO", "n", "N", "off", "Off", "OFF"]],
    [null, ["", "~", "null", "Null", "NULL"]],
    [0, ["0", "-0", "+0", "0x0", "00"]],
    [15, ["15", "+15", "0xf", "0XF", "017", "0o17", "0b1111", "1_5", "15."]],
    [-15, ["-15", "-0xf", "-017", "-0b1111"]],
    [8, ["08", "8.0", "8e0", "0.8e1", "80E-1"]],
    [0.5, [".5", "+.5", "5e-1"]],
    [1000, ["1_e3", "1_000", "1_0_0_0."]],
    [9007199254740991, ["9007199254740991", "0x1fffffffffffff"]],
    [9007199254740992n, ["9007199254740992", "+0x20000000000000"]],
    [2n ** 63n - 1n, ["9_223_372_036_854_775_807", "+9223372036854775807", "+0x7fffffffffffffff"]],
    [-(2n ** 63n), ["-9223372036854775808", "-0x8000000000000000", `-0b1${"0".repeat(63)}`]],
    [2n ** 64n - 1n, ["18446744073709551615", "0xffffffffffffffff", `0b${"1".repeat(64)}`, "01777777777777777777777"]],
    // In digits that no integer type holds, only a decimal number is a float.
    [2 ** 63, ["+9223372036854775808"]],
    [-(2 ** 63), ["-9223372036854775809"]],
    [2 ** 64, ["18446744073709551616"]],
    [2e21, ["02000000000000000000000"]],
    [1e20, ["100000000000000000000", "1e20", "1e+20"]],
    [Number.POSITIVE_INFINITY, [".inf", "+.Inf", ".INF"]],
    [Number.NEGATIVE_INFINITY, ["-.inf"]],
    [Number.NaN, [".nan", ".NaN", ".NAN"]],
  ])("%s", (value, texts) => {
    for (const text of texts) expect(resolvePlain(text), JSON.stringify(text)).toBe(value);
  });

  test.each([
    "text",
    "tRUE",
    "yES",
    "nULL",
    "oN",
    "1.2.3",
    "10.0.0.1",
    "1:30",
    "2026-01-02",
    "0x",
    "0b2",
    "0xg",
    "0X",
    "0b",
    "-0B",
    "0o",
    "+0O",
    "0o8",
    "0x_",
    "1e",
    "e1",
    "-",
    "+",
    ".",
    "..",
    "-.",
    "_1",
    "1a",
    "0.5f",
    "._5",
    ".5_",
    ".5__0",
    "0x10000000000000000",
    "+0xffffffffffffffff",
    "-0x8000000000000001",
    `0b${"1".repeat(65)}`,
    ".Nan",
    "+.nan",
    "<<",
    "$(A)",
    "100m",
    "1Gi",
    "v1",
    "é",
  ])("%j is a string", (text) => {
    expect(resolvePlain(text)).toBe(text);
  });
});

test.each<[string, number[]]>([
  ["0", [0, -0, 1e-50]],
  ["-1", [-1]],
  ["1234567", [1_234_567]],
  ["9007199254740992", [2 ** 53]],
  ["18446744073709549568", [2 ** 64 - 2048]],
  ["1.8446744e+19", [2 ** 64]],
  ["-1.8446744e+19", [-(2 ** 64)]],
  ["1e+21", [1e21]],
  ["3.4028235e+38", [3.4028234663852886e38]],
  [".inf", [1e39, Number.POSITIVE_INFINITY]],
  ["-.inf", [-1e39, Number.NEGATIVE_INFINITY]],
  [".nan", [Number.NaN]],
  ["0.1", [0.1, 0.1000000001]],
  ["0.33333334", [1 / 3]],
  ["-0.5", [-0.5]],
  ["1.25", [1.25]],
  ["0.0001", [0.0001]],
  ["0.00012", [0.00012]],
  ["9.9e-05", [0.000099]],
  ["-1.5e-10", [-1.5e-10]],
  ["1e-45", [1e-45]],
  ["999999.5", [999_999.5]],
  ["1.0000005e+06", [1_000_000.5]],
])("a key that is a number has the name %s, as Go prints it with 32 bits", (name, values) => {
  expect(values.map(numberKey)).toEqual(values.map(() => name));
});

describe("values with a tag", () => {
  test.each([
    ["1", "!!str", "1"],
    ["1", "!", "1"],
    ["1", "!mine", "1"],
    ["1", "!<tag:yaml.org,2002:str>", "1"],
    ["1", "!<tag:yaml.org,2002:int>", 1],
    ["0x1f", "!!int", 31],
    ["1", "!!float", 1],
    ["yes", "!!bool", true],
    ["~", "!!null", null],
    ["1_000", "!!int", 1000],
    ["18446744073709551615", "!!int", 2n ** 64n - 1n],
    ["-.inf", "!!float", Number.NEGATIVE_INFINITY],
    ["", "!!null", null],
    ["", "!!binary", ""],
    ["w6k=", "!!binary", "é"],
    ["YQ==", "!!binary", "a"],
    ["fj5+fj8/", "!!binary", "~>~~??"],
    ["YW\nJj\r\n", "!!binary", "abc"],
    ["77u/YQ==", "!!binary", "\ufeffa"],
    ["/w==", "!!binary", "\ufffd"],
    ["2026-01-02", "!!timestamp", "2026-01-02"],
    ["2000-02-29", "!!timestamp", "2000-02-29"],
    ["0001-1-1 23:59:59.9", "!!timestamp", "0001-1-1 23:59:59.9"],
    ["2001-12-14t1:2:3.10-05:00", "!!timestamp", "2001-12-14t1:2:3.10-05:00"],
    ["2001-12-14T1:2:3Z", "!!timestamp", "2001-12-14T1:2:3Z"],
  ])("%j %s", (text, tag, value) => {
    expect(resolveTagged(text, tagName(tag, new Map()), 0)).toBe(value);
  });

  test.each([
    ["a", "!!int", "the value does not match its tag !!int"],
    ["1.5", "!!int", "the value does not match its tag !!int"],
    ["1", "!!bool", "the value does not match its tag !!bool"],
    ["1", "!!null", "the value does not match its tag !!null"],
    ["a", "!!float", "the value does not match its tag !!float"],
    ["1.0", "!!int", "the value does not match its tag !!int"],
    ["", "!!int", "the value does not match its tag !!int"],
    ...["2001-02-29", "2001-00-01", "2001-13-01", "2001-12-14 24:00:00", "2001-1-1 23:60:00", "2001-1-1 23:59:60"].map(
      (text): [string, string, string] => [text, "!!timestamp", "the value does not match its tag !!timestamp"],
    ),
    ["2001-12-14T1:2:3", "!!timestamp", "the value does not match its tag !!timestamp"],
    ["?", "!!binary", "this !!binary value is not base64"],
    ["YWI", "!!binary", "this !!binary value is not base64"],
    ["YQ=", "!!binary", "this !!binary value is not base64"],
    ["Y Q==", "!!binary", "this !!binary value is not base64"],
    ["_w==", "!!binary", "this !!binary value is not base64"],
  ])("%j %s is an error", (text, tag, message) => {
    expect(() => resolveTagged(text, tagName(tag, new Map()), 3)).toThrow(new DocumentError("bad-tag", message, 3));
  });
});
