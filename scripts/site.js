/**
 * Builds the documentation as a site that does not require a server: build/site/index.html.
 *
 *   README, guides, references, rules, API    TypeDoc, from README.md, docs/, and the public names of src/
 *   benchmark.html                            build/bench.html, which `npm run bench` writes
 *   playground.html                           scripts/playground.js
 *
 * If there is no benchmark, a page says so in its place. Exits with 1 if TypeDoc reports a warning. scripts/site-links.js checks
 * the links, and scripts/site-pages.js checks the pages in a browser.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import {
  Application,
  Comment,
  CommentTag,
  Converter,
  DefaultTheme,
  JSX,
  KindRouter,
  PageEvent,
  ReflectionKind,
  TSConfigReader,
} from "typedoc";

const root = join(import.meta.dirname, "..");
process.chdir(root);
const out = "build/site";
const style = "docs/site/style.css";
const bench = "build/bench.html";

/** The documents by heading, in the order of the navigation. */
const DOCUMENTS = {
  Guides: ["docs/guides/README.md", ...linkedFrom("docs/guides/README.md")],
  Reference: [
    "docs/library.md",
    "docs/lint.md",
    "docs/garden.md",
    "docs/architecture.md",
    "docs/abi.md",
    "docs/benchmarks.md",
    "examples/worker/README.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
  ],
  "Rules of lint": ["docs/rules/README.md", ...linkedFrom("docs/rules/README.md")],
};

const paths = Object.values(DOCUMENTS).flat();
const HIGHLIGHTED = [
  "console",
  "docker",
  "ini",
  "json",
  "javascript",
  "lua",
  "shellscript",
  "toml",
  "typescript",
  "yaml",
];

/**
 * How much the search prefers documents to the names of the API. TypeDoc's search multiplies the score of an equal name by
 * 10, so a guide needs more.
 */
const RELEVANCE = { Guides: 30, Reference: 10, "Rules of lint": 10 };

/** The bar at the top of every page except the playground. */
const BAR = {
  varexpand: "index.html",
  Guides: "guides/index.html",
  Rules: "rules/index.html",
  API: "modules/varexpand.html",
  Benchmark: "benchmark.html",
  Playground: "playground.html",
};

/** Pages have the names of their files: docs/guides/gate.md is guides/gate.html. */
class SiteRouter extends KindRouter {
  getIdealBaseName(reflection) {
    if (!reflection.isDocument()) return super.getIdealBaseName(reflection);
    return pathOf(reflection)
      .replace(/^docs\//, "")
      .replace(/README\.md$/, "index.md")
      .replace(/\.md$/, "");
  }
}

class SiteTheme extends DefaultTheme {
  /** Moves the link of the API to the first entry below it, because a link in a collapsible heading cannot be focused. */
  buildNavigation(project) {
    return super.buildNavigation(project).map((entry) => {
      const [api] = entry.text === "API" ? entry.children : [];
      return api === undefined
        ? entry
        : { ...entry, children: [{ ...api, text: "All names", children: undefined }, ...api.children] };
    });
  }
}

/** The entries of the package, by the names of their modules. */
const ENTRIES = {
  index: "varexpand",
  kubernetes: "varexpand/pod",
  garden: "varexpand/template",
  envfile: "varexpand/envfile",
  dotenv: "varexpand/dotenv",
};

const app = await Application.bootstrap(
  {
    tsconfig: "tsconfig.build.json",
    out,
    projectDocuments: paths,
    router: "site",
    theme: "site",
    lightHighlightTheme: "github-light-high-contrast",
    customCss: style,
    headings: { readme: false, document: false },
    navigation: { includeGroups: true, includeCategories: false },
    groupOrder: [...Object.keys(DOCUMENTS), "API", "Functions", "Classes", "*"],
    searchInDocuments: true,
    hideGenerator: true,
    disableSources: true,
    highlightLanguages: HIGHLIGHTED,
    // Other languages are not highlighted.
    ignoredHighlightLanguages: languagesIn(["README.md", ...paths]).filter((name) => !HIGHLIGHTED.includes(name)),
    validation: { notExported: true, invalidLink: true, invalidPath: true, notDocumented: true },
    treatValidationWarningsAsErrors: true,
    treatWarningsAsErrors: true,
    logLevel: "Warn",
  },
  [new TSConfigReader()],
);
app.renderer.defineRouter("site", SiteRouter);
app.renderer.defineTheme("site", SiteTheme);
app.renderer.on(PageEvent.END, (page) => {
  page.contents = accessible(page.contents);
});

const pathOf = (document) => relative(root, document.project.files.getReflectionPath(document));

app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
  const text = document.content.map((part) => part.text).join("");
  document.name = /^# (.*)$/m.exec(text)[1].replaceAll("`", "");
  const path = pathOf(document);
  const group = Object.keys(DOCUMENTS).find((group) => DOCUMENTS[group].includes(path));
  document.frontmatter.group = group;
  document.relevanceBoost = RELEVANCE[group];
});

