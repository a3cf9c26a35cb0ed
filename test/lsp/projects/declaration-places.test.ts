/** Where something of a project is declared. */
import { expect, test } from "vitest";
import type { SourcePlace } from "../../../src/garden/variables/error.ts";
import type { ProjectSnapshot } from "../../../src/lsp/projects/project-snapshot.ts";
import { declarationPlace } from "../../../src/lsp/projects/template-symbols.ts";
import { GARDEN } from "../../../src/yaml/dialect.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { marked, shown } from "../marked.ts";

/** The place for a value's place, which `‸` marks. */
function placeIn(written: string, keys: readonly string[], isDotenv: boolean): string | undefined {
  const { at, text } = marked(written);
  const snapshot = {
    textOf: (file: string) => (file === "a" ? text : undefined),
    documentAt: () => (isDotenv ? undefined : { file: "a", root: parseManifest(text, GARDEN)[0]!, where: "a" }),
  } as Partial<ProjectSnapshot> as ProjectSnapshot;
  const found = declarationPlace(snapshot, { file: "a", line: 1, column: 1, offset: at }, keys);
  expect(found!.file).toBe("a");
  return shown(text, found!.range!);
}

test.each([
  ["HOST=‸db", ["HOST"], "1:1 HOST"],
  ["A=1\nHOST=‸db\n", ["HOST"], "2:1 HOST"],
  ["A=1\rHOST=‸db\r", ["HOST"], "1:5 HOST"],
  ["A=1\r\n  export HOST = ‸'db'\r\n", ["HOST"], "2:10 HOST"],
  ["db=‸db", ["db"], "1:1 db"],
  ["HOST=1\nPORT=‸2", ["HOST"], "2:6 "],
  ["HOST=‸1", [], "1:6 "],
  ["A=1\nHOST=‸\nB=2", ["HOST"], "2:1 HOST"],
  ["A=1\rHOST=‸\rB=2", ["HOST"], "1:5 HOST"],
])("a line of a dotenv file, %j %j: %s", (text, keys, place) => {
  expect(placeIn(text, keys, true)).toBe(place);
});

test.each([
  ["a: ‸1", ["a"], "1:1 a"],
  ["a:\n  b: ‸1", ["a", "b"], "2:3 b"],
  // A mapping begins with its first key.
  ["a:\n  ‸b: {c: 1}", ["a"], "1:1 a"],
  ["x:\n- name: n\n  a: ‸1", ["x", "a"], "3:3 a"],
  // Where the key is not found, the line up to a comment.
  ["a: ‸b c # d", ["x"], "1:4 b c"],
  ["a: ‸b\nc: d", [], "1:4 b"],
])("a value of a document, %j %j: %s", (text, keys, place) => {
  expect(placeIn(text, keys, false)).toBe(place);
});

test("variables that are not in a file, or in a missing file, do not have a position", () => {
  const snapshot = {
    textOf: (file) => (file === "gone" ? undefined : "a"),
  } as Partial<ProjectSnapshot> as ProjectSnapshot;
  for (const place of [{ offset: 1 }, { file: "gone", offset: 1 }, { file: "a" }]) {
    expect(declarationPlace(snapshot, place as SourcePlace, ["a"])).toBeUndefined();
  }
});
