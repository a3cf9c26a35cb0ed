import { readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { needsOwnProcess } from "./test/own-process.ts";
import { SkippedTests } from "./test/skipped.ts";

const path = (file: string) => new URL(file, import.meta.url).pathname;

const ALONE = readdirSync(path("test"), { recursive: true, encoding: "utf8" })
  .map((name) => `test/${name.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".test.ts") && needsOwnProcess(path(file)));

/** What scans bytes: the debug build changes nothing elsewhere. */
const SCANNING = [
  "test/{wasm,expansion,streams,envfile}/**/*.test.ts",
  "test/cli/commands/expand/shard-text.test.ts",
  "test/input-memory.test.ts",
  "test/template/{vectors,fuzz}.test.ts",
  "test/kubernetes/pod/resolve/vectors.test.ts",
];
const SCANNING_ALONE = ALONE.filter((file) => /^test\/(?:wasm|expansion|streams|envfile)\//.test(file));

/** Time that grows and texts of many MiB tell nothing with tiny buffers; the primitives have a module of their own. */
const RELEASE_ONLY = ["test/**/{linear,large}.test.ts", "test/wasm/{blocks,bytes,seed}.test.ts"];

/**
 * The tests run on the release build, and what scans bytes on the debug build too. There every buffer holds a few
 * entries, free memory is poisoned, and addresses cross 2 GiB: what random inputs rarely reach is reached by each test.
 */
const project = (name: string, build: "release" | "debug", include: string[], exclude: string[], isolate = false) => ({
  resolve: {
    conditions: ["varexpand-source"],
    alias:
      build === "debug"
        ? [
            { find: /^#wasm\/.*/, replacement: path("test/wasm/debug-module.ts") },
            { find: /^(?:\.|.*\/wasm)\/rooms\.ts$/, replacement: path("test/wasm/small-rooms.ts") },
          ]
        : undefined,
  },
  ssr: { resolve: { conditions: ["varexpand-source"] } },
  test: {
    name,
    include,
    exclude,
    isolate,
    env: build === "debug" ? { VAREXPAND_GROWTH: "off" } : {},
    testTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    reporters: ["default", new SkippedTests()],
    // A process for each file would take longer to start than most files take to run.
    maxWorkers: "100%",
    // Of what runs in the tests' own processes: what the built command runs is not counted.
    coverage: { reporter: ["text"], include: ["src/**"], exclude: ["src/wasm/embedded-*.ts", "**/*.d.ts"] },
    projects: [
      project("release", "release", ["test/**/*.test.ts"], ALONE),
      project("release-alone", "release", ALONE, [], true),
      project("debug", "debug", SCANNING, [...RELEASE_ONLY, ...ALONE]),
      project("debug-alone", "debug", SCANNING_ALONE, [], true),
    ],
  },
});
