import { expect, test } from "vitest";
import { cachedTemplate, forgetTemplates, TemplateCache } from "../../../../src/garden/template/resolve/cache.ts";
import { DEFAULT_LANGUAGE } from "../../../../src/garden/template/syntax/language.ts";
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

test.each(["new", "cleared"])(
  "a generation holds what fills it, and is closed by one unit more, in a %s cache",
  (kind) => {
    const ofSize = (size: number, end: string) => `\${a}${"x".repeat(size - 64 - 4 - end.length)}${end}`;
    const stays = (filling: number) => {
      const cache = new TemplateCache(DEFAULT_LANGUAGE);
      if (kind === "cleared") {
        cache.find("${b}");
        cache.clear();
      }
      cache.find("${a}");
      const template = cache.find("${a}");
      // Two templates that cannot be in one generation: if the first one closes that of `${a}`, the second one closes the next.
      cache.find(ofSize(filling, "1"));
      cache.find(ofSize(262_000, "2"));
      return cache.find("${a}") === template;
    };
    const rest = 262_144 - (64 + "${a}".length);
    expect([stays(rest), stays(rest + 1)]).toEqual([true, false]);
  },
);

test("what is cached does not depend on the context", () => {
  for (const a of [1, 2, 3, 4]) expect(resolveTemplateString("<${a}>", { a })).toBe(`<${a}>`);
});
