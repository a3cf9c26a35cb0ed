import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
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
  });

  test("takes text that is not empty", () => {
    expect(failure("sha256", 4)).toMatchObject(invalid("string"));
    expect(failure("sha256", "")).toMatchObject(invalid("string"));
  });
});

describe("sha256 changes its means once much is hashed", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** The texts that Node's own function hashes, if there is one. */
  async function hashedByNode(hash: unknown, texts: readonly string[]): Promise<string[]> {
    vi.resetModules();
    const { callFunction } = await import("../../../src/template/functions/index.ts");
    const seen: string[] = [];
    const spy = (algorithm: string, text: string) => {
      seen.push(text);
      return (hash as (algorithm: string, text: string) => string)(algorithm, text);
    };
    const crypto = hash === undefined ? {} : { hash: spy };
    vi.stubGlobal("process", { ...process, getBuiltinModule: () => crypto });
    for (const text of texts) {
      expect(callFunction("sha256", [text])).toBe(createHash("sha256").update(text).digest("hex"));
    }
    return seen;
  }

  const node = (algorithm: string, text: string) => createHash(algorithm).update(text).digest("hex");
  const lone = "\ud800a\udfff";

  test("little is hashed without it", async () => {
    expect(await hashedByNode(node, ["a", lone, "b".repeat(4000)])).toEqual([]);
  });

  test("much is hashed with it, by and by", async () => {
    expect(await hashedByNode(node, ["a".repeat(8000), "bcd", lone, "c".repeat(200), lone])).toEqual([
      lone,
      "c".repeat(200),
      lone,
    ]);
  });

  test("each text counts 64 more, and 8192 are hashed without it", async () => {
    expect(await hashedByNode(node, ["a".repeat(8192 - 64)])).toEqual([]);
    expect(await hashedByNode(node, ["a".repeat(8193 - 64)])).toEqual(["a".repeat(8193 - 64)]);
    expect(await hashedByNode(node, ["a".repeat(4096 - 64), "b".repeat(4096 - 64), "c"])).toEqual(["c"]);
  });

  test("and at once", async () => {
    const long = "é→😀".repeat(5000);
    expect(await hashedByNode(node, [long, "a"])).toEqual([long, "a"]);
  });

  test("a runtime without it never asks again", async () => {
    expect(await hashedByNode(undefined, ["a".repeat(10_000), lone, "b".repeat(10_000)])).toEqual([]);
  });
});

describe("uuidv4", () => {
  test("is a version 4 UUID, each time another", () => {
    const first = call("uuidv4");
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(call("uuidv4")).not.toBe(first);
  });
});
