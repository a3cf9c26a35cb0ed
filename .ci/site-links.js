/**
 * Tells the links of a site that lead nowhere: node .ci/site-links.js FOLDER
 *
 * A link leads to a file, and behind `#` to an id in it; a folder is none, because nothing serves its index.html from the
 * disk. Links to other sites are not followed, and what a page loads must not come from one.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const folder = process.argv[2];
const pages = new Map(
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".html"))
    .sort()
    .map((name) => {
      const path = join(folder, name);
      // Examples in the text are escaped; what a script writes is its own matter.
      return [path, readFileSync(path, "utf8").replaceAll(/<(script|style)\b([^>]*)>[\s\S]*?<\/\1>/g, "<$1$2>")];
    }),
);

const idsOf = remembered((path) => new Set(Array.from(pages.get(path).matchAll(/\sid="([^"]*)"/g), ([, id]) => id)));
const isFile = remembered((path) => existsSync(path) && statSync(path).isFile());

const broken = [...pages].flatMap(([page, text]) => linksIn(text).flatMap((link) => mistakeIn(page, link) ?? []));
for (const mistake of broken) console.error(mistake);
console.log(`${pages.size} pages, ${broken.length} broken links`);
process.exitCode = broken.length > 0 ? 1 : 0;

function linksIn(text) {
  return Array.from(text.matchAll(/<(\w+)\b[^>]*?\s(?:href|src|srcset)="([^"]*)"/g), ([, element, url]) => ({
    isLoaded: element !== "a",
    url: url.replaceAll("&amp;", "&"),
  }));
}

function mistakeIn(page, { isLoaded, url }) {
  const at = `${relative(folder, page)}: ${url}`;
  if (/^(?:[a-z]+:|\/\/)/i.test(url))
    return isLoaded && !url.startsWith("data:") ? `${at} is on another site` : undefined;
  const [path, anchor] = url.split("#").map(decodeURIComponent);
  const target = path === "" ? page : join(dirname(page), path.replace(/\?.*$/, ""));
  if (path.startsWith("/") || !isFile(target)) return `${at} is no file`;
  return anchor && pages.has(target) && !idsOf(target).has(anchor) ? `${at} has no such place` : undefined;
}

function remembered(find) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, find(key));
    return known.get(key);
  };
}
