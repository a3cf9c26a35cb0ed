import { expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../src/index.ts";
import { shallowValue } from "../../../src/template/context/shallow-value.ts";
import { Unresolved } from "../../../src/template/context/unresolved.ts";

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

test("what stands below a value that is not known yet is not known, too", () => {
  expect(shallowValue(context, ["late"])).toBeInstanceOf(Unresolved);
  expect(shallowValue(context, ["late", "key", 1])).toBeInstanceOf(Unresolved);
});
