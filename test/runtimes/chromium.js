/** A page in headless Chromium, under a Content-Security-Policy that allows scripts of its own origin and nothing else. */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { page as script } from "./programs.js";

const ALLOWING = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const FORBIDDING = "default-src 'self'; script-src 'self'";

export async function runInChromium(executablePath, project) {
  if (executablePath === undefined) throw new Error("Chromium is not installed");
  writeFileSync(join(project, "page.js"), script);
  await build({
    entryPoints: [join(project, "page.js")],
    outfile: join(project, "page.bundle.js"),
    bundle: true,
    minify: true,
    format: "esm",
    logLevel: "error",
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const policy = pathname === "/forbidden.html" ? FORBIDDING : ALLOWING;
    if (pathname.endsWith(".html")) {
      response.setHeader("content-security-policy", policy);
      response.setHeader("content-type", "text/html");
      response.end('<!doctype html><meta charset="utf-8"><body><script type="module" src="/page.js"></script>');
    } else if (pathname === "/page.js") {
      response.setHeader("content-type", "text/javascript");
      response.end(readFileSync(join(project, "page.bundle.js")));
    } else if (pathname === "/varexpand.wasm") {
      response.end(readFileSync(join(project, "node_modules/varexpand/dist/varexpand.wasm")));
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"];
  const browser = await chromium.launch({ executablePath, args: [...args, "--disable-component-update"] });
  try {
    const open = async (path) => {
      const page = await browser.newPage();
      await page.goto(origin + path);
      await page.waitForFunction(() => document.body.textContent.startsWith("{"));
      return JSON.parse(await page.textContent("body"));
    };
    const forbidden = await open("/forbidden.html");
    if (!/'wasm-unsafe-eval'/.test(forbidden.error ?? "")) {
      throw new Error(`the error under a policy without WebAssembly does not say what to allow: ${forbidden.error}`);
    }
    return await open("/index.html");
  } finally {
    await browser.close();
    server.close();
  }
}
