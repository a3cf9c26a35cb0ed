import { expect, test } from "vitest";
import { compileText } from "../../../src/index.ts";

test.each(["$A $A", "${A} ${A}"])("plain references look a variable up once: %s", (text) => {
  const names: string[] = [];
  const lookup = (name: string) => {
    names.push(name);
    return "1";
  };
  expect(compileText(text, { syntax: "envsubst" }).expand(lookup)).toBe("1 1");
  expect(names).toEqual(["A"]);
});
