/**
 * The programs that some tests need. If one is missing, its tests are skipped, and test/skipped.ts lists them. With
 * REQUIRE_TOOLS=1, which .ci/run sets, it is an error.
 */
import { spawnSync } from "node:child_process";

/** Whether a program is installed: it runs with these arguments and exits with 0. */
export function hasTool(name: string, ...args: string[]): boolean {
  const hasValue = spawnSync(name, args, { stdio: "ignore" }).status === 0;
  return hasValue || missing(name);
}

/** @throws Error with REQUIRE_TOOLS=1 */
export function missing(name: string): false {
  if (process.env.REQUIRE_TOOLS === "1") throw new Error(`${name} is not installed, and REQUIRE_TOOLS is set`);
  console.warn(`not installed: ${name}`);
  return false;
}
