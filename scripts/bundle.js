/** The options for bundling: Rolldown bundles the library, its declarations, and the command, which esbuild minifies. */
import { readFileSync } from "node:fs";
import { transform } from "esbuild";

/** The entries of the library: each file in `dist/`, and its source. */
export const ENTRIES = {
  index: "src/index.ts",
  dotenv: "src/dotenv/index.ts",
  "dotenv-config": "src/dotenv/config.ts",
  envfile: "src/envfile/index.ts",
  expand: "src/expansion/index.ts",
  pod: "src/kubernetes/index.ts",
  template: "src/garden/index.ts",
  portable: "src/portable.ts",
};

/**
 * The library, for every runtime. The conditions of `#wasm/…` in package.json select the source of the scanners. The code is
 * readable, because it appears in stack traces; bundlers minify it.
 *
 * @type {import("rolldown").InputOptions}
 */
export const libraryInput = {
  input: ENTRIES,
  platform: "neutral",
  resolve: { mainFields: ["module", "main"] },
  external: /^#wasm\/(?!portable)/,
};

/**
 * The files with shared code: a name, and the sources in it, together with their imports. A source belongs to the first file
 * that matches. There are few files, because loading each one takes about a millisecond: split by imports alone, the library
 * has 16 files, and the command 118. A bundler omits an unused file as a whole, but it keeps the class `Environment` in any file that it includes.
 */
const CHUNKS = [
  [
    "expand",
    /[/\\]src[/\\](?:text[/\\]|expansion[/\\](?:expand|mapping|unexpanded)\.ts|wasm[/\\](?:arena|expansion-scanners|input-bytes|stopped)\.ts)/,
  ],
  // A file of its own: a Worker that uses other names would otherwise contain the scanners of env files.
  ["envfile", /[/\\]src[/\\]envfile[/\\]/],
  ["dotenv", /[/\\]src[/\\](?:dotenv[/\\](?!index|config\.ts)|wasm[/\\]dotenv-scanners\.ts)/],
  [
    "environment",
    /[/\\]src[/\\](?:expansion[/\\](?:compiled[/\\]|dialects[/\\]|environment\.ts|variables\.ts)|wasm[/\\]host-references\.ts)/,
  ],
  ["template", /[/\\]src[/\\]garden[/\\]template[/\\]/],
  ["pod", /[/\\]src[/\\]kubernetes[/\\]pod[/\\]/],
  // In index.js, constants that are computed from others would stay in every bundle.
  ["project", /[/\\]src[/\\](?!.*(?:index\.ts|dotenv[/\\]config\.ts|portable\.[jt]s))/],
];

function inGroups(chunks) {
  return { groups: chunks.map(([name, files], i) => ({ name, test: files, priority: chunks.length - i })) };
}

/** @type {import("rolldown").OutputOptions} */
export const libraryOutput = {
  dir: "dist",
  chunkFileNames: "chunks/[name].js",
  comments: { jsdoc: false },
  minifyInternalExports: false,
  codeSplitting: inGroups(CHUNKS),
};

/**
 * The scanners in JavaScript: a module whose default export makes an instance.
 *
 * @type {import("esbuild").BuildOptions}
 */
export const portableOptions = {
  bundle: true,
  format: "iife",
  globalName: "scanners",
  minifyIdentifiers: true,
  banner: { js: "// Generated from assembly/scanners.ts by scripts/build.js; not committed.\nexport default () => {" },
  footer: { js: "return scanners; };" },
};

/**
 * The command. It is CommonJS, which Node.js loads in two thirds of the time.
 *
 * @type {import("rolldown").InputOptions}
 */
export const commandInput = {
  input: {
    main: "src/cli/main.ts",
    "kubectl-main": "src/cli/kubectl-main.ts",
    "kubectl-completion-main": "src/cli/kubectl-completion-main.ts",
    // `src/cli/manifests/go-pattern.ts` loads it.
    re2js: "re2js",
  },
  platform: "node",
  resolve: { conditionNames: ["varexpand-source"] },
  // The NATS clients are optional peer dependencies.
  external: /^@nats-io\//,
};

/**
 * The files of the command, as above. Each one has the code of some commands, which others do not load. `run` has the code of
 * `expand` for plain text, and `expand` what else it uses.
 */
const COMMAND_CHUNKS = [
  ["start", /[/\\]cli[/\\]frame[/\\]start\.ts/],
  ["run", /[/\\]cli[/\\]run\.ts/],
  ["yaml", /[/\\]src[/\\](?:yaml|manifest|events)[/\\]/],
  ["envfile", /[/\\]src[/\\](?:cli[/\\]commands[/\\])?envfile[/\\]/],
  [
    "expand",
    /[/\\]src[/\\](?:expansion|wasm|cli[/\\]commands[/\\]expand[/\\](?!flux))|[/\\]node_modules[/\\]tinyglobby[/\\]/,
  ],
  ["kubernetes", /[/\\]src[/\\]kubernetes[/\\]/],
  [
    "pods",
    /[/\\]cli[/\\](?:kubectl-program|(?:files|manifests|frame|commands[/\\](?:pod|run|stream|kubectl|completion|expand))[/\\])/,
  ],
  ["lint", /[/\\]src[/\\](?:garden|lint|cli[/\\]commands[/\\](?:explain|lint|template))[/\\]/],
];

/** @type {import("rolldown").OutputOptions} */
export const commandOutput = {
  dir: "dist/cli",
  format: "cjs",
  strict: true,
  chunkFileNames: "chunks/[name].js",
  minify: false,
  minifyInternalExports: true,
  codeSplitting: inGroups(COMMAND_CHUNKS),
  plugins: [
    {
      name: "command",
      async renderChunk(code, { isEntry }) {
        const minified = (await transform(code, MINIFIED)).code;
        return isEntry ? readFileSync("src/cli/launcher.sh", "utf8") + minified : minified;
      },
      generateBundle() {
        this.emitFile({ type: "asset", fileName: "package.json", source: COMMAND_PACKAGE });
      },
    },
  ],
};

const COMMAND_PACKAGE = `${JSON.stringify({ type: "commonjs", imports: { "#re2js": "./re2js.js" } })}\n`;

/**
 * Short lines keep the message of an uncaught error readable.
 *
 * @type {import("esbuild").TransformOptions}
 */
const MINIFIED = { format: "cjs", platform: "node", target: "node20.19", minify: true, lineLimit: 200 };
