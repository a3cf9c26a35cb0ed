/** The versions of Node.js that bench/package.json installs. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../src/cli/frame/errors.ts";
import { REPOSITORY } from "./repository.ts";

/**
 * The program of a version such as `24`; a path remains.
 *
 * @throws UsageError for a version that is not installed
 */
export function installedNode(versionOrPath: string): string {
  if (!/^\d+$/.test(versionOrPath)) return versionOrPath;
  const path = join(REPOSITORY, `bench/node_modules/node${versionOrPath}/bin/node`);
  if (!existsSync(path)) throw new UsageError(`--node ${versionOrPath}: not in bench/package.json, or not installed`);
  return path;
}
