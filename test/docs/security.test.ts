/** SECURITY.md names tests for each guarantee. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./documents.ts";

const [, guarantees = "", tests = ""] = readFileSync(join(root, "SECURITY.md"), "utf8").split(
  /^## (?:Guarantees|How it is tested|Not guaranteed)$/m,
);
const titles = [...guarantees.matchAll(/^\*\*(.*?)\.?\*\*/gm)].map(([, title]) => title!);
const entries = new Map(
  [...tests.matchAll(/^- \*\*(.*?)\*\*: ((?:.|\n {2})*)/gm)].map(([, title, text]) => [title!, text!]),
);
const files = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" }).map((name) => `test/${name}`);

test("the same guarantees are described and tested", () => {
  expect(titles.length).toBeGreaterThan(10);
  expect([...entries.keys()]).toEqual(titles);
});

test.each(titles)("%s: the named tests exist", (title) => {
  const named = Array.from(entries.get(title)!.matchAll(/`([\w./-]+\.(?:test\.ts|js))`/g), ([, name]) => name!);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual([]);
});
