/** Finds the broken links of the built site. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

/**
 * A link must refer to an existing file, and to an existing ID if it contains a `#`. Links to other sites are not checked, but
 * pages must not load scripts, styles, or images from other sites.
 */
export function brokenLinks(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  // Scripts contain the text of pages, too.
  const texts = new Map(
    pages.map((page) => [
      page,
      readFileSync(join(folder, page), "utf8").replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, "$1"),
    ]),
  );
  const ids = new Map(
    Array.from(texts, ([page, text]) => [page, new Set(Array.from(text.matchAll(/\sid="([^"]*)"/g), ([, id]) => id))]),
  );
  const isFile = (name) => existsSync(join(folder, name)) && statSync(join(folder, name)).isFile();

  function mistakeIn(page, element, url) {
    if (/^(?:[a-z]+:|\/\/)/i.test(url)) {
      return element !== "a" && !url.startsWith("data:") ? `${page}: ${url} is on another site` : undefined;
    }
    const [path, anchor] = url
      .replace(/\?[^#]*/, "")
      .split("#")
      .map(decodeURIComponent);
    const named = path === "" ? page : posix.join(path.startsWith("/") ? "" : posix.dirname(page), path);
    const target = named.endsWith("/") ? `${named}index.html` : named;
    const file = target.replace(/^\//, "");
    if (!isFile(file)) return `${page}: ${url} is not a file`;
    return anchor && !ids.get(file)?.has(anchor) ? `${page}: ${url} is not an ID of the page` : undefined;
  }

  const broken = [...texts].flatMap(([page, text]) =>
    Array.from(text.matchAll(/<(\w+)\b[^>]*?\s(?:href|src|srcset)="([^"]*)"/g), ([, element, url]) =>
      mistakeIn(page, element, url.replaceAll("&amp;", "&")),
    ).filter((mistake) => mistake !== undefined),
  );
  return { pages: pages.length, broken: [...new Set(broken)] };
}
