import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fragmentOf, MAX_SIZE, readFragment, type Shared, SYNTAXES, TABS } from "../../docs/playground/permalink.ts";

const shared: Shared = { tab: "pod", text: "kind: Pod\n", profile: "design", world: "open" };

test("an existing link stays valid", async () => {
  const fragment = "1.FcjBCYAwDEDRVeSfO0GmcAAvlkQplqTUgoK4u_iO72GsGaGFkhh2D4SjuMo0hy5OovXYSjUEtbPsf13RqyJEM-f9AA";
  expect(await readFragment(fragment)).toEqual(shared);
});

test("a link contains all content", async () => {
  const anything = fc.record({
    tab: fc.constantFrom(...TABS),
    text: fc.string({ unit: "binary" }),
    context: fc.string(),
    syntax: fc.constantFrom(...SYNTAXES),
    profile: fc.constantFrom("design" as const, "kubelet" as const),
    world: fc.constantFrom("open" as const, "closed" as const),
  });
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      const fragment = await fragmentOf(value);
      expect(fragment).toMatch(/^1\.[-_A-Za-z0-9]+$/);
      expect(await readFragment(fragment)).toEqual(value);
    }),
    { numRuns: 10, seed: 20_261_131 },
  );
});

test("an empty fragment is not a link", async () => {
  expect(await readFragment("")).toBeUndefined();
});

const packed = (value: unknown) => `1.${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;

test.each([
  ["another version", "2.abc", "does not support the version"],
  ["no version", "panel-pod", "does not support the version"],
  ["not base64", "1.%%%", "damaged"],
  ["empty", "1.", "damaged"],
  ["not deflate", "1.abcd", "damaged"],
  ["truncated", packed(shared).slice(0, -8), "damaged"],
  ["not an object", packed(null), "damaged"],
  ["another tab", packed({ ...shared, tab: "x" }), "damaged"],
  ["text of another type", packed({ ...shared, text: 1 }), "damaged"],
  ["another profile", packed({ ...shared, profile: "__proto__" }), "damaged"],
  ["too much text in a small link", packed({ ...shared, text: "x".repeat(MAX_SIZE) }), "too long"],
])("a link that cannot be read: %s", async (_, fragment, message) => {
  await expect(readFragment(fragment)).rejects.toThrow(message);
});
