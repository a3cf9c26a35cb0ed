/** Warnings about keys that a mapping has more than once: Kubernetes' tools take the last value without a word. */

import { printable } from "../../../text/printable.ts";
import { doubleQuoted } from "../../../yaml/write/double-quoted.ts";
import type { ManifestPart } from "../../manifests/manifest-file.ts";

/** More warnings than this are counted only. */
const MOST = 20;
/** How much of a key a warning shows. */
const LONGEST_KEY = 200;

export class DuplicateWarnings {
  private readonly shown: string[] = [];
  private more = 0;

  add(part: ManifestPart): void {
    for (const { key, first, last } of part.duplicates) {
      if (this.shown.length === MOST) {
        this.more++;
        continue;
      }
      const name = printable(doubleQuoted(key), LONGEST_KEY);
      const places = `${part.place(last)}: warning: the key ${name} is there twice`;
      this.shown.push(`${places}: this value counts, and not the one at ${part.place(first)}`);
    }
  }

  lines(): string[] {
    return this.more === 0 ? this.shown : [...this.shown, `warning: ${this.more} more keys are there twice`];
  }
}
