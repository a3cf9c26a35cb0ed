/** How the package is bundled: the library by Rolldown, which also bundles its declarations, and the command by esbuild. */

/** The entries of the library: each file in `dist/`, and its source. */
export const ENTRIES = {
  index: "src/index.ts",
  envfile: "src/envfile/index.ts",
  expand: "src/expansion/index.ts",
  pod: "src/kubernetes/pod/index.ts",
  template: "src/template/index.ts",
};

/**
 * The library, for every runtime: conditions of `#wasm/…` in package.json decide where the scanners come from. It is
 * readable, because people see it in stack traces; bundlers minify it.
 *
 * @type {import("rolldown").InputOptions}
 */
export const libraryInput = {
  input: ENTRIES,
  platform: "neutral",
  resolve: { mainFields: ["module", "main"] },
  external: /^#wasm\//,
};

/**
 * The files of shared code, few because each one delays the start: a name, and the sources that are not in a file above it,
 * with what they import. A bundler leaves out a file as a whole, but keeps the class `Environment` wherever it is.
 */
const CHUNKS = [
  ["expand", /[/\\]src[/\\](?:text[/\\]|expansion[/\\](?:expand|escape|mapping)\.ts)/],
  ["wasm", /[/\\]src[/\\]wasm[/\\](?:arena|expansion-scanners|input-bytes|stopped|text)\.ts/],
  ["envfile", /[/\\]src[/\\]envfile[/\\]/],
  ["environment", /[/\\]src[/\\]expansion[/\\]environment\.ts/],
  ["template", /[/\\]src[/\\]template[/\\]/],
  ["pod", /[/\\]src[/\\]kubernetes[/\\]pod[/\\]/],
  ["project", /[/\\]src[/\\](?!.*index\.ts)/],
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
 * The command. Its lines are short enough for the message of an uncaught error.
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
  // The language server's library is CommonJS, and requires only modules of Node.
  banner: { js: "var require=process.getBuiltinModule;" },
  // The NATS clients are optional peer dependencies.
  external: ["@nats-io/*"],
  metafile: true,
  logLevel: "warning",
};
