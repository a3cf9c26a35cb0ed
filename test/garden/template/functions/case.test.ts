import { describe, expect, test } from "vitest";
import { budgetOf } from "../../../../src/garden/template/functions/budget.ts";
import { callFunction } from "../../../../src/garden/template/functions/index.ts";
import { call, type Failure, failure, invalid, missing } from "./call.ts";

describe("lower, upper", () => {
  test.each([
    ["lower", "SomeMixedName", "somemixedname"],
    ["upper", "eu-west ß é", "EU-WEST SS É"],
    ["upper", "ﬁ", "FI"],
    ["lower", "İ", "i̇"],
  ])("%s(%j) is %j", (name, string, result) => expect(call(name, string)).toBe(result));

  test.each<[string, unknown[], Failure]>([
    ["upper", [""], invalid("string")],
    ["upper", [4], invalid("string")],
    ["lower", [null], invalid("string")],
    ["lower", [["a"]], invalid("string")],
    ["lower", [], missing("string")],
  ])("%s of %j fails", (name, args, expected) => expect(failure(name, ...args)).toMatchObject(expected));
});

test.each([
  ["eu-west alpha", "euWestAlpha", "eu-west-alpha"],
  ["SomeMixedName", "someMixedName", "some-mixed-name"],
  ["__eu-west_alpha__", "euWestAlpha", "eu-west-alpha"],
  ["--eu-west--alpha", "euWestAlpha", "eu-west-alpha"],
  ["HTTPServer", "httpServer", "http-server"],
  ["already-kebab", "alreadyKebab", "already-kebab"],
  ["v2Beta10", "v2Beta10", "v-2-beta-10"],
  ["a.b.c", "aBC", "a-b-c"],
  ["Ünï Çode", "uniCode", "uni-code"],
  ["x1y2", "x1Y2", "x-1-y-2"],
  ["eu-west's thing", "euWestsThing", "eu-wests-thing"],
  ["eu-west’s thing", "euWestsThing", "eu-wests-thing"],
  ["!!!", "", ""],
  ["ONE", "one", "one"],
  ["1st 2ND place", "1st2ndPlace", "1st-2nd-place"],
  ["straße Æsop", "strasseAesop", "strasse-aesop"],
  ["日本 go", "日本Go", "日本-go"],
  ["rocket🚀fuel", "rocket🚀Fuel", "rocket-🚀-fuel"],
  ["ABCDef", "abcDef", "abc-def"],
  ["AnotherName", "anotherName", "another-name"],
  ["__YET_ANOTHER_NAME__", "yetAnotherName", "yet-another-name"],
])("%j: camelCase %j, kebabCase %j", (string, camel, kebab) => {
  expect(call("camelCase", string)).toBe(camel);
  expect(call("kebabCase", string)).toBe(kebab);
});

describe.each(["camelCase", "kebabCase"])("%s", (name) => {
  test("takes text that is not empty", () => {
    expect(failure(name, "")).toMatchObject(invalid("string"));
    expect(failure(name, 4)).toMatchObject(invalid("string"));
    expect(failure(name)).toMatchObject(missing("string"));
  });

  test("counts the call, and each character, as a step", () => {
    const withSteps = (steps: number) => () => callFunction(name, ["four"], budgetOf({ steps }));
    expect(withSteps(5)()).toBe("four");
    expect(withSteps(4)).toThrow(expect.objectContaining({ name: "TemplateFunctionError", code: "limit-exceeded" }));
  });
});
