/** Names for findings that stay the same when lines move. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Finding } from "./finding.ts";

/**
 * A function from findings to fingerprints. They depend on the file, the rule and what the message says, not on the
 * line; of several that say the same, each has its own.
 *
 * @param pathOf the file's path, however its name was given
 */
export function fingerprints(pathOf: (file: string) => string): (finding: Finding) => string {
  const counts = new Map<string, number>();
  return ({ file, rule, same, object = "" }) => {
    const text = JSON.stringify([pathOf(file), rule, object, same]);
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return bytesToHex(sha256(utf8ToBytes(count === 0 ? text : `${text}${count}`))).slice(0, 32);
  };
}
