/** The difference that `varexpand lint --diff` prints. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unifiedDiff } from "../../../../src/cli/commands/lint/fixes.ts";
import { pod } from "../../../lint/looked.ts";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const many = Array.from({ length: 1200 }, (_, i) => `line ${i}`);

test.each<[title: string, before: string, after: string]>([
  ["lines that move", "a\nb\nc\nd\ne\nf\ng\nh\ni\n", "b\na\nc\nd\ne\nf\ng\nh\ni2\n"],
  ["no line break at the end", "a\nb", "b\na"],
  ["carriage returns", "a\r\nb\r\nc\n", "b\r\na\r\nc\n"],
  ["more differences than are compared", many.join("\n"), many.toReversed().join("\n")],
])("git applies it: %s", (_, before, after) => {
  const file = folder.file("a.yaml", before);
  const input = unifiedDiff("a.yaml", before, after);
  const { status } = spawnSync("git", ["apply", "--whitespace=nowarn"], { cwd: folder.path, input });
  expect({ status, text: readFileSync(file, "utf8") }).toEqual({ status: 0, text: after });
});

test("carriage returns are kept at the ends of lines, and other invisible characters are escaped", async () => {
  const text = pod("env:\n- {name: URL, value: x$(HOST)} # \u202e\n- {name: HOST, value: db}");
  const changes = async (source: string) => {
    const { output } = await runInMemory(["lint", "--diff", folder.file("a.yaml", source)]);
    return output.split("\n").slice(3, -1);
  };
  const lines = await changes(text);
  expect(lines).toContain("+    - {name: URL, value: x$(HOST)} # \\u202e");
  expect(await changes(text.replaceAll("\n", "\r\n"))).toEqual(lines.map((line) => `${line}\r`));
});

test("three lines around a change are shown, and changes that are further apart are separate", () => {
  const lines = (...changed: readonly number[]) =>
    Array.from({ length: 20 }, (_, i) => (changed.includes(i) ? `new ${i}\n` : `${i}\n`)).join("");
  expect(unifiedDiff("k/a.yaml", lines(), lines(4, 18))).toBe(`--- a/k/a.yaml
+++ b/k/a.yaml
@@ -2,7 +2,7 @@
 1
 2
 3
-4
+new 4
 5
 6
 7
@@ -16,5 +16,5 @@
 15
 16
 17
-18
+new 18
 19
`);
});
