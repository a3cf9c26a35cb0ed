/** The pages of the site: which documents they are, their addresses, and their order. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

export const root = join(import.meta.dirname, "../..");

/** The pages that build.js writes. */
export const GENERATED = "build/site-pages";
/** The page of the last benchmark. */
export const BENCHMARK = "build/bench.html";

const REFERENCE = [
  "docs/library.md",
  "docs/lint.md",
  "docs/garden.md",
  "docs/benchmarks.md",
  "docs/architecture.md",
  "docs/abi.md",
  "examples/worker/README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
];

/** Folders with a README that links to every document in them. */
const FOLDERS = { Guides: "docs/guides", Commands: "docs/commands", "Rules of lint": "docs/rules" };

/** The documents by heading, in the order of the navigation. The first one of a folder is its overview. */
export const DOCUMENTS = {
  ...Object.fromEntries(Object.entries(FOLDERS).map(([heading, folder]) => [heading, documentsIn(folder)])),
  Reference: REFERENCE,
};

const documents = new Set(Object.values(DOCUMENTS).flat());

/** Returns the place of a page in the site: `docs/guides/README.md` is `guides/index.md`. Undefined if it is not a page. */
export function pageOf(path) {
  if (path.startsWith(`${GENERATED}/`)) return path.slice(GENERATED.length + 1);
  if (path === "README.md") return "index.md";
  if (!documents.has(path)) return undefined;
  const name = path.startsWith("docs/") ? path.slice("docs/".length) : path;
  return REFERENCE.includes(path)
    ? name.replace("/README.md", ".md").toLowerCase()
    : name.replace(/README\.md$/, "index.md");
}

/** The title of a document, without markup. */
export function titleOf(path) {
  return /^# (.*)$/m.exec(readFileSync(join(root, path), "utf8"))[1].replaceAll("`", "");
}

/** The page and the anchor that a link in a document refers to, or undefined if the link leads to a file that is not a page. */
export function targetOf(link, document) {
  const [path, anchor] = link.split("#");
  const file = path === "" ? document : relative(root, join(root, dirname(document), path));
  const page = pageOf(file);
  if (page === undefined && !existsSync(join(root, file))) throw new Error(`${document}: ${link} does not exist`);
  return page === undefined ? undefined : `/${page}${anchor === undefined ? "" : `#${anchor}`}`;
}

function documentsIn(folder) {
  const overview = `${folder}/README.md`;
  const links = [...readFileSync(join(root, overview), "utf8").matchAll(/\]\(([\w-]+\.md)\)/g)].map(
    (match) => match[1],
  );
  return [overview, ...new Set(links)].map((name) => (name === overview ? name : `${folder}/${name}`));
}
