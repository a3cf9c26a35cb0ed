import { readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { needsOwnProcess } from "./test/own-process.ts";
import { SkippedTests } from "./test/skipped.ts";

const path = (file: string) => new URL(file, import.meta.url).pathname;

const ALONE = readdirSync(path("test"), { recursive: true, encoding: "utf8" })
  .map((name) => `test/${name.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".test.ts") && needsOwnProcess(path(file)));

/** Tests of code that scans bytes. The debug build makes no difference for other tests. */
const SCANNING = [
  "test/{wasm,expansion,envfile}/**/*.test.ts",
  "test/cli/commands/expand/shard-text.test.ts",
  "test/input-memory.test.ts",
  "test/garden/template/{vectors,fuzz}.test.ts",
  "test/kubernetes/pod/resolve/vectors.test.ts",
];
/** Tests of the scanners in JavaScript: all vectors, and what crosses the boundary between host and scanners. */
const PORTABLE = [
  "test/**/vectors.test.ts",
  "test/{expansion,envfile}/**/*.test.ts",
  "test/wasm/{byte-expansion,string-batch,yaml,line-feeds}.test.ts",
];
const SCANNING_ALONE = ALONE.filter((file) => /^test\/(?:wasm|expansion|envfile)\//.test(file));

/**
 * Tests of growth and of large texts, which have no purpose with tiny buffers, tests of primitives, which have their own
 * module, and tests of other programs.
 */
const RELEASE_ONLY = [
  "test/**/{linear,large}.test.ts",
  "test/wasm/{blocks,bytes,seed}.test.ts",
  "test/envfile/writers/sourced.test.ts",
];

/** Random tests of what the host makes of YAML, whose scanners have random tests of their own. */
const OF_THE_HOST = ["test/expansion/streams/yaml-in-place.test.ts", "test/expansion/dialects/structure.test.ts"];

/**
 * All tests run with the release build. Tests of code that scans bytes also run with the debug build, in which every buffer
 * has room for a few entries, free memory is poisoned, and addresses cross 2 GiB. Each test then reaches cases that random
 * inputs rarely reach.
 */
const project = (
  name: string,
  build: "release" | "debug" | "portable",
  include: string[],
  exclude: string[],
  isolate = false,
) => ({
  resolve: {
    conditions: ["varexpand-source"],
    alias:
      build === "debug"
        ? [
            { find: /^#wasm\/.*/, replacement: path("test/wasm/debug-module.ts") },
            { find: /^(?:\.|.*\/wasm)\/capacities\.ts$/, replacement: path("test/wasm/small-capacities.ts") },
          ]
        : build === "portable"
          ? [{ find: /^#wasm\/.*/, replacement: path("test/wasm/portable-module.ts") }]
          : undefined,
  },
  ssr: { resolve: { conditions: ["varexpand-source"] } },
  test: {
    name,
    include,
    exclude,
    isolate,
    // Growth is that of the release build: the portable one is its translation.
    env: build === "release" ? {} : { VAREXPAND_GROWTH: "off" },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    reporters: ["default", new SkippedTests()],
    // Vitest limits a percentage to the number of cores. Another worker would import and compile everything once more.
    maxWorkers: "100%",
    // Only code that runs in the processes of the tests; processes of the built command are not counted.
    coverage: { reporter: ["text"], include: ["src/**"], exclude: ["src/wasm/embedded-*.ts", "**/*.d.ts"] },
    projects: [
      project("release", "release", ["test/**/*.test.ts"], ALONE),
      project("release-alone", "release", ALONE, [], true),
      project("portable", "portable", PORTABLE, [...RELEASE_ONLY, ...OF_THE_HOST]),
      project("debug", "debug", SCANNING, [...RELEASE_ONLY, ...ALONE]),
      project("debug-alone", "debug", SCANNING_ALONE, [], true),
    ],
  },
});
