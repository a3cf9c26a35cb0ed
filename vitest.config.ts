import { defineConfig } from "vitest/config";

/** Every test runs on both builds of the scanners: the debug build checks what the release build asserts. */
const build = (name: "release" | "debug") => ({
  resolve: {
    conditions: ["varexpand-source"],
    alias:
      name === "debug" ? { "#wasm-module": new URL("test/wasm/debug-module.ts", import.meta.url).pathname } : undefined,
  },
  ssr: { resolve: { conditions: ["varexpand-source"] } },
  test: { name, include: ["test/**/*.test.ts"], env: { VAREXPAND_BUILD: name }, testTimeout: 60_000 },
});

export default defineConfig({ test: { projects: [build("release"), build("debug")] } });
