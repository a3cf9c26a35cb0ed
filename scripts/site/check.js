/**
 * Checks the built site: links and anchors, and pages in Chromium. In the light and the dark theme, on a desktop and on a phone,
 * axe must not find anything, no page may be wider than the window, and every request must succeed.
 *
 * Without Chromium, it prints a message, and fails only if REQUIRE_TOOLS is set.
 */
import { join } from "node:path";
import { serve } from "vitepress";
import { mistakesInBrowser, PAGES } from "./browser.js";
import { brokenLinks } from "./links.js";
import { root } from "./pages.js";

const { broken, pages } = brokenLinks(join(root, "build/site"));
for (const mistake of broken) console.error(mistake);
console.log(`${pages} pages, ${broken.length} broken links`);

const { server } = await serve({ root: join(root, "scripts/site"), port: 0 });
const mistakes = await mistakesInBrowser(`http://localhost:${server.address().port}/`);
server.closeAllConnections();
server.close();
for (const mistake of mistakes ?? []) console.error(mistake);
if (mistakes === undefined) console.log("the pages are not checked: Chromium is not installed");
else console.log(`${PAGES.length} pages in Chromium, ${mistakes.length} mistakes`);
const isMissing = mistakes === undefined && Boolean(process.env.REQUIRE_TOOLS);
process.exitCode = broken.length > 0 || mistakes?.length > 0 || isMissing ? 1 : 0;
