/** Builds the scanners and the worker with counters, and the list of counters, in build/fuzz/. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build as bundle, type Plugin } from "esbuild";
import { type Counters, instrumented } from "./instrument.ts";

export interface Places {
  readonly host: Counters;
  readonly scanners: Counters;
}

export async function build(root: string, to: string): Promise<Places> {
  rmSync(join(to, "assembly"), { recursive: true, force: true });
  mkdirSync(join(to, "assembly"), { recursive: true });
  const places = { host: [], scanners: buildScanners(root, to) };
  await buildWorker(root, to, places.host);
  writeFileSync(join(to, "counters.json"), JSON.stringify(places));
  return places;
}

function buildScanners(root: string, to: string): Counters {
  const counters: Counters = [];
  for (const name of readdirSync(join(root, "assembly"), { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts") || name === "testing.ts") continue;
    const source = readFileSync(join(root, "assembly", name), "utf8");
    const counting = instrumented(`assembly/${name}`, source, counters, (n) => `$count(${n})`);
    const isPlain = counting === source;
    const coverage = relative(dirname(name), "coverage");
    mkdirSync(join(to, "assembly", dirname(name)), { recursive: true });
    writeFileSync(
      join(to, "assembly", name),
      isPlain ? source : `import { $count } from "./${coverage}"; ${counting}`,
      "utf8",
    );
  }
  writeFileSync(
    join(to, "assembly/coverage.ts"),
    `const map = memory.data(${counters.length}, 16);
export function $count(n: usize): void { store<u8>(map + n, load<u8>(map + n) + 1); }
export function coverageAt(): usize { return map; }\n`,
  );
  const index = join(to, "assembly/scanners.ts");
  writeFileSync(index, `${readFileSync(index, "utf8")}export { coverageAt } from "./coverage";\n`);
  // Like the debug build of asconfig.json, whose small buffers are soon full, but fast.
  execFileSync(
    process.execPath,
    [
      ...[join(root, "node_modules/assemblyscript/bin/asc.js"), index, "--config", "none", "--outFile"],
      ...[
        join(to, "fuzz.wasm"),
        "--runtime",
        "stub",
        "--use",
        "abort=",
        "--use",
        "SMALL_CAPACITIES=1",
        "-O2",
        "--noAssert",
      ],
      ...["--initialMemory", "1", "--enable", "simd", "--disableWarning"],
    ],
    { stdio: "inherit" },
  );
  return counters;
}

async function buildWorker(root: string, to: string, counters: Counters): Promise<void> {
  const counting: Plugin = {
    name: "counting",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^#wasm\// }, () => ({ path: join(root, "test/fuzz/fuzz-module.ts") }));
      onResolve({ filter: /\/capacities\.ts$/ }, () => ({ path: join(root, "test/wasm/small-capacities.ts") }));
      onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, "utf8");
        const text = instrumented(relative(root, path), source, counters, (n) => `$coverage[${n}]++`);
        return { contents: text, loader: "ts" };
      });
    },
  };
  await bundle({
    entryPoints: [join(root, "test/fuzz/worker.ts")],
    outfile: join(to, "worker.js"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    conditions: ["varexpand-source"],
    plugins: [counting],
    banner: { js: "const $coverage = (globalThis.$coverage = new Uint8Array(1 << 16));" },
    sourcemap: "inline",
    logLevel: "warning",
  });
}
