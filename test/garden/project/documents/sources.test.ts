import { expect, test } from "vitest";
import { Sources } from "../../../../src/garden/project/documents/sources.ts";

test("a source has one number, however often it is asked for", () => {
  const sources = new Sources();
  const [first, second] = [{ file: "a.yml" }, { file: "b.yml" }];
  expect(sources.pathIn(first, ["x"])).toEqual([0, "x"]);
  expect(sources.pathIn(second)).toEqual([1]);
  expect(sources.pathIn(first)).toEqual([0]);
  expect(sources.placeAt([1, "x"])).toEqual({ file: "b.yml" });
});
