/** Documents as text on standard output. */
import { expect, test } from "vitest";
import { jsonText, yamlText } from "../../../src/cli/frame/document-text.ts";

test("as JSON and as YAML", () => {
  expect(JSON.parse(jsonText([{ a: [1] }]))).toEqual({ a: [1] });
  expect(yamlText([{ a: [1] }, "b"])).toMatch(/^a:\n\s*- 1\n---\nb\n$/);
});

test("an error of a value's own stays as it is", () => {
  const failing = {
    get a() {
      throw new TypeError("of the value");
    },
  };
  expect(() => yamlText([failing])).toThrow(new TypeError("of the value"));
});
