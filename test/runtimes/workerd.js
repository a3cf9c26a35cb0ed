/** Workers: bundled by esbuild or wrangler, run by Cloudflare's own runtime over loopback. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { build } from "esbuild";

/** A bundle: its folder, its main module, and all the files that go to the edge. */
function bundleIn(folder, main) {
  const files = readdirSync(folder).filter((file) => /\.(js|wasm)$/.test(file));
  return { folder, main, files: files.map((file) => join(folder, file)) };
}

export async function bundleWithEsbuild(project, entry, { name = basename(entry, ".js"), plugins = [] } = {}) {
  const folder = join(project, `esbuild-${name}`);
  await build({
    entryPoints: [join(project, entry)],
    outdir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    loader: { ".wasm": "copy" },
    plugins,
    logLevel: "error",
  });
  return bundleIn(folder, entry);
}

export function bundleWithWrangler({ node24, wrangler }, project, entry) {
  if (node24 === undefined || wrangler === undefined) throw new Error("wrangler or the Node it needs is not installed");
  const folder = join(project, `wrangler-${basename(entry, ".js")}`);
  mkdirSync(folder, { recursive: true });
  const flags = ["--minify", "--dry-run", "--compatibility-date", "2026-01-01", "--name", "conformance"];
  execFileSync(node24, [wrangler, "deploy", entry, "--outdir", folder, ...flags], {
    cwd: project,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" },
  });
  return bundleIn(folder, entry);
}

/** Serves a bundle with workerd while `use(origin, pid)` runs; `bindings` are the JSON values in the Worker's `env`. */
export async function withWorkerd(workerd, { folder, main, files }, use, bindings = {}) {
  if (workerd === undefined) throw new Error("workerd is not installed");
  const port = await freePort();
  const modules = files
    .map((file) => basename(file))
    .sort((a, b) => Number(b === main) - Number(a === main))
    .map((file) => `(name = "${file}", ${file.endsWith(".wasm") ? "wasm" : "esModule"} = embed "${file}")`);
  const values = Object.entries(bindings).map(
    ([name, value]) => `(name = "${name}", json = ${JSON.stringify(JSON.stringify(value))})`,
  );
  const worker = `(compatibilityDate = "2026-01-01", modules = [${modules.join(", ")}], bindings = [${values.join(", ")}])`;
  writeFileSync(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = ${worker})],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`,
  );
  const server = spawn(workerd, ["serve", "config.capnp"], { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  try {
    const origin = `http://127.0.0.1:${port}`;
    await answering(origin);
    return await use(origin, server.pid);
  } finally {
    server.kill();
  }
}

export async function runInWorkerd(workerd, bundle) {
  return withWorkerd(workerd, bundle, async (origin) => {
    const time = async (path) => {
      const start = performance.now();
      await (await fetch(origin + path)).text();
      return performance.now() - start;
    };
    const empty = await time("/empty");
    const first = await time("/first");
    const response = await fetch(origin);
    if (!response.ok) throw new Error(`workerd answered ${response.status}: ${await response.text()}`);
    const { refused, ...rest } = await response.json();
    if (!refused) throw new Error("workerd compiled bytes, which it should refuse");
    return { ...rest, coldStart: Math.max(0, first - empty) };
  });
}

/** Waits until the server takes requests: 10 seconds at most. */
async function answering(origin) {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      await (await fetch(`${origin}/empty`)).text();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error("workerd does not answer");
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
