/**
 * Reports the broken links of a site: node scripts/site-links.js FOLDER
 *
 * A link must refer to an existing file, and to an existing ID if it contains a `#`. It must not refer to a folder, because
 * a browser does not open the index.html of a local folder. Links to other sites are not checked, but pages must not load
 * scripts, styles, or images from other sites.
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
      // Examples in the text are escaped. Links that scripts create are not checked.
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
  // TypeDoc's script adds the icons that `use` refers to.
  return Array.from(text.matchAll(/<(?!use\b)(\w+)\b[^>]*?\s(?:href|src|srcset)="([^"]*)"/g), ([, element, url]) => ({
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
  if (path.startsWith("/") || !isFile(target)) return `${at} is not a file`;
  return anchor && pages.has(target) && !idsOf(target).has(anchor) ? `${at} is not an ID of the page` : undefined;
}

function remembered(find) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, find(key));
    return known.get(key);
  };
}
