import { expect, test } from "vitest";
import { VariablesError } from "../../../src/garden/variables/error.ts";
import { parseYamlDocuments, placesIn, varfileRoot } from "../../../src/garden/variables/yaml.ts";
import type { Path } from "../../../src/yaml/node.ts";

test.each<[text: string, path: Path, inString: number | undefined, place: object]>([
  ["a: 1\nb:\n  - x\n  - yz\n", ["a"], undefined, { line: 1, column: 4, offset: 3 }],
  ["a: 1\nb:\n  - x\n  - yz\n", ["b", 1], undefined, { line: 4, column: 5, offset: 18 }],
  ["a: 1\nb:\n  - x\n  - yz\n", ["b", 1], 1, { line: 4, column: 6, offset: 19 }],
  ['{ "a": 1,\n  "b": "\u{1f600}x" }', ["b"], 2, { line: 2, column: 10, offset: 20 }],
  ['{ "a": 1, "a": 2 }', ["a"], undefined, {}],
  ["", ["a"], undefined, {}],
])("in %j, the place of %j", (text, path, inString, place) => {
  const placeOf = placesIn(text, () => varfileRoot(text));
  expect([placeOf(path, inString), placeOf(path, inString)]).toEqual([place, place]);
});

test.each([
  ["a: [1", "syntax", "f.yml:1:6: invalid YAML: "],
  ["a: 1\nsecret: 1\nsecret: 2", "syntax", "f.yml:3:1: invalid YAML: duplicate key"],
  ["a: &a [*a]", "limit", "f.yml:1:8: invalid YAML: "],
])("%j is refused", (text, code, message) => {
  const parse = () => parseYamlDocuments(text, "f.yml");
  expect(parse).toThrow(VariablesError);
  expect(parse).toThrow(expect.objectContaining({ code, file: "f.yml", message: expect.stringContaining(message) }));
});
