/** How the package is bundled by esbuild. */
import { builtinModules } from "node:module";

/** @type {import("esbuild").BuildOptions} */
export const bundleOptions = {
  bundle: true,
  format: "esm",
  target: "es2022",
  outdir: "dist",
  outbase: "src",
  // A runtime parses what it imports, needed or not: short text is what makes the start fast. Maps would be four fifths
  // of what is published.
  minify: true,
  // Templates and pods are chunks of their own, so that a bundler leaves out the libraries that only they use.
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
};

/** What CommonJS asks for of Node: in a module, there is no `require`. */
export const nodeModules = {
  name: "node-modules",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^(?:node:)?(?:${builtinModules.join("|")})$`) }, ({ kind, path }) => {
      return kind === "require-call"
        ? { path: path.replace(/^(?:node:)?/, "node:"), namespace: "required" }
        : undefined;
    });
    onLoad({ filter: /^/, namespace: "required" }, ({ path }) => {
      const contents = `import * as found from ${JSON.stringify(path)}; module.exports = found.default ?? found;`;
      return { contents, resolveDir: "." };
    });
  },
};

/**
 * The command: files in dist/cli/, with their chunks.
 *
 * @type {import("esbuild").BuildOptions}
 */
export const commandOptions = {
  ...bundleOptions,
  entryPoints: ["src/cli/main.ts", "src/cli/kubectl-main.ts", "src/cli/kubectl-completion-main.ts"],
  platform: "node",
  // The clients of NATS are optional: whoever streams installs them.
  external: ["#wasm-module", "#expansion-module", "@nats-io/*"],
  plugins: [nodeModules],
};
