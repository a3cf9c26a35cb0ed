/** The options for bundling: Rolldown bundles the library and its declarations, and esbuild the command. */

/** The entries of the library: each file in `dist/`, and its source. */
export const ENTRIES = {
  index: "src/index.ts",
  envfile: "src/envfile/index.ts",
  expand: "src/expansion/index.ts",
  pod: "src/kubernetes/pod/index.ts",
  template: "src/garden/template/index.ts",
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
 * that matches. There are few files, because loading each one takes about a
 * millisecond. A bundler omits an unused file as a whole, but it keeps the class `Environment` in any file that it includes.
 */
const CHUNKS = [
  [
    "expand",
    /[/\\]src[/\\](?:text[/\\]|envfile[/\\]|expansion[/\\](?:expand|mapping)\.ts|wasm[/\\](?:arena|expansion-scanners|input-bytes|stopped)\.ts)/,
  ],
  [
    "environment",
    /[/\\]src[/\\](?:expansion[/\\](?:compiled[/\\]|dialects[/\\]|environment\.ts|variables\.ts)|wasm[/\\]host-references\.ts)/,
  ],
  ["template", /[/\\]src[/\\]garden[/\\]template[/\\]/],
  ["pod", /[/\\]src[/\\]kubernetes[/\\]pod[/\\]/],
  // In index.js, constants that are computed from others would stay in every bundle.
  ["project", /[/\\]src[/\\](?!.*(?:index\.ts|portable\.[jt]s))/],
];

/** @type {import("rolldown").OutputOptions} */
export const libraryOutput = {
  dir: "dist",
  chunkFileNames: "chunks/[name].js",
  comments: { jsdoc: false },
  minifyInternalExports: false,
  codeSplitting: {
    groups: CHUNKS.map(([name, files], i) => ({ name, test: files, priority: CHUNKS.length - i })),
  },
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
  banner: { js: "// Generated from assembly/scanners.ts by .ci/build.js; not committed.\nexport default () => {" },
  footer: { js: "return scanners; };" },
};

/**
 * The command. Short lines keep the message of an uncaught error readable.
 *
 * @type {import("esbuild").BuildOptions}
 */
export const commandOptions = {
  entryPoints: ["src/cli/main.ts", "src/cli/kubectl-main.ts", "src/cli/kubectl-completion-main.ts"],
  outdir: "dist/cli",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  chunkNames: "chunks/[name]-[hash]",
  minify: true,
  lineLimit: 200,
  legalComments: "none",
  conditions: ["varexpand-source"],
  // The library of the language server is CommonJS and requires only modules of Node.js.
  banner: { js: "var require=process.getBuiltinModule;" },
  // The NATS clients are optional peer dependencies.
  external: ["@nats-io/*"],
  metafile: true,
  logLevel: "warning",
};
