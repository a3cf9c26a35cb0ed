/** Builds the package if it is older than its sources. npm runs this after `npm ci`, before tests, and before it packs. */
import { newerSource } from "./stale.js";

const [major, minor] = process.versions.node.split(".").map(Number);
if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) {
  if (newerSource() !== undefined) await import("./build.js");
} else {
  console.error(
    `varexpand: unsupported Node.js ${process.versions.node}; use 20.19 or a later 20.x, or 22.12 or later`,
  );
  process.exitCode = 1;
}
