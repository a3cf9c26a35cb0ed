/**
 * Builds the documentation as a site that needs no server: build/site/index.html.
 *
 *   README, guides, references, rules, API    TypeDoc, from README.md, docs/ and the public names of src/
 *   benchmark.html                            build/bench.html, which `npm run bench` writes
 *   playground.html                           .ci/playground.js
 *
 * A page that cannot be made is told, and a page in its place says so. Ends with 1 if TypeDoc has a warning;
 * .ci/site-links.js checks the links.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Application, Comment, CommentTag, Converter, JSX, KindRouter, ReflectionKind, TSConfigReader } from "typedoc";

const root = join(import.meta.dirname, "..");
process.chdir(root);
const out = "build/site";
const style = "docs/site/style.css";
const bench = "build/bench.html";
const playground = ".ci/playground.js";

/** The documents, in the order of the navigation, by the heading that they are under. */
const DOCUMENTS = {
  Guides: ["docs/guides/README.md", ...linkedFrom("docs/guides/README.md")],
  Reference: [
    "docs/lint.md",
    "docs/garden.md",
    "docs/architecture.md",
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

/** The bar of every page but the playground, which is on its own. */
const BAR = {
  varexpand: "index.html",
  Guides: "guides/index.html",
  Rules: "rules/index.html",
  API: "modules/varexpand.html",
  Benchmark: "benchmark.html",
  Playground: "playground.html",
};

/** Pages are called as their files: docs/guides/gate.md is guides/gate.html. */
class SiteRouter extends KindRouter {
  getIdealBaseName(reflection) {
    if (!reflection.isDocument()) return super.getIdealBaseName(reflection);
    return pathOf(reflection)
      .replace(/^docs\//, "")
      .replace(/README\.md$/, "index.md")
      .replace(/\.md$/, "");
  }
}

const app = await Application.bootstrap(
  {
    tsconfig: "tsconfig.build.json",
    out,
    projectDocuments: paths,
    router: "site",
    customCss: style,
    headings: { readme: false, document: false },
    navigation: { includeGroups: true, includeCategories: false },
    groupOrder: [...Object.keys(DOCUMENTS), "API", "Functions", "Classes", "*"],
    searchInDocuments: true,
    hideGenerator: true,
    disableSources: true,
    highlightLanguages: HIGHLIGHTED,
    // A guide may have any other language; it is shown as it is.
    ignoredHighlightLanguages: languagesIn(["README.md", ...paths]).filter((name) => !HIGHLIGHTED.includes(name)),
    validation: { notExported: true, invalidLink: true, invalidPath: true, notDocumented: true },
    treatValidationWarningsAsErrors: true,
    treatWarningsAsErrors: true,
    logLevel: "Warn",
  },
  [new TSConfigReader()],
);
app.renderer.defineRouter("site", SiteRouter);

const pathOf = (document) => relative(root, document.project.files.getReflectionPath(document));

app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
  const text = document.content.map((part) => part.text).join("");
  document.name = /^# (.*)$/m.exec(text)[1].replaceAll("`", "");
  const path = pathOf(document);
  document.frontmatter.group = Object.keys(DOCUMENTS).find((group) => DOCUMENTS[group].includes(path));
});

app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
  for (const module of context.project.getChildrenByKind(ReflectionKind.Module)) {
    module.name = "varexpand";
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
  existsSync(bench) ? withBar(readFileSync(bench, "utf8")) : absent("Benchmark"),
);
if (!existsSync(bench)) console.log(`benchmark.html: ${bench} is not there; npm run bench writes it`);

if (existsSync(playground)) execFileSync(process.execPath, [playground, join(out, "playground.html")]);
else {
  console.log(`playground.html: ${playground} is not there`);
  writeFileSync(join(out, "playground.html"), absent("Playground"));
}
console.log(`written: ${out}/index.html`);

/** The documents beside a document that it links to, in its order. */
function linkedFrom(document) {
  const links = [...readFileSync(document, "utf8").matchAll(/\]\(([\w-]+\.md)\)/g)].map((match) => match[1]);
  return [...new Set(links)].map((link) => join(dirname(document), link));
}

/** The languages of the code blocks. */
function languagesIn(documents) {
  const aliases = ["js", "sh", "ts", "dockerfile"];
  const blocks = documents.flatMap((path) => [...readFileSync(path, "utf8").matchAll(/^```(\w+)$/gm)]);
  return [...new Set(blocks.map((match) => match[1]))].filter((name) => !aliases.includes(name));
}

/** A page of the site's main folder with the bar on top. */
function withBar(page) {
  const links = Object.entries(BAR).map(([name, url]) => `<a href="${url}">${name}</a>`);
  const [rules] = /\/\* The bar[\s\S]*/.exec(readFileSync(style, "utf8"));
  const alone = ".site-bar { width: 100%; max-width: none; }\nbody { padding-top: 4.5rem; }\n";
  return page
    .replace("</head>", () => `<style>${rules}${alone}</style>\n</head>`)
    .replace("<body>", () => `<body>\n<nav class="site-bar" aria-label="Site">${links.join("")}</nav>`);
}

/** In the place of a page that is not made. */
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
<h1>${title}</h1>
<p>This build of the site does not have it.</p>
</body>
</html>
`);
}
