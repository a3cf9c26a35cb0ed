import { expect, test } from "vitest";
import { GARDEN } from "../../src/yaml/dialect.ts";
import type { Path } from "../../src/yaml/node.ts";
import { parseManifest } from "../../src/yaml/parse.ts";
import { offsetInText } from "../../src/yaml/places.ts";

const TEXT = `a: &text "x\\t\${b}"
alias: *text
map: &map { k: v }
mapAlias: *map
list: [1, two]
`;

/** The rest of the line at the offset of a path. */
function at(path: Path, inString?: number): string {
  const offset = offsetInText(TEXT, parseManifest(TEXT, GARDEN)[0]!, path, inString);
  return TEXT.slice(offset, TEXT.indexOf("\n", offset));
}

test.each<[Path, number | undefined, string]>([
  [[], undefined, 'a: &text "x\\t${b}"'],
  [["a"], undefined, '"x\\t${b}"'],
  [["a"], 2, '${b}"'],
  [["alias"], undefined, '"x\\t${b}"'],
  [["alias"], 2, '${b}"'],
  [["map"], undefined, "{ k: v }"],
  [["mapAlias"], undefined, "*map"],
  [["mapAlias", "k"], undefined, "v }"],
  [["list", 1], 1, "wo]"],
  // A missing value is at the nearest parent, and the offset in the string is ignored.
  [["list", 7], 1, "[1, two]"],
  [["a", "b", "c"], 2, '"x\\t${b}"'],
  [["nope"], 1, 'a: &text "x\\t${b}"'],
  // A number is not a string.
  [["list", 0], undefined, "1, two]"],
])("%j, offset %j: %s", (path, inString, text) => expect(at(path, inString)).toBe(text));
