/** The published page: its size, its policy, and its behavior in a browser. */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Example } from "../../docs/playground/examples.ts";
import type { Browser, BrowserContext, Page } from "../../scripts/node_modules/playwright-core/index.js";
// @ts-expect-error: the build scripts have no types
import { exampleFiles, playgroundPage } from "../../scripts/playground.js";
import { TEXT, traced } from "../cli/every-verdict.ts";
import { missing } from "../tools.ts";
import { DEADLINE, WAITING } from "../waiting.ts";

const folder = mkdtempSync(join(tmpdir(), "varexpand-page-"));
const file = join(folder, "playground.html");
const address = pathToFileURL(file).href;
let page = "";

beforeAll(async () => {
  page = await playgroundPage();
  writeFileSync(file, page);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The limit for the compressed size of the page. A third is the editor. */
const MAX_PAGE_SIZE = 290_000;

test("the page is one file of limited size", () => {
  expect(gzipSync(page, { level: 9 }).length).toBeLessThan(MAX_PAGE_SIZE);
  const html = page.replace(/<script.*<\/script>/s, "");
  expect(html).not.toMatch(/<(?:link|img|iframe)\b|\ssrc=|@import|url\(/);
});

test("the policy allows this script and this style, WebAssembly, and nothing else", () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)![1];
  const hashOf = (tag: string) => {
    const text = new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, "s").exec(page)![1]!;
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  };
  expect(policy).toBe(
    `default-src 'none'; script-src ${hashOf("script")} 'wasm-unsafe-eval'; style-src ${hashOf("style")}; ` +
      "base-uri 'none'; form-action 'none'",
  );
});

test("the page contains the licenses of its packages", () => {
  const [licenses] = /<!--\n(?:(?!<!--).)*-->\n$/s.exec(page)!;
  expect(licenses).toMatch(/@codemirror\/commands \d.*: .*@codemirror\/view \d.*Permission is hereby granted/s);
});

/** `npm run tools` installs packages there. */
const tools = createRequire(new URL("../../scripts/package.json", import.meta.url));
const hasPlaywright =
  existsSync(new URL("../../scripts/node_modules/playwright-core", import.meta.url)) ||
  missing("playwright-core (npm run tools)");
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);

