/** The configuration of the site. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { BENCHMARK, DOCUMENTS, GENERATED, pageOf, root, titleOf } from "../pages.js";
import { anchorOf, commandsOnly, documentsAsPages, wrappedMessages } from "./markdown.js";

/** How much the search prefers the pages of a folder. */
const RELEVANCE = { guides: 4, commands: 4, rules: 3 };

/** A group without a link has a button in a button. */
const sidebar = [
  ...Object.entries(DOCUMENTS).map(([text, [overview, ...paths]]) => ({
    text,
    link: linkOf(pageOf(overview)),
    collapsed: text !== "Guides",
    items: paths.map((path) => ({ text: titleOf(path), link: linkOf(pageOf(path)) })),
  })),
  { text: "API", link: "/api/", collapsed: true, items: apiItems() },
];

export default defineConfig({
  title: "varexpand",
  description: "Find the $(NAME) and ${NAME} references that your cluster would silently leave unexpanded.",
  lang: "en-US",
  srcDir: root,
  srcExclude: ["{assembly,bench,coverage,scripts,src,test}/**", "build/!(site-pages)/**", "README.md"],
  outDir: join(root, "build/site"),
  cacheDir: join(root, "build/site-cache"),
  rewrites: (path) => pageOf(path) ?? path,
  ignoreDeadLinks: ["/playground", "/benchmark"],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: anchorOf },
    codeTransformers: [wrappedMessages, commandsOnly],
    config: documentsAsPages,
  },
  // The index of the search, which is loaded with the first search.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    nav: [
      { text: "Guides", link: "/guides/", activeMatch: "^/guides/" },
      { text: "Commands", link: "/commands/", activeMatch: "^/commands/" },
      { text: "Rules", link: "/rules/", activeMatch: "^/rules/" },
      { text: "API", link: "/api/", activeMatch: "^/api/" },
      { text: "Benchmarks", link: "/benchmarks" },
      ...(existsSync(join(root, BENCHMARK)) ? [{ text: "Last run", link: "/benchmark.html", target: "_self" }] : []),
      { text: "Playground", link: "/playground.html", target: "_self" },
    ],
    sidebar,
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        detailedView: true,
        miniSearch: { searchOptions: { boostDocument: boostOf(RELEVANCE) } },
      },
    },
  },
});

/**
 * Prefers pages to their sections. The search runs in the browser, so this function is sent there as text, without the names
 * of this module.
 */
function boostOf(relevance) {
  const ofFolder = `${JSON.stringify(relevance)}[id.split("/")[1]] ?? 1`;
  return new Function("id", "term", "fields", `return (${ofFolder}) * (fields.titles.length === 0 ? 3 : 1)`);
}

function apiItems() {
  const file = join(root, GENERATED, "api/navigation.json");
  const entries = JSON.parse(readFileSync(file, "utf8"));
  return entries.map(({ title, path, children }) => ({
    text: title,
    link: linkOf(`api/${path}`),
    collapsed: true,
    items: children.map((child) => ({ text: child.title, link: linkOf(`api/${child.path}`) })),
  }));
}

function linkOf(page) {
  return `/${page.replace(/(?:(?<=^|\/)index)?\.md$/, "")}`;
}
