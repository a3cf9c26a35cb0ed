import { describe, expect, test } from "vitest";
import { NamedObjects } from "../../../../src/kubernetes/pod/sources/named-objects.ts";

/** With so many more objects, they are found by an index. */
describe.each([0, 20])("with %i more objects", (count) => {
  const more = Array.from({ length: count }, (_, i) => ({ metadata: { name: `other-${i}`, namespace: "shop" } }));
  const first = { metadata: { name: "db", namespace: "shop" } };
  const last = { metadata: { name: "db", namespace: "shop" } };
  const elsewhere = { metadata: { name: "db", namespace: "bank" } };
  const nowhere = { metadata: { name: "cache" } };
  const unnamed = {};
  const list = [first, elsewhere, nowhere, ...more, last, unnamed];

  test("of several with one name, the last counts", () => {
    expect(new NamedObjects(list, true).get("shop", "db")).toBe(last);
  });

  test("a namespace of its own is not mixed up with another", () => {
    const objects = new NamedObjects(list, true);
    expect(objects.get("bank", "db")).toBe(elsewhere);
    expect(objects.get("bank", "cache")).toBeUndefined();
    expect(objects.get("shop", "cache")).toBeUndefined();
  });

  test("a namespace that is not written is unknown in a manifest, and default in a cluster", () => {
    expect(new NamedObjects(list, true).get("", "cache")).toBe(nowhere);
    expect(new NamedObjects(list, true).get("default", "cache")).toBeUndefined();
    expect(new NamedObjects(list, false).get("default", "cache")).toBe(nowhere);
  });

  test("without a name, the name is empty", () => {
    expect(new NamedObjects(list, true).get("", "")).toBe(unnamed);
  });

  test("an object may be in a namespace if one of the two is not known", () => {
    const objects = new NamedObjects(list, true);
    expect(objects.mayHave("shop", "cache")).toBe(true);
    expect(objects.mayHave("", "db")).toBe(true);
    expect(objects.mayHave("bank", "db")).toBe(false);
    expect(objects.mayHave("", "nothing")).toBe(false);
  });
});
