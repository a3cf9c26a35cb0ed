/**
 * Builds the playground: docs/playground/ becomes one page, which holds everything that it needs.
 *
 *   node .ci/playground.js [FILE]     default: build/site/playground.html
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import binaryen from "assemblyscript/binaryen";
import { build, transform } from "esbuild";
import { compressed } from "./closed-world.js";

const root = join(import.meta.dirname, "..");
const source = join(root, "docs/playground");

/** The examples, whose order their files' names say. */
export function exampleFiles() {
  return ["pod", "envfile", "template"].flatMap((tab) => {
    const folder = join(source, "examples", tab);
    const files = readdirSync(folder).sort();
    return files
      .filter((file) => !file.endsWith(".context.yaml"))
      .map((file) => {
        const id = file.replace(/\.[a-z]+$/, "");
        const text = readFileSync(join(folder, file), "utf8");
        const title = /^# (.*)/.exec(text)[1];
        const context = `${id}.context.yaml`;
        return {
          tab,
          id: `${tab}/${id}`,
          title,
          text,
          ...(files.includes(context) && { context: readFileSync(join(folder, context), "utf8") }),
        };
      });
  });
}

/** The page's own modules in place of packages, of which it needs little. */
export const SUBSTITUTES = {
  "@assemblyscript/loader": "./docs/playground/loader.ts",
  "@marijn/find-cluster-break": "./docs/playground/character-ends.ts",
  "js-yaml": "./docs/playground/yaml/js-yaml.ts",
  "lodash-es/camelCase.js": "./docs/playground/camel-case.ts",
  "lodash-es/kebabCase.js": "./docs/playground/kebab-case.ts",
  "style-mod": "./docs/playground/style-rules.ts",
  "w3c-keyname": "./docs/playground/key-names.ts",
};

/** The page's text. Needs build/release.wasm. */
export async function playgroundPage() {
  const bundle = await build({
    absWorkingDir: root,
    entryPoints: [join(source, "main.ts")],
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"],
    minifySyntax: true,
    legalComments: "none",
    charset: "utf8",
    write: false,
    metafile: true,
    logLevel: "warning",
    alias: {
      "#wasm-module": "./src/wasm/module-core.ts",
      "#expansion-module": "./src/wasm/module-core.ts",
      ...SUBSTITUTES,
    },
    define: { SCANNERS: JSON.stringify(SCANNERS), EXAMPLE_FILES: JSON.stringify(exampleFiles()) },
    plugins: [unusedParsers, unusedParts],
  });
  const files = Object.keys(bundle.metafile.inputs).filter((path) => !path.startsWith("<"));
  const text = await compressed(
    bundle.outputFiles[0].text,
    files.map((path) => join(root, path)),
    isInternal,
  );
  const script = inScript(text.replace(SCANNERS, scannersFor(text)));
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
    .concat(`<!--\n${licences(bundle.metafile).replaceAll("--", "- -")}-->\n`);
}

/** Stands for the scanners until it is known which of them are called. */
const SCANNERS = "the scanners";

/** The module of the scanners whose exports a script names, and of what these need. */
function scannersFor(script) {
  const module = binaryen.readBinary(readFileSync(join(root, "build/release.wasm")));
  try {
    const count = module.getNumExports();
    const exported = Array.from({ length: count }, (_, i) => binaryen.getExportInfo(module.getExportByIndex(i)).name);
    const words = new Set(script.match(/[\w$]+/g));
    for (const name of exported) if (!words.has(name)) module.removeExport(name);
    module.runPasses(["remove-unused-module-elements"]);
    return deflateRawSync(module.emitBinary(), { level: 9 }).toString("base64");
  } finally {
    module.dispose();
  }
}

/** Whether a file belongs to a package, or is one of the few that speak to the editor's. */
function isInternal(file) {
  return /[/\\]node_modules[/\\]|[/\\]playground[/\\](?:editor|editor-style|colours|style-rules|key-names|character-ends)\.ts$/.test(
    file,
  );
}

/** The editor's commands bring a parser along that nothing here calls; its package does not say that it may be left out. */
const unusedParsers = {
  name: "unused-parsers",
  setup(bundler) {
    bundler.onResolve({ filter: /^@lezer\// }, async ({ path, pluginData, ...from }) => {
      if (pluginData === unusedParsers) return undefined;
      const { importer, kind, resolveDir } = from;
      const found = await bundler.resolve(path, { importer, kind, resolveDir, pluginData: unusedParsers });
      return { ...found, sideEffects: false };
    });
  },
};

/** Entries of the editor's table of styles. */
const UNUSED_STYLES =
  /^ {4}"(?:@|[^"]*cm-(?:panel|dialog|layer|cursor|selection|dropCursor|activeLine|specialChar|iso|button|textfield|placeholder|highlight|vim))[^"]*": \{(?:[^{}]|\{[^{}]*\})*\},?\n/gm;

/** What the editor's package asks of a browser, answered where each that can run the page has the same answer. */
const OLD_BROWSERS = [
  [/^const ie_\w+ = .*\n/gm, ""],
  [/^const ie = .*$/gm, "const ie = false;"],
  [/^ +ie(?:_version: .*)?,$/gm, ""],
  [/\bbrowser\.ie(?:_version)?\b/g, "false"],
  [/\bbrowser\.webkit_version < 604\b/g, "false"],
  // Typing on Android goes the way that it goes in other browsers.
  [/\bwindow\.EditContext && browser\.android\b/g, "false"],
];

/** Parts of modules that the page never reads, and that nobody can see from outside. */
const unusedParts = {
  name: "unused-parts",
  setup(bundler) {
    // The quick reader of YAML: it would take longer to load than it saves for the short texts of a page.
    bundler.onLoad({ filter: /[/\\]src[/\\]yaml[/\\]simple-yaml\.ts$/ }, () => {
      return { contents: "export const simpleYaml = () => undefined;" };
    });
    // The look of what the editor's package offers, and the page does not use; browsers that cannot run the page.
    bundler.onLoad({ filter: /@codemirror[/\\]view[/\\]dist[/\\]index\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8").replace(UNUSED_STYLES, "");
      const replaced = OLD_BROWSERS.reduce((result, [pattern, value]) => result.replaceAll(pattern, value), text);
      return { contents: replaced };
    });
  },
};

/** The licence of every package that is in the page: who holds the rights, and the text, once for all that have it. */
function licences({ outputs }) {
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

/** A script's text must not end the element that it is in. */
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
