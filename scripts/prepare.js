/** Builds the package if it is older than its sources. npm runs this after `npm ci`, before tests, and before it packs. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { newerSource } from "./stale.js";

const [major, minor] = process.versions.node.split(".").map(Number);
if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) {
  if (newerSource() !== undefined) {
    installTools();
    await import("./build.js");
  }
} else {
  console.error(
    `varexpand: unsupported Node.js ${process.versions.node}; use 20.19 or a later 20.x, or 22.12 or later`,
  );
  process.exitCode = 1;
}

/**
 * Installs what the build needs. For `npm install --global git+URL`, npm installs the development dependencies of the clone
 * globally, and not in the clone.
 */
function installTools() {
  if (process.env.npm_config_global !== "true") return;
  const { npm_config_global, npm_config_prefix, npm_config_local_prefix, ...env } = process.env;
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--no-global"];
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const { status } = spawnSync("npm", args, { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) process.exit(1);
}
