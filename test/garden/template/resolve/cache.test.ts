import { expect, test } from "vitest";
import { cachedTemplate, forgetTemplates } from "../../../../src/garden/template/resolve/cache.ts";
import { resolveTemplateString } from "../../../../src/index.ts";

test("a template is kept from its second use on", () => {
  forgetTemplates();
  const first = cachedTemplate("${a}");
  const second = cachedTemplate("${a}");
  expect(second).not.toBe(first);
  expect(cachedTemplate("${a}")).toBe(second);
  forgetTemplates();
  expect(cachedTemplate("${a}")).not.toBe(second);
});

test("all are dropped when the cache is full, so that it has a bound", () => {
  forgetTemplates();
  cachedTemplate("${used}");
  const used = cachedTemplate("${used}");
  cachedTemplate(`\${a}${"x".repeat(524_288 - 64 - 4 - (64 + "${used}".length))}`);
  expect(cachedTemplate("${used}")).toBe(used);
  cachedTemplate("${another}");
  expect(cachedTemplate("${used}")).not.toBe(used);
});

test("a very long template is not kept", () => {
  forgetTemplates();
  const long = `\${a}${"x".repeat(1_000_000)}`;
  cachedTemplate(long);
  expect(cachedTemplate(long)).not.toBe(cachedTemplate(long));
});

test("a template is kept that fills the cache by itself, and none that is longer", () => {
  const ofLength = (length: number) => `\${a}${"x".repeat(length - 4)}`;
  forgetTemplates();
  const longest = ofLength(524_288 - 64);
  cachedTemplate(longest);
  expect(cachedTemplate(longest)).toBe(cachedTemplate(longest));
  const longer = ofLength(524_288 - 63);
  cachedTemplate(longer);
  expect(cachedTemplate(longer)).not.toBe(cachedTemplate(longer));
});

test("what is cached does not depend on the context", () => {
  for (const a of [1, 2, 3, 4]) expect(resolveTemplateString("<${a}>", { a })).toBe(`<${a}>`);
});
