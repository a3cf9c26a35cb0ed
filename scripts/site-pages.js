/**
 * Checks pages of the site in Chromium: node scripts/site-pages.js FOLDER
 *
 * In the light and the dark theme, on a desktop and on a phone, axe must not find anything, no page may be wider than the
 * window, all links of the bar must be visible, every request must succeed, and messages in console blocks must not be cut
 * off. The search must list documents before the names of the API.
 *
 * Without Chromium, it prints a message, and fails only if REQUIRE_TOOLS is set.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const PAGES = [
  "index.html",
  "guides/index.html",
  "guides/gate.html",
  "guides/scale.html",
  "rules/use-before-declaration.html",
  "architecture.html",
  "library.html",
  "functions/varexpand.expand.html",
  "classes/varexpand.Environment.html",
  "benchmark.html",
];
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
/** Queries, and the page that the search must list first. */
const SEARCHES = {
  "env file": "guides/env-files.html",
  events: "guides/events.html",
  stream: "guides/streams.html",
  unknown: "guides/unknowns.html",
  "which api": "guides/which-api.html",
  lost: "rules/lost-dollar.html",
};

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);
if (executablePath === undefined) {
  console.log("the pages are not checked: Chromium is not installed");
  process.exit(process.env.REQUIRE_TOOLS ? 1 : 0);
}

const folder = pathToFileURL(`${resolve(process.argv[2])}/`).href;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
const mistakes = [];

for (const colorScheme of ["light", "dark"]) {
  for (const viewport of WINDOWS) {
    const context = await browser.newContext({ colorScheme, viewport });
    const view = await context.newPage();
    for (const page of PAGES) {
      const report = (mistake) => mistakes.push(`${page} (${colorScheme}, ${viewport.width} px): ${mistake}`);
      const onFailure = (request) => {
        if (request.failure().errorText !== "net::ERR_ABORTED") report(`cannot load ${request.url()}`);
      };
      view.on("requestfailed", onFailure);
      await view.goto(folder + page, { waitUntil: "load" });
      view.off("requestfailed", onFailure);
      for (const mistake of await view.evaluate(mistakesOnPage)) report(mistake);
      await view.evaluate(axe);
      for (const mistake of await view.evaluate(findingsOfAxe)) report(mistake);
    }
    await context.close();
  }
}
for (const [query, page] of Object.entries(SEARCHES)) {
  const first = await firstResult(query);
  if (first !== folder + page) mistakes.push(`searching for "${query}" lists ${first} first, not ${page}`);
}
await browser.close();

for (const mistake of mistakes) console.error(mistake);
console.log(`${PAGES.length} pages in Chromium, ${mistakes.length} mistakes`);
process.exitCode = mistakes.length > 0 ? 1 : 0;

/** Runs in the page. */
function mistakesOnPage() {
  const found = [];
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide`);
  for (const link of document.querySelectorAll(".site-bar a")) {
    const { left, right } = link.getBoundingClientRect();
    if (left < 0 || right > clientWidth) found.push(`the link "${link.textContent}" of the bar is outside the window`);
  }
  for (const line of document.querySelectorAll("pre .message")) {
    if (line.scrollWidth > line.parentElement.parentElement.clientWidth) found.push(`"${line.textContent}" is cut off`);
  }
  return found;
}

/** Runs in the page. */
async function findingsOfAxe() {
  // Otherwise, axe requests the style sheets again, which fails for files.
  const { violations } = await globalThis.axe.run({ preload: false });
  return violations.map(({ id, nodes }) => `axe: ${id}: ${nodes.map(({ target }) => target).join(", ")}`);
}

async function firstResult(query) {
  const context = await browser.newContext({ viewport: WINDOWS[0] });
  const view = await context.newPage();
  await view.goto(`${folder}index.html`);
  await view.click("#tsd-search-trigger");
  await view.fill("#tsd-search-input", query);
  const result = view.locator("#tsd-search-results a").first();
  const href = await result.evaluate((link) => link.href.replace(/#.*/, ""));
  await context.close();
  return href;
}
