import { defineConfig } from "vitest/config";

const TESTS = {
  release: ["test/**/*.test.ts"],
  /** What scans, and every vector and random input. */
  debug: ["test/{wasm,expansion,streams,envfile}/**/*.test.ts", "test/**/*{vectors,fuzz,model}.test.ts"],
};

const EXCLUDED = {
  release: [],
  /** Time that grows and texts of many MiB tell nothing with tiny buffers; the primitives have a module of their own. */
  debug: ["test/**/{linear,large}.test.ts", "test/wasm/{blocks,bytes,seed}.test.ts"],
};

const path = (file: string) => new URL(file, import.meta.url).pathname;

/**
 * Every test runs on both builds of the scanners. In the debug build every buffer holds a few entries, free memory is
 * poisoned, and addresses cross 2 GiB: what random inputs rarely reach is reached by each test.
 */
const build = (name: "release" | "debug") => ({
  resolve: {
    conditions: ["varexpand-source"],
    alias:
      name === "debug"
        ? [
            { find: "#wasm-module", replacement: path("test/wasm/debug-module.ts") },
            { find: /^(?:\.|.*\/wasm)\/rooms\.ts$/, replacement: path("test/wasm/small-rooms.ts") },
          ]
        : undefined,
  },
  ssr: { resolve: { conditions: ["varexpand-source"] } },
  test: { name, include: TESTS[name], exclude: EXCLUDED[name], env: { VAREXPAND_BUILD: name }, testTimeout: 60_000 },
});

export default defineConfig({ test: { projects: [build("release"), build("debug")] } });
