/** Regular expressions of Go, in which kustomize selects objects. */

import { createRequire } from "node:module";
import { tryOrUndefined } from "../../text/try-or-undefined.ts";

const load = createRequire(import.meta.url);

/**
 * Compiles an expression; undefined for one that Go refuses. A test takes linear time.
 *
 * The engine is loaded on first use, because few kustomizations have patterns: that takes as long as the rest of a command's
 * start.
 */
export function goPattern(source: string): ((text: string) => boolean) | undefined {
  const { RE2JS, RE2JSSyntaxException } = load("#re2js") as typeof import("re2js");
  const compiled = tryOrUndefined(() => RE2JS.compile(source), RE2JSSyntaxException);
  return compiled && ((text) => compiled.test(text));
}
