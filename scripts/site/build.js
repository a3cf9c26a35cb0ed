/**
 * Builds the documentation as a site: build/site.
 *
 *   landing page, from the README            landing.js
 *   guides, references, commands, rules      the documents in docs/, unchanged; pages.js gives their addresses
 *   API                                      TypeDoc, from the public names of src/
 *   benchmark.html                           build/bench.html, which `npm run bench` writes, if it exists
 *   playground.html                          scripts/playground.js
 *
 * VitePress renders the pages; .vitepress/config.js configures it. `npm run test:site` checks the result.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vitepress";
import { playgroundPage } from "../playground.js";
import { writeApi } from "./api.js";
import { landingPage } from "./landing.js";
import { BENCHMARK, GENERATED, root } from "./pages.js";

process.chdir(root);
rmSync(GENERATED, { recursive: true, force: true });
mkdirSync(GENERATED, { recursive: true });
writeFileSync(join(GENERATED, "index.md"), landingPage());
await writeApi(join(GENERATED, "api"));
await build("scripts/site");
if (existsSync(BENCHMARK)) copyFileSync(BENCHMARK, "build/site/benchmark.html");
writeFileSync("build/site/playground.html", await playgroundPage());
console.log("wrote build/site/index.html; to read it: npm run site:serve");