app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
  for (const module of context.project.getChildrenByKind(ReflectionKind.Module)) {
    module.name = ENTRIES[module.name];
    module.comment = new Comment([], [new CommentTag("@group", [{ kind: "text", text: "API" }])]);
  }
});

app.renderer.hooks.on("body.begin", (context) =>
  JSX.createElement(
    "nav",
    { class: "site-bar", "aria-label": "Site" },
    ...Object.entries(BAR).map(([name, url]) => JSX.createElement("a", { href: context.relativeURL(url) }, name)),
  ),
);

const project = await app.convert();
if (project === undefined) process.exit(1);
app.validate(project);
await app.generateDocs(project, out);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);

writeFileSync(
  join(out, "benchmark.html"),
  withHistory(existsSync(bench) ? withBar(readFileSync(bench, "utf8")) : absent("Benchmark")),
);
if (!existsSync(bench)) console.log(`benchmark.html: ${bench} does not exist; npm run bench writes it`);
execFileSync(process.execPath, ["scripts/playground.js", join(out, "playground.html")]);
console.log(`wrote ${out}/index.html`);

/**
 * Adds what TypeDoc's pages lack: icons that load from the disk (TypeDoc's script adds them to the page), landmarks,
 * collapsible headings without links in them, heading levels without gaps, tables that can be scrolled with the keyboard,
 * and console blocks in which messages wrap, but not the rows of tables.
 */
function accessible(page) {
  let level = 0;
  return page
    .replace('<div class="col-content">', '<main class="col-content">')
    .replace('</div>\n<div class="col-sidebar">', '</main>\n<aside class="col-sidebar" aria-label="Contents">')
    .replace("</nav></div></div></div><footer>", "</nav></div></aside></div><footer>")
    .replaceAll(/href="[^"]*icons\.svg(?=#icon-)/g, 'href="')
    .replaceAll(/<summary\b.*?<\/summary>/gs, (summary) => summary.replace(/<a href.*?<\/a>/s, ""))
    .replaceAll(/<h([1-6])\b/g, (heading, number) => {
      level = Math.min(Number(number), level + 1);
      return level < Number(number) ? `${heading} aria-level="${level}"` : heading;
    })
    .replaceAll("<table>", '<table tabindex="0">')
    .replaceAll(/(?<=<code class="console">).*?\n?(?=<\/code>)/gs, (block) => {
      const lines = block.trimEnd().split("<br/>");
      const gapsIn = (line) => line.replaceAll(/<[^>]*>/g, "").match(/\S {2,}(?=\S)/g)?.length ?? 0;
      const hasTable = lines.some((line) => gapsIn(line) > 2);
      const spans = lines.map(
        (line) => `<span class="${hasTable && gapsIn(line) > 0 ? "row" : "message"}">${line}</span>`,
      );
      return spans.join("\n");
    });
}

/** The documents in the same folder that a document links to, in order. */
function linkedFrom(document) {
  const links = [...readFileSync(document, "utf8").matchAll(/\]\(([\w-]+\.md)\)/g)].map((match) => match[1]);
  return [...new Set(links)].map((link) => join(dirname(document), link));
}

/** The languages of the code blocks in documents. */
function languagesIn(documents) {
  const aliases = ["js", "sh", "ts", "dockerfile"];
  const blocks = documents.flatMap((path) => [...readFileSync(path, "utf8").matchAll(/^```(\w+)$/gm)]);
  return [...new Set(blocks.map((match) => match[1]))].filter((name) => !aliases.includes(name));
}

/** Adds the bar to a page in the top folder of the site. */
function withBar(page) {
  const links = Object.entries(BAR).map(([name, url]) => `<a href="${url}">${name}</a>`);
  const [rules] = /\/\* The bar[\s\S]*/.exec(readFileSync(style, "utf8"));
  const alone = ".site-bar { width: 100%; max-width: none; }\nbody { padding-top: 4.5rem; }\n";
  return page
    .replace("</head>", () => `<style>${rules}${alone}</style>\n</head>`)
    .replace("<body>", () => `<body>\n<nav class="site-bar" aria-label="Site">${links.join("")}</nav>`);
}

/** Adds a link to the README's table for each version to the benchmark page. */
function withHistory(page) {
  return page.replace(
    "</h1>",
    '</h1>\n<p><a href="benchmarks.html" style="color: inherit">Benchmark by version</a></p>',
  );
}

/** The page for a part that this build of the site does not include. */
function absent(title) {
  return withBar(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>varexpand: ${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>This build of the site does not include the benchmark. To add it, run <code>npm run bench</code> first.</p>
</main>
</body>
</html>
`);
}
