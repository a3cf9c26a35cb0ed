/** Where the runtimes' executables are: in the platform packages beside this file, and Debian's Chromium. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const modules = join(import.meta.dirname, "node_modules");
const require = createRequire(import.meta.url);

/** The first of these files that is there. Executables come in packages of their own, which need no install script. */
function first(...paths) {
  return paths.find((path) => existsSync(path));
}

/** An absolute path for each runtime that is here. */
export function binaries() {
  const { platform, arch } = process;
  const libc = platform === "linux" ? "-glibc" : "";
  const workerdArch = arch === "x64" ? "64" : arch;
  return {
    node18: first(join(modules, "node18/bin/node")),
    node20: first(join(modules, "node20/bin/node")),
    node22: first(join(modules, "node22/bin/node")),
    "node22-latest": first(join(modules, "node22-latest/bin/node")),
    node24: first(join(modules, "node24/bin/node")),
    node26: first(join(modules, "node26/bin/node")),
    deno: first(join(modules, `@deno/${platform}-${arch}${libc}/deno`)),
    bun: first(join(modules, `@oven/bun-${platform}-${arch}/bin/bun`)),
    workerd: first(join(modules, `@cloudflare/workerd-${platform}-${workerdArch}/bin/workerd`)),
    wrangler: first(join(dirname(require.resolve("wrangler/package.json")), "bin/wrangler.js")),
    chromium: first(
      process.env.CHROMIUM ?? "",
      "/usr/bin/chromium",
      "/usr/bin/chromium-browser",
      "/usr/bin/google-chrome",
    ),
  };
}