describe.runIf(hasPlaywright && (CHROMIUM !== undefined || missing("chromium")))("in Chromium", WAITING, () => {
  let browser: Browser;
  let context: BrowserContext;
  let view: Page;
  /** Console messages, errors, and requests, none of which are expected. */
  const wrong: string[] = [];

  beforeAll(async () => {
    const { chromium }: typeof import("../../scripts/node_modules/playwright-core/index.js") = tools("playwright-core");
    browser = await chromium.launch({
      executablePath: CHROMIUM!,
      args: [
        ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
      ],
    });
    context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    context.setDefaultTimeout(DEADLINE);
    view = await open();
  });
  afterAll(() => browser?.close());

  async function open(fragment = ""): Promise<Page> {
    const opened = await context.newPage();
    opened.on("console", (message) => wrong.push(message.text()));
    opened.on("pageerror", (error) => wrong.push(error.message));
    opened.on("request", (request) => {
      if (request.url().split("#")[0] !== address) wrong.push(request.url());
    });
    await opened.goto(address + fragment);
    await opened.waitForFunction(() => document.getElementById("status")!.textContent !== "");
    return opened;
  }

  const status = () => view.textContent("#status");
  const findings = (tab: string) => view.locator(`#${tab}-findings li`).allTextContents();

  /** Waits until the page has processed the text. */
  const upToDate = () => view.locator("#main:not([aria-busy])").waitFor();

  /** Replaces the text with the keyboard, as a user does. */
  async function write(editor: string, text: string): Promise<void> {
    await view.click(`#${editor} .cm-content`);
    await view.keyboard.press("ControlOrMeta+a");
    await view.keyboard.insertText(text);
    await upToDate();
  }

  const POD = [
    "kind: Pod",
    "apiVersion: v1",
    "metadata: {name: x}",
    "spec:",
    "  containers:",
    "  - name: app",
    "    image: app",
    '    args: ["$(A) $(LATER)"]',
    "    env:",
    "    - name: B",
    '      value: "$(LATER)"',
    "    - name: A",
    "      value: first",
    "    - name: LATER",
    "      value: last",
    "",
  ].join("\n");

  test("every example has a result, and no internal error", async () => {
    const summaries: string[] = [];
    for (const { id, tab } of exampleFiles() as Example[]) {
      await view.click(`#tab-${tab}`);
      await view.selectOption("#example", id);
      summaries.push(`${id}: ${await status()}`);
      const result = await view.locator(`#${tab}-result`).textContent();
      if (id !== "template/05-missing") expect(result, id).not.toBe("");
    }
    expect(summaries).toEqual([
      "pod/01-shop: 1 container, 2 errors, 3 warnings",
      "pod/02-declared-too-late: 1 container, 1 error",
      "pod/03-service-variables: 1 container, no findings",
      "pod/04-downward-api: 1 container, no findings",
      "pod/05-resource-attributes: 1 container, 2 warnings",
      "pod/06-wrong-volume: 1 container, 1 error",
      "pod/07-shell-syntax: 1 container, 2 warnings",
      "pod/08-lost-dollar: 1 container, 1 note",
      "pod/09-env-file: 2 containers, no findings",
      "pod/10-hidden: 1 container, no findings",
      "envfile/01-readers: 4 differences, no findings",
      "envfile/02-kep: 0 differences, no findings",
      "envfile/03-twice: 2 differences, 1 warning",
      "envfile/04-references: 5 differences, 1 note",
      "substitution/01-compose: expanded, 1 warning",
      "substitution/02-flux: not expanded, 1 error",
      "substitution/03-otel: expanded, no findings",
      "substitution/04-envsubst: expanded, 1 warning",
      "template/01-replicas: 5 expressions, no findings",
      "template/02-loops: 4 expressions, no findings",
      "template/03-blocks: 3 expressions, no findings",
      "template/04-merge: 3 expressions, no findings",
      "template/05-missing: 1 expression, 1 error",
    ]);
  });

  test("typing: what containers see, findings, and a fix", async () => {
    await view.click("#tab-pod");
    await write("pod-editor", POD);
    expect(await view.locator("#pod-result tbody tr").allTextContents()).toEqual([
      "B$(LATER)value line 10",
      "Afirstvalue line 12",
      "LATERlastvalue line 14",
    ]);
    expect(await view.locator("#pod-result .word").allTextContents()).toEqual(["first last"]);
    expect(await status()).toBe("1 container, 1 error");
    expect((await findings("pod"))[0]).toContain("$(LATER) is not expanded: the variable is declared later at line 14");
    await view.click("#pod-findings .fix");
    await expect.poll(status).toBe("1 container, no findings");
  });

  test("hovering shows value, definition, and reason; clicking goes to the definition", async () => {
    await write("pod-editor", POD);
    const tooltip = view.locator(".tooltip");
    await view.locator("#pod-editor .vx-expanded", { hasText: "$(A)" }).hover();
    await tooltip.waitFor();
    expect(await tooltip.textContent()).toBe("$(A)expanded: firstfirst from value, line 12Pod/x, container app");
    await tooltip.getByRole("button", { name: "line 12" }).click();
    expect(await view.locator("#pod-editor .vx-shown").textContent()).toBe("A");

    await view.locator("#pod-editor .vx-declared-later").hover();
    await tooltip.getByText("the variable is declared later").waitFor();
    await view.keyboard.press("Escape");
    await tooltip.waitFor({ state: "hidden" });
    await view.locator("#pod-editor .vx-declared-later").click();
    expect(await view.locator("#pod-editor .vx-shown").textContent()).toBe("LATER");
    // The area below the editor shows the same for the text cursor.
    expect(await view.textContent("#pod-cursor")).toContain("the variable is declared later");
    await view.keyboard.press("F12");
    expect(await view.textContent("#pod-cursor")).toContain("last from value");
  });

  test("every reference is underlined by its verdict in the trace", async () => {
    await write("pod-editor", TEXT);
    const underlined = await view.evaluate(() => {
      const editor = document.getElementById("pod-editor")!.shadowRoot!;
      return [...editor.querySelectorAll(".vx-mark:not(.vx-finding)")].map((mark) => {
        const line = mark.closest(".cm-line")!;
        const before = document.createRange();
        before.setStart(line, 0);
        before.setEndBefore(mark);
        const number = [...line.parentElement!.querySelectorAll(".cm-line")].indexOf(line) + 1;
        return `${number}:${[...before.toString()].length + 1} ${/vx-mark vx-([\w-]+)/.exec(mark.className)![1]}`;
      });
    });
    const uses = traced().map(({ place, verdict }) => `${place} ${verdict}`);
    expect(underlined.sort()).toEqual(uses.sort());
  });

  test("a syntax error while typing keeps the last result, and is reported", async () => {
    await write("pod-editor", POD);
    const before = await view.textContent("#pod-result");
    await view.keyboard.insertText('    - name: C\n      value: "$(A');
    await expect.poll(status).toBe("1 container, 1 syntax error");
    expect(await view.textContent("#pod-result")).toBe(before);
    expect(await view.locator("#pod-former").isVisible()).toBe(true);
    expect((await findings("pod"))[0]).toMatch(/^syntax error line 1[5-7] /);
    expect(await view.locator("#pod-editor .vx-broken").count()).toBeGreaterThan(0);
    await view.keyboard.insertText(')"');
    await expect.poll(status).toBe("1 container, 1 error");
    expect(await view.locator("#pod-former").isVisible()).toBe(false);
  });

  test("objects without a pod are reported", async () => {
    await view.click("#tab-pod");
    const others = ["kind: Ingress", "kind: Ingress", "kind: Role"].map((kind) => `---\napiVersion: v1\n${kind}\n`);
    await write("pod-editor", `${POD}${others.join("")}`);
    expect(await view.textContent("#pod-result > .none")).toBe("skipped 3 objects without a pod: 2 Ingress, 1 Role");
  });

  test("profile and complete input", async () => {
    await write("pod-editor", POD.replace("value: first", "valueFrom: {configMapKeyRef: {name: c, key: k}}"));
    expect(await view.locator("#pod-result .failure").count()).toBe(0);
    await view.selectOption("#world", "closed");
    expect(await view.textContent("#pod-result .failure")).toContain('configmap "c" not found');
    await view.selectOption("#world", "open");
    await view.click("#tab-envfile");
    await write("envfile-editor", "A='1'\nA='2'\n");
    expect(await view.locator("#envfile-result thead th").allTextContents()).toEqual([
      "Variable",
      "KEP-3721, design",
      "KEP-3721, kubelet",
      "dotenv 18",
      "dotenv-expand 12, 13",
      "dotenv-expand 1000",
      "Node.js 24",
      "Bun 1.4",
      "Deno 2.9",
      "POSIX shell",
      "docker run",
      "docker compose",
    ]);
    expect(await view.locator("#envfile-result tbody tr").allTextContents()).toEqual([
      "AdiffersA2B1A2A2A2A2A2B1A2C'2'A2",
    ]);
  });

  test("a line break in a value differs from a backslash and an n", async () => {
    await view.click("#tab-envfile");
    await write("envfile-editor", 'A="x\\ny\t"\n');
    const texts = await view.locator("#envfile-result .value").allTextContents();
    expect(new Set(texts)).toEqual(new Set(["x↵y\\t", "x\\ny\\t", '"x\\ny\\t"']));
    expect(await view.locator("#envfile-result .value .hidden").first().textContent()).toBe("↵");
    await view.click("#tab-pod");
    await write("pod-editor", POD.replace("$(A) $(LATER)", "a\\nb\\\\n").replace("value: first", 'value: "c\\nd"'));
    expect(await view.locator("#pod-result .word").allTextContents()).toContain("a↵b\\n");
    expect(await view.locator("#pod-result .value").allTextContents()).toContain("c↵d");
  });

  test("templates: value, type, steps, and the last result while the text is broken", async () => {
    await view.click("#tab-template");
    await write("context-editor", "a: 2\n");
    await write("template-editor", "x: ${a * 2}");
    expect(await view.textContent("#template-result")).toBe("a mapx: 4\n");
    expect(await view.locator("#template-steps li li").allTextContents()).toEqual(["a is 2 number"]);
    await write("template-editor", "x: ${b}");
    expect(await view.textContent("#template-result")).toBe("a mapx: 4\n");
    expect(await view.locator("#template-former").isVisible()).toBe(true);
    expect((await findings("template"))[0]).toContain('no such key: "b"');
  });

  test("the syntax of a substitution can be changed, and is part of a link", async () => {
    await view.click("#tab-substitution");
    await write("variables-editor", "A=1");
    await write("substitution-editor", "é: ${A} ${B:-x} $$ ${C}");
    await view.selectOption("#syntax", "compose");
    await expect.poll(() => view.textContent("#substitution-result")).toBe("é: 1 x $ ");
    expect((await findings("substitution"))[0]).toBe("warning line 1 C is not set, and becomes empty");
    await view.selectOption("#syntax", "envsubst");
    await expect.poll(() => view.textContent("#substitution-result")).toBe("é: 1 ${B:-x} $$ ");
    await view.selectOption("#syntax", "flux");
    await expect
      .poll(() => view.textContent("#substitution-result"))
      .toBe("The text is not expanded, because it has an error.");
    await view.click("#share");
    await expect.poll(status).toBe("Link copied.");
    const other = await open(view.url().slice(view.url().indexOf("#")));
    expect(await other.inputValue("#syntax")).toBe("flux");
    expect((await other.locator("#substitution-findings li").allTextContents())[0]).toBe("error line 1 C is not set");
    await other.close();
  });

  test("a link shows the same text in another window, and secrets cause a warning", async () => {
    await view.click("#tab-pod");
    await write("pod-editor", POD);
    await view.selectOption("#world", "closed");
    await view.click("#share");
    await expect.poll(status).toBe("Link copied.");
    const link = await view.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(view.url());
    const other = await open(link.slice(link.indexOf("#")));
    expect(await other.textContent("#pod-result")).toBe(await view.textContent("#pod-result"));
    expect(await other.inputValue("#world")).toBe("closed");
    await other.close();

    await view.keyboard.press("Escape");
    await write("pod-editor", "kind: Secret\napiVersion: v1\nmetadata: {name: x}\nstringData: {a: b}\n");
    await view.click("#share");
    expect(await view.locator("#secret").textContent()).toContain("an object of kind Secret");
    await view.getByRole("button", { name: "Do not copy" }).click();
    expect(view.url()).toBe(link);

    const damaged = await open(link.slice(link.indexOf("#"), -9));
    expect(await damaged.textContent("#status")).toContain("The link cannot be opened: the link is damaged");
    await damaged.close();
  });

  test("an unchanged example is shared without a warning, and a changed one with it", async () => {
    await view.click("#tab-pod");
    await view.selectOption("#example", "pod/01-shop");
    await view.click("#share");
    await expect.poll(status).toBe("Link copied.");
    expect(await view.locator("#secret").isVisible()).toBe(false);
    await view.click("#pod-editor .cm-content");
    await view.keyboard.press("ControlOrMeta+End");
    await view.keyboard.insertText("\n# my own");
    await view.click("#share");
    expect(await view.locator("#secret").isVisible()).toBe(true);
    await view.getByRole("button", { name: "Do not copy" }).click();
  });

  test("a reset restores the example and the settings", async () => {
    await view.selectOption("#example", "pod/02-declared-too-late");
    const result = await view.textContent("#pod-result");
    await write("pod-editor", POD);
    await view.selectOption("#world", "closed");
    await view.selectOption("#profile", "kubelet");
    expect(await view.textContent("#pod-result")).not.toBe(result);
    await view.click("#reset");
    await expect.poll(() => view.textContent("#pod-result")).toBe(result);
    expect(await view.inputValue("#world")).toBe("open");
    expect(await view.inputValue("#profile")).toBe("design");
    expect(await view.inputValue("#example")).toBe("pod/02-declared-too-late");
  });

  test("a hint explains what partial input means", async () => {
    const hint = () => view.textContent("#pod-hint");
    expect(await hint()).toContain("are unknown, and are not reported");
    await view.selectOption("#world", "closed");
    expect(await hint()).toContain("do not exist, and are reported");
    await view.selectOption("#world", "open");
  });

  test("the documentation has the pages that the playground links to", async () => {
    await view.selectOption("#example", "pod/02-declared-too-late");
    const links = await view
      .locator("header a, .message a")
      .evaluateAll((all) => all.map((a) => a.getAttribute("href")!));
    expect(links).toEqual([
      "index.html",
      "guides/index.html",
      "rules/index.html",
      "commands/index.html",
      "rules/use-before-declaration.html",
    ]);
    const sources = links.map((link) => `docs/${link.replace("index.html", "README.md").replace(".html", ".md")}`);
    const root = join(import.meta.dirname, "../..");
    expect(sources.filter((path) => path !== "docs/README.md" && !existsSync(join(root, path)))).toEqual([]);
  });

  test("the keyboard joins and splits lines, and undoes this", async () => {
    await view.click("#tab-pod");
    await write("pod-editor", "kind: Pod\nmetadata:\n  name: x");
    const lines = () => view.locator("#pod-editor .cm-line").allTextContents();
    await view.keyboard.press("Home");
    await view.keyboard.press("Home");
    await view.keyboard.press("Backspace");
    expect(await lines()).toEqual(["kind: Pod", "metadata:  name: x"]);
    await view.keyboard.press("Enter");
    await view.keyboard.press("ArrowUp");
    await view.keyboard.press("End");
    await view.keyboard.press("Delete");
    await view.keyboard.press("Enter");
    await view.keyboard.type("y");
    expect(await lines()).toEqual(["kind: Pod", "metadata:", "  yname: x"]);
    await view.keyboard.press("ControlOrMeta+z");
    await view.keyboard.press("ControlOrMeta+z");
    await view.keyboard.press("ControlOrMeta+y");
    expect((await lines())[0]).toBe("kind: Pod");
  });

  test("the keyboard selects tabs", async () => {
    await view.focus("#tab-pod");
    await view.keyboard.press("ArrowRight");
    expect(await view.getAttribute("#tab-envfile", "aria-selected")).toBe("true");
    await view.keyboard.press("End");
    await view.keyboard.press("ArrowRight");
    expect(await view.evaluate(() => document.activeElement!.id)).toBe("tab-pod");
    // The Tab key leaves the editor, as it leaves every other field.
    await view.click("#pod-editor .cm-content");
    await view.keyboard.press("Tab");
    expect(await view.evaluate(() => document.activeElement!.id)).not.toBe("pod-editor");
  });

  test("a narrow window shows everything in one column", async () => {
    await view.setViewportSize({ width: 390, height: 844 });
    for (const tab of ["pod", "envfile", "substitution", "template"]) {
      await view.click(`#tab-${tab}`);
      expect(await view.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
    await view.setViewportSize({ width: 1280, height: 800 });
  });

  test("the policy did not block anything, and there were no network requests", () => {
    expect(wrong).toEqual([]);
  });

  test.each(["light", "dark"] as const)("axe finds nothing in the %s theme", async (theme) => {
    const axe = readFileSync(tools.resolve("axe-core/axe.min.js"), "utf8");
    await view.selectOption("#theme", theme);
    for (const { id, tab } of (exampleFiles() as Example[]).filter(({ id }) => id.includes("/01-"))) {
      await view.click(`#tab-${tab}`);
      await view.selectOption("#example", id);
      await view.click(`#${tab}-editor .cm-content`);
      // The page's policy forbids added scripts, and the styles that axe tries.
      const session = await context.newCDPSession(view);
      const run = `${axe};axe.run().then(({violations}) => JSON.stringify(violations.map(({id, nodes}) => [id, ...nodes.map(({target, failureSummary}) => target + ": " + failureSummary)])))`;
      const { result } = await session.send("Runtime.evaluate", { expression: run, awaitPromise: true });
      await session.detach();
      expect(JSON.parse(result.value), tab).toEqual([]);
    }
  });
});
