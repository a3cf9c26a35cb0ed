import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { call, failure, invalid } from "./call.ts";

describe("sha256", () => {
  test.each([
    ["eu-west", "50121d0943b9ac9b30075c43f0daf046c67062007cd9a68cc553fffb804f1e4c"],
    ["é", "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ])("%j is %s", (string, result) => expect(call("sha256", string)).toBe(result));

  test("agrees with Node at every length around a block", () => {
    for (let length = 1; length < 200; length++) {
      const text = "é".repeat(length >> 1) + "a".repeat(length);
      expect(call("sha256", text)).toBe(createHash("sha256").update(text).digest("hex"));
    }
    expect(call("sha256", "\ud800a\udfff")).toBe(createHash("sha256").update("\ufffda\ufffd").digest("hex"));
  });

  test("takes text that is not empty", () => {
    expect(failure("sha256", 4)).toMatchObject(invalid("string"));
    expect(failure("sha256", "")).toMatchObject(invalid("string"));
  });
});

describe("uuidv4", () => {
  test("is a version 4 UUID, each time another", () => {
    const first = call("uuidv4");
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(call("uuidv4")).not.toBe(first);
  });
});
