import { describe, expect, test } from "vitest";
import { DocumentError } from "../../src/yaml/error.ts";
import { resolvePlain, resolveTagged } from "../../src/yaml/scalar.ts";
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
    [1e20, ["100000000000000000000", "1e20", "1e+20"]],
    [Number.POSITIVE_INFINITY, [".inf", "+.Inf", ".INF"]],
    [Number.NEGATIVE_INFINITY, ["-.inf"]],
    [Number.NaN, [".nan", ".NaN", ".NAN"]],
  ])("%j", (value, texts) => {
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
    ["w6k=", "!!binary", "é"],
    ["2026-01-02", "!!timestamp", "2026-01-02"],
  ])("%j %s", (text, tag, value) => {
    expect(resolveTagged(text, tagName(tag, new Map()), 0)).toBe(value);
  });

  test.each([
    ["a", "!!int", "the value does not match its tag !!int"],
    ["1.5", "!!int", "the value does not match its tag !!int"],
    ["1", "!!bool", "the value does not match its tag !!bool"],
    ["1", "!!null", "the value does not match its tag !!null"],
    ["a", "!!float", "the value does not match its tag !!float"],
    ["?", "!!binary", "this !!binary value is not base64"],
  ])("%j %s is an error", (text, tag, message) => {
    expect(() => resolveTagged(text, tagName(tag, new Map()), 3)).toThrow(new DocumentError("bad-tag", message, 3));
  });
});
