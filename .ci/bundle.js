/** How the package is bundled by esbuild. */
import { readFileSync } from "node:fs";
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

/**
 * Modules of Node are got when the code starts, in place of being imported: that takes a fifth of the time, as an import
 * also loads what they would load only when it is used. In CommonJS, it stands for `require`.
 */
export const nodeModules = {
  name: "node-modules",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^(?:node:)?(?:${builtinModules.join("|")})$`) }, ({ kind, path }) => {
      return kind === "dynamic-import"
        ? { path, external: true }
        : { path: path.replace(/^(?:node:)?/, "node:"), namespace: "builtin" };
    });
    onLoad({ filter: /^/, namespace: "builtin" }, ({ path }) => {
      return { contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});` };
    });
  },
};

/** In the files for Node, `crypto` of the seed is that of `src/wasm/random-node.ts`. */
const randomOfNode = {
  name: "random-of-node",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]wasm[\\/]seed\.ts$/ }, ({ path }) => {
      return { contents: `import { crypto } from "./random-node.ts";\n${readFileSync(path, "utf8")}`, loader: "ts" };
    });
  },
};

/** @type {import("esbuild").BuildOptions} */
export const nodeOptions = {
  ...bundleOptions,
  alias: { "#wasm-module": "./src/wasm/module.ts", "#expansion-module": "./src/wasm/expansion-module.ts" },
  plugins: [randomOfNode],
};

/**
 * The command: files in dist/cli/, with their chunks.
 *
 * @type {import("esbuild").BuildOptions}
 */
export const commandOptions = {
  ...nodeOptions,
  entryPoints: ["src/cli/main.ts", "src/cli/kubectl-main.ts", "src/cli/kubectl-completion-main.ts"],
  platform: "node",
  // The clients of NATS are optional: whoever streams installs them.
  external: ["@nats-io/*"],
  plugins: [...nodeOptions.plugins, nodeModules],
};
