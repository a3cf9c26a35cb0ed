/**
 * Builds the playground: bundles docs/playground/ into one self-contained page.
 *
 *   node scripts/playground.js [FILE]     default: build/site/playground.html
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, transform } from "esbuild";

const root = join(import.meta.dirname, "..");
const source = join(root, "docs/playground");

/** The examples, in the order of their file names. */
export function exampleFiles() {
  return ["pod", "envfile", "substitution", "template"].flatMap((tab) => {
    const folder = join(source, "examples", tab);
    const files = readdirSync(folder).sort();
    return files
      .filter((file) => !file.includes(".context."))
      .map((file) => {
        const id = file.replace(/\.[a-z]+$/, "");
        const text = readFileSync(join(folder, file), "utf8");
        const title = /^# (.*)/.exec(text)[1];
        const context = files.find((other) => other.startsWith(`${id}.context.`));
        return {
          tab,
          id: `${tab}/${id}`,
          title,
          text,
          ...(context !== undefined && { context: readFileSync(join(folder, context), "utf8") }),
          ...(tab === "substitution" && { syntax: id.slice(id.indexOf("-") + 1) }),
        };
      });
  });
}

/** Returns the HTML of the page. Requires the files that the build generates in src/wasm/. */
export async function playgroundPage() {
  const bundle = await build({
    absWorkingDir: root,
    entryPoints: [join(source, "main.ts")],
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"],
    minify: true,
    legalComments: "none",
    charset: "utf8",
    write: false,
    metafile: true,
    logLevel: "warning",
    conditions: ["varexpand-source"],
    define: { EXAMPLE_FILES: JSON.stringify(exampleFiles()) },
  });
  const script = inScript(bundle.outputFiles[0].text);
  const css = await transform(readFileSync(join(source, "style.css"), "utf8"), { loader: "css", minify: true });
  const style = css.code.trim();
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}' 'wasm-unsafe-eval'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const page = readFileSync(join(source, "index.html"), "utf8").replace(/^\s+/gm, "");
  return page
    .replace("POLICY", () => policy)
    .replace("<style></style>", () => `<style>${style}</style>`)
    .replace("<script></script>", () => `<script type="module">${script}</script>`)
    .concat(`<!--\n${licenses(bundle.metafile).replaceAll("--", "- -")}-->\n`);
}

/** Returns the licenses of all packages in the page: the copyright holders, and each license text once. */
function licenses({ outputs }) {
  const [{ inputs }] = Object.values(outputs);
  const used = Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0);
  const folders = used.map((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  const packages = new Map();
  for (const folder of [...new Set(folders)].filter((each) => each !== undefined).sort()) {
    const at = join(root, folder);
    const { name, version, license } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
    const file = readdirSync(at).find((entry) => /^licen[cs]e/i.test(entry));
    const whole = file === undefined ? license : readFileSync(join(at, file), "utf8").trim();
    const [, holders, text] = /^(.*?)(Permission is hereby granted.*)$/s.exec(whole) ?? [undefined, "", whole];
    const words = text.replace(/\s+/g, " ").replace(/[“”]/g, '"');
    const holder = `${name} ${version}: ${holders.trim().replace(/\s+/g, " ")}`;
    packages.set(words, [...(packages.get(words) ?? []), holder]);
  }
  return Array.from(packages, ([text, holders]) => `${holders.join("\n")}\n\n${text}\n\n`).join("");
}

/** Escapes a script so that its text does not end the script element. */
function inScript(text) {
  return text.trim().replace(/<(?=\/script|!--)/gi, "\\x3c");
}

function hashOf(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = process.argv[2] ?? join(root, "build/site/playground.html");
  mkdirSync(dirname(file), { recursive: true });
  const page = await playgroundPage();
  writeFileSync(file, page);
  console.log(`${file}: ${Buffer.byteLength(page)} bytes`);
}
