import { mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { secureJoin } from "../../../../src/kubernetes/pod/volumes/volume-files.ts";
import { fuzzCases, Random } from "../../../reference/random.ts";

const noLinks = () => undefined;

test.each([
  ["a/b", "a/b"],
  ["", ""],
  ["/", ""],
  ["a//b/./c/", "a/b/c"],
  ["../../a/../..", ""],
  ["../../etc/passwd", "etc/passwd"],
  ["...", "..."],
  ["a/../../b", "b"],
])("without links, %j is %j", (path, joined) => {
  expect(secureJoin(path, noLinks)).toBe(joined);
});

test.each([
  [4096, ""],
  [4097, "a".repeat(4097)],
])("at a path of %d characters, links are followed up to the longest that Linux has", (length, joined) => {
  expect(secureJoin("a".repeat(length), (path) => (path.length === length ? "/" : undefined))).toBe(joined);
});

test("no link leads out, whatever it says", () => {
  const random = new Random(7);
  const parts = ["a", "b", "..", ".", "", "c"];
  const text = () =>
    (random.below(3) === 0 ? "/" : "") +
    Array.from({ length: random.below(5) + 1 }, () => random.pick(parts)).join("/");
  for (let i = 0; i < fuzzCases(5000); i++) {
    const links = new Map<string, string>();
    for (let link = random.below(4); link > 0; link--)
      links.set(random.pick(["a", "b", "a/b", "a/c", "b/a/c"]), text());
    const joined = secureJoin(text(), (path) => links.get(path));
    if (joined === undefined) continue;
    const all = joined === "" ? [] : joined.split("/");
    expect(all.filter((part) => part === "" || part === "." || part === "..")).toEqual([]);
    all.forEach((_, end) => {
      expect(links.has(all.slice(0, end + 1).join("/"))).toBe(false);
    });
  }
});

/** Within a volume the operating system follows links in the same way, as long as they stay inside. */
const root = realpathSync(mkdtempSync(join(tmpdir(), "secure-join-")));
afterAll(() => rmSync(root, { recursive: true }));

test.each<[path: string, links: Record<string, string>]>([
  ["ln/f", { ln: "d" }],
  ["d/ln/../f", { "d/ln": "../e/g" }],
  ["e/ln", { "e/ln": "../d/f" }],
  ["x/y", { x: "y2", y2: "e", "e/y": "g/../../d/f" }],
])("%s with %j is where the file system finds it", (path, links) => {
  const volume = mkdtempSync(join(root, "v-"));
  for (const file of ["d/f", "e/f", "e/g/f", "d/y"]) {
    mkdirSync(join(volume, dirname(file)), { recursive: true });
    writeFileSync(join(volume, file), "");
  }
  for (const [link, target] of Object.entries(links)) symlinkSync(target, join(volume, link));
  const joined = secureJoin(path, (at) => {
    try {
      return readlinkSync(join(volume, at));
    } catch {
      return undefined;
    }
  });
  expect(join(volume, joined!)).toBe(realpathSync.native(`${volume}/${path}`));
});
