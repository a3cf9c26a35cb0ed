import { expect, test } from "vitest";
import { lazyJsonObject } from "../../src/manifest/lazy-json.ts";
import { manifestParts } from "../../src/manifest/parts.ts";
import { LazyNode, PlaceDemand } from "../../src/yaml/lazy-node.ts";
import { nodeAt } from "../../src/yaml/node.ts";
import { bytesOf } from "../reference/byte-source.ts";

test("whose places are asked for, the next ones are read with theirs, and after some the next without", () => {
  const demand = new PlaceDemand();
  const read = () => lazyJsonObject('{"a": 1}', 0, 1, demand);
  expect(read()!.value).toEqual({ a: 1 });
  expect(read()!.entries[0]!.node.start).toBe(6);
  for (let i = 0; i < 32; i++) expect(read()).toBeUndefined();
  expect(read()!.value).toEqual({ a: 1 });
  expect(read()!.value).toEqual({ a: 1 });
});

const isLazy = (node: object) => node instanceof LazyNode;

test("documents of YAML have places when somebody asks for them", () => {
  const parts = manifestParts(bytesOf('# é\na:\n- b: "x"\n---\nc: 1\n---\nd: *none\n'));
  const next = () => parts.next().value!;
  const first = next();
  expect([first.text, first.start, first.duplicates]).toEqual(['# é\na:\n- b: "x"\n', { line: 1, column: 1 }, []]);
  const [document] = first.documents;
  expect(document!.value).toEqual({ a: [{ b: "x" }] });
  expect(isLazy(document!)).toBe(true);
  expect(document).toMatchObject({ kind: "mapping", start: 4, end: 15, size: 6 });
  expect(nodeAt(document!, ["a", 0, "b"])).toMatchObject({ kind: "scalar", value: "x", start: 12, end: 15 });
  const second = next();
  expect([second.text, second.start]).toEqual(["---\nc: 1\n", { line: 4, column: 1 }]);
  expect(second.documents[0]!.value).toEqual({ c: 1 });
  expect(isLazy(second.documents[0]!)).toBe(false);
  expect(next).toThrow("the alias has no anchor before it");
});
