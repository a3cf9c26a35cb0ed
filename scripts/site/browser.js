/** Checks pages of the site in Chromium: accessibility, width, the copy buttons, and the search. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

export const PAGES = [
  "",
  "guides/",
  "guides/gate.html",
  "guides/env-files.html",
  "guides/which-api.html",
  "commands/pod.html",
  "rules/",
  "rules/use-before-declaration.html",
  "architecture.html",
  "benchmarks.html",
  "api/varexpand/functions/expand.html",
  "api/varexpand/classes/Environment.html",
];
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
/** Queries, and the page or the part of a page that the search must list first. */
const SEARCHES = {
  "env file": "/guides/env-files.html",
  events: "/guides/events.html",
  unknown: "/guides/unknowns.html",
  "which api": "/guides/which-api.html",
  explain: "/commands/explain.html",
  "--placeholders": "/commands/expand.html#--placeholders",
  "omit-startup-variables": "/commands/run.html#--omit-startup-variables",
  "lost-dollar": "/rules/lost-dollar.html",
  compileText: "/api/varexpand/functions/compileText.html",
};
/** Pages with a console block, and what its copy button copies. */
const COPIES = {
  "": "varexpand lint examples/shop.yaml\nvarexpand explain examples/shop.yaml cronjob/report PERIOD",
  "commands/explain.html": "varexpand explain examples/shop.yaml DATABASE_URL",
};

const EXECUTABLES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Returns a message for each mistake, or undefined if Chromium is not installed. */
export async function mistakesInBrowser(address) {
  const executablePath = EXECUTABLES.find((path) => existsSync(path));
  if (executablePath === undefined) return undefined;
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const browser = await chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
  const mistakes = [];
  for (const colorScheme of ["light", "dark"]) {
    for (const viewport of WINDOWS) {
      const context = await browser.newContext({ colorScheme, viewport, reducedMotion: "reduce" });
      const view = await context.newPage();
      let page = "";
      const report = (mistake) => mistakes.push(`/${page} (${colorScheme}, ${viewport.width} px): ${mistake}`);
      view.on("requestfailed", (request) => {
        if (request.failure().errorText !== "net::ERR_ABORTED") report(`cannot load ${request.url()}`);
      });
      view.on("response", (response) => response.status() >= 400 && report(`${response.status()} ${response.url()}`));
      view.on("pageerror", (error) => report(error.message));
      for (page of PAGES) {
        await view.goto(address + page, { waitUntil: "load" });
        await view.waitForFunction(() => document.querySelector("#app").__vue_app__ !== undefined);
        const width = await view.evaluate(() => document.documentElement.scrollWidth);
        if (width > viewport.width) report(`the page is ${width} px wide`);
        await view.evaluate(axe);
        for (const mistake of await view.evaluate(findingsOfAxe)) report(mistake);
      }
      page = "";
      if (colorScheme === "light") for (const mistake of await mistakesOfUse(view, address)) report(mistake);
      await context.close();
    }
  }
  const context = await browser.newContext({
    viewport: WINDOWS[0],
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const view = await context.newPage();
  for (const [page, expected] of Object.entries(COPIES)) {
    await view.goto(address + page, { waitUntil: "networkidle" });
    await view.locator(".language-console").first().hover();
    await view.locator(".language-console > button.copy").first().click();
    const copied = await view.evaluate(() => navigator.clipboard.readText());
    if (copied.trimEnd() !== expected) mistakes.push(`/${page}: the copy button copies ${JSON.stringify(copied)}`);
  }
  await browser.close();
  return mistakes;
}

/** Runs in the page. */
async function findingsOfAxe() {
  const { violations } = await globalThis.axe.run();
  return violations.map(({ id, nodes }) => `axe: ${id}: ${nodes.map(({ target }) => target).join(", ")}`);
}

/** Searches, as a user of a window of this width does, and opens a page from the menu. */
async function mistakesOfUse(view, address) {
  const mistakes = [];
  for (const [query, expected] of Object.entries(SEARCHES)) {
    await view.goto(address, { waitUntil: "networkidle" });
    await view.locator(".DocSearch-Button, .VPNavBarSearchButton").first().click();
    await view.fill("#localsearch-input", query);
    const result = view.locator(".VPLocalSearchBox .result").first();
    await result.waitFor({ timeout: 10_000 }).catch(() => undefined);
    await view.waitForTimeout(300);
    const href = (await result.count()) === 0 ? "nothing" : await result.getAttribute("href");
    if (!href.startsWith(expected)) mistakes.push(`searching for "${query}" lists ${href} first, not ${expected}`);
    await view.keyboard.press("Escape");
  }
  return mistakes;
}
