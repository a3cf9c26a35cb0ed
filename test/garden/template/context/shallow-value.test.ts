import { expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../../src/garden/index.ts";
import { shallowValue } from "../../../../src/garden/template/context/lookup.ts";
import { Unresolved } from "../../../../src/garden/template/context/unresolved.ts";

const context = {
  text: "abc",
  none: null,
  list: ["x", { y: 1 }],
  map: { key: false, undefined },
  computed: () => ({ inner: () => "value", other: 1 }),
  missing: () => undefined,
  late: NOT_KNOWN_YET,
};

test.each<[keys: (string | number)[], value: unknown]>([
  [[], context],
  [["text"], "abc"],
  [["text", "length"], undefined],
  [["text", 0], undefined],
  [["none"], null],
  [["none", "key"], undefined],
  [["list", 0], "x"],
  [["list", 1, "y"], 1],
  [["list", 2], undefined],
  [["list", 2, "y"], undefined],
  [["map", "key"], false],
  [["map", "undefined", "more"], undefined],
  [["map", "other"], undefined],
  [["map", "toString"], undefined],
  [["constructor"], undefined],
  [["computed", "inner"], "value"],
  [["computed", "other"], 1],
  [["computed", "none"], undefined],
  [["missing"], undefined],
  [["missing", "key"], undefined],
])("%j leads to %j", (keys, value) => {
  expect(shallowValue(context, keys)).toEqual(value);
});

test("keys of a value that is not known yet are not known either", () => {
  expect(shallowValue(context, ["late"])).toBeInstanceOf(Unresolved);
  expect(shallowValue(context, ["late", "key", 1])).toBeInstanceOf(Unresolved);
});
