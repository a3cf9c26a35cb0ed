/** The landing page, from the README. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, targetOf } from "./pages.js";

const ACTIONS = [
  { theme: "brand", text: "Gate a build", link: "/guides/gate" },
  { theme: "alt", text: "Guides", link: "/guides/" },
  { theme: "alt", text: "Playground", link: "/playground.html", target: "_self" },
];

/** @throws if the README does not begin with a sentence, two paragraphs, a transcript, bullets, and a table */
export function landingPage() {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const first = readme.slice(0, readme.indexOf("\n## "));
  const [, promise, why, transcript, bullets, rest] =
    /^# varexpand\n\n\*\*(.*)\*\*\n\n(.*?)\n\n(```console\n.*?\n```)\n\n((?:- .*\n)+)\n(.*)$/s.exec(first);
  const features = [...bullets.matchAll(/^- \*\*(.*?)\*\*: (.*)$/gm)].map(([, title, details]) =>
    featureOf(title, details),
  );
  const frontmatter = {
    layout: "landing",
    sidebar: false,
    title: "varexpand",
    titleTemplate: promise.replaceAll("`", ""),
    hero: { name: "varexpand", text: htmlOf(promise), tagline: htmlOf(why.replaceAll("\n", " ")), actions: ACTIONS },
    cards: features,
  };
  const installation = /^## Installation\n\n.*?(?=^## )/ms.exec(readme)[0];
  return `---
${JSON.stringify(frontmatter)}
---

${transcript}

<features :features="$frontmatter.cards" />

${withLinks(`${rest}\n\n${installation}`)}
`;
}

/** The link of a feature is the last link in its text. */
function featureOf(title, details) {
  const [, text, linkText, target] = /^(.*?)(?: \[([^\]]*)\]\(([^)]*)\)\.)?$/.exec(details);
  return {
    title,
    details: htmlOf(text),
    ...(target !== undefined && { link: targetOf(target, "README.md").replace(/\.md$/, ""), linkText }),
  };
}

const htmlOf = (text) => text.replaceAll(/`([^`]*)`/g, "<code>$1</code>");

/** The links of the README, from the folder of the site. */
const withLinks = (text) =>
  text.replaceAll(/\]\((?!\w+:)([^)]*)\)/g, (_, link) => `](${targetOf(link, "README.md") ?? ""})`);
