/** Runs scripts/site-links.js on small sites. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FolderPerTest } from "../cli/temporary.ts";
import { root } from "./documents.ts";

const site = new FolderPerTest();

function check() {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/site-links.js"), site.path], {
    encoding: "utf8",
  });
  return { status, mistakes: stderr.split("\n").slice(0, -1) };
}

test("links to pages, IDs, files, and other sites", () => {
  site.write({
    "index.html": `<a href="guides/gate.html#fix-it">1</a><a href="#top">2</a><h1 id="top">3</h1><img src="media/a.svg?x">
      <a href="https://example.com">4</a><pre>&lt;a href="nowhere.html"></pre><script>"<a href='no'>"</script>`,
    "guides/gate.html": `<h2 id="fix-it">1</h2><a href="../index.html">2</a>`,
    "media/a.svg": "<svg/>",
  });
  expect(check()).toEqual({ status: 0, mistakes: [] });
});

test("broken links", () => {
  site.write({
    "index.html": `<a class="b" href="gate.html">1</a><a href="guides/">2</a><a href="guides/gate.html#fix">3</a>
      <img src="a.png"><script src="https://example.com/a.js"></script>`,
    "guides/gate.html": `<a href="/index.html">1</a>`,
  });
  expect(check()).toEqual({
    status: 1,
    mistakes: [
      "guides/gate.html: /index.html is not a file",
      "index.html: gate.html is not a file",
      "index.html: guides/ is not a file",
      "index.html: guides/gate.html#fix is not an ID of the page",
      "index.html: a.png is not a file",
      "index.html: https://example.com/a.js is on another site",
    ],
  });
});
