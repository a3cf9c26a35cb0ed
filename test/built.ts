/** Files of the built package, for tests that run or import it. */
import { join } from "node:path";
// @ts-expect-error: the build has no types
import { newerSource } from "../scripts/stale.js";

const newer: string | undefined = newerSource();

/** @throws Error if the package is older than a source, because a test of it would show nothing */
export function built(path: string): string {
  if (newer !== undefined) throw new Error(`dist/ is older than ${newer}: run npm run build`);
  return join(import.meta.dirname, "..", path);
}
