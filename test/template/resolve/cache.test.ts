import { expect, test } from "vitest";
import { resolveTemplateString } from "../../../src/index.ts";
import { cachedTemplate, forgetTemplates } from "../../../src/template/resolve/cache.ts";

test("a template is kept from its second use on", () => {
  forgetTemplates();
  const first = cachedTemplate("${a}");
  const second = cachedTemplate("${a}");
  expect(second).not.toBe(first);
  expect(cachedTemplate("${a}")).toBe(second);
  forgetTemplates();
  expect(cachedTemplate("${a}")).not.toBe(second);
});

test("one that is used stays, others are forgotten, so that the cache has a bound", () => {
  forgetTemplates();
  cachedTemplate("${used}");
  cachedTemplate("${idle}");
  const used = cachedTemplate("${used}");
  const idle = cachedTemplate("${idle}");
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 4_000; j++) cachedTemplate(`\${a} ${i} ${j}`);
    expect(cachedTemplate("${used}")).toBe(used);
  }
  expect(cachedTemplate("${idle}")).not.toBe(idle);
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
  const longest = ofLength(262_144 - 64);
  cachedTemplate(longest);
  expect(cachedTemplate(longest)).toBe(cachedTemplate(longest));
  const longer = ofLength(262_144 - 63);
  cachedTemplate(longer);
  expect(cachedTemplate(longer)).not.toBe(cachedTemplate(longer));
});

test("what is cached does not depend on the context", () => {
  for (const a of [1, 2, 3, 4]) expect(resolveTemplateString("<${a}>", { a })).toBe(`<${a}>`);
});
