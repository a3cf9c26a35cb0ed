import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fragmentOf, LARGEST, readFragment, type Shared, TABS } from "../../docs/playground/permalink.ts";

const shared: Shared = { tab: "pod", text: "kind: Pod\n", profile: "design", world: "open" };

test("a link of today is a link for ever", async () => {
  const fragment = "1.FcjBCYAwDEDRVeSfO0GmcAAvlkQplqTUgoK4u_iO72GsGaGFkhh2D4SjuMo0hy5OovXYSjUEtbPsf13RqyJEM-f9AA";
  expect(await readFragment(fragment)).toEqual(shared);
});

test("whatever is shown comes back", async () => {
  const anything = fc.record({
    tab: fc.constantFrom(...TABS),
    text: fc.string({ unit: "binary" }),
    context: fc.string(),
    profile: fc.constantFrom("design" as const, "kubelet" as const),
    world: fc.constantFrom("open" as const, "closed" as const),
  });
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      const fragment = await fragmentOf(value);
      expect(fragment).toMatch(/^1\.[-_A-Za-z0-9]+$/);
      expect(await readFragment(fragment)).toEqual(value);
    }),
    { numRuns: 10 },
  );
});

test("no fragment is no link", async () => {
  expect(await readFragment("")).toBeUndefined();
});

const packed = (value: unknown) => `1.${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;

test.each([
  ["another version", "2.abc", "of a version that this page does not know"],
  ["no version", "panel-pod", "of a version that this page does not know"],
  ["no base64", "1.%%%", "damaged"],
  ["nothing", "1.", "damaged"],
  ["no deflate", "1.abcd", "damaged"],
  ["cut", packed(shared).slice(0, -8), "damaged"],
  ["no object", packed(null), "damaged"],
  ["another tab", packed({ ...shared, tab: "x" }), "damaged"],
  ["a text of another type", packed({ ...shared, text: 1 }), "damaged"],
  ["another profile", packed({ ...shared, profile: "__proto__" }), "damaged"],
  ["too much in little", packed({ ...shared, text: "x".repeat(LARGEST) }), "more than this page shows"],
])("a link that cannot be read: %s", async (_, fragment, message) => {
  await expect(readFragment(fragment)).rejects.toThrow(message);
});
