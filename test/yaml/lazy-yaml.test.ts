import { expect, test } from "vitest";
import { GARDEN } from "../../src/yaml/dialect.ts";
import { DocumentError } from "../../src/yaml/error.ts";
import { LazyNode } from "../../src/yaml/lazy-node.ts";
import { lazyYaml } from "../../src/yaml/lazy-yaml.ts";
import { nodeAt } from "../../src/yaml/node.ts";
import { parseYaml } from "../../src/yaml/parse.ts";

test("documents have their values at once, and their places in the whole text", () => {
  const text = "a: 1\n---\nb:\n- c: ${d}\n";
  const documents = lazyYaml(text, GARDEN);
  expect(documents.map(({ value }) => value)).toEqual([{ a: 1 }, { b: [{ c: "${d}" }] }]);
  expect(documents.every((document) => document instanceof LazyNode)).toBe(true);
  expect(documents[1]).toMatchObject({ kind: "mapping", start: 9, end: text.length - 1 });
  expect(nodeAt(documents[1]!, ["b", 0, "c"])).toMatchObject({ start: text.indexOf("$"), style: "plain" });
});

test("what is not simple is read with its places", () => {
  const text = "a: &b 1\n---\nc: 2\n";
  expect(lazyYaml(text, GARDEN)).toEqual(parseYaml(text, GARDEN));
  expect(() => lazyYaml("a: 1\n---\nb: *c\n", GARDEN)).toThrow(DocumentError);
});
