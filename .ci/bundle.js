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
 * also loads what they would load only when it is used. So does asking for its properties: only those
 * that are used are asked for. A library may use the module as an object, and gets that.
 */
export const nodeModules = {
  name: "node-modules",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^(?:node:)?(?:${builtinModules.join("|")})$`) }, ({ importer, kind, path }) => {
      if (kind === "dynamic-import") return { path, external: true };
      const isOurs = !importer.includes("node_modules");
      return { path: path.replace(/^(?:node:)?/, "node:"), namespace: isOurs ? "imported" : "required" };
    });
    const got = (path) => `process.getBuiltinModule(${JSON.stringify(path)})`;
    onLoad({ filter: /^/, namespace: "required" }, ({ path }) => ({ contents: `module.exports = ${got(path)};` }));
    onLoad({ filter: /^/, namespace: "imported" }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path)).filter((name) => /^[A-Za-z]\w*$/.test(name));
      const exported = names.map((name) => `export const ${name} = /* @__PURE__ */ property("${name}");\n`);
      return { contents: `const all = ${got(path)};\nconst property = (name) => all[name];\n${exported.join("")}` };
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
