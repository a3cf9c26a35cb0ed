import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { fuzzCases, Random } from "../../../reference/random.ts";
import { call, failure, invalid } from "./call.ts";

describe("base64Encode", () => {
  test.each([
    ["eu-west alpha", "ZXUtd2VzdCBhbHBoYQ=="],
    ["é→😀", "w6nihpLwn5iA"],
    ["a", "YQ=="],
    ["\ud800", "77+9"],
    ["\0", "AA=="],
  ])("%j is %j", (string, result) => expect(call("base64Encode", string)).toBe(result));

  test("takes text that is not empty", () => {
    expect(failure("base64Encode", "")).toMatchObject(invalid("string"));
    expect(failure("base64Encode", 4)).toMatchObject(invalid("string"));
  });

  test("a long text", () => {
    const text = "é→😀x".repeat(50_000);
    expect(call("base64Encode", text)).toBe(Buffer.from(text).toString("base64"));
    expect(call("base64Decode", call("base64Encode", text))).toBe(text);
  });
});

describe("base64Decode", () => {
  test.each([
    ["aGVsbG8gd29ybGQ=", "hello world"],
    ["aGVsbG8gd29ybGQ", "hello world"],
    ["aGVs\nbG8g d29y\tbGQ=", "hello world"],
    ["w6nihpLwn5iA", "é→😀"],
    ["77u/YQ==", "\ufeffa"],
    ["_-__", "\ufffd\ufffd\ufffd"],
    ["!!!!", ""],
    ["YQ==Yg==", "a"],
    ["gA==", "\ufffd"],
    ["=", ""],
  ])("%j is %j", (string, result) => expect(call("base64Decode", string)).toBe(result));

  test("takes text that is not empty", () => {
    expect(failure("base64Decode", "")).toMatchObject(invalid("string"));
    expect(failure("base64Decode", 4)).toMatchObject(invalid("string"));
  });
});

test("both agree with Node's Buffer", () => {
  const seed = 20;
  const random = new Random(seed);
  for (let i = 0; i < fuzzCases(5000); i++) {
    let text = "";
    for (let length = 1 + random.below(12); length > 0; length--)
      text += random.pick([..."ABCabc019+/-_== \n.~éw6nih", "😀"]);
    const context = `seed ${seed}, case ${i}: ${JSON.stringify(text)}`;
    expect(call("base64Encode", text), context).toBe(Buffer.from(text).toString("base64"));
    // Node reads only the low byte of what is beyond Latin-1.
    const latin = text.replaceAll("😀", "é");
    expect(call("base64Decode", latin), context).toBe(Buffer.from(latin, "base64").toString("utf8"));
  }
});
