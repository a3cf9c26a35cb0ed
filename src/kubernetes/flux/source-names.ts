/** The names in the files of a repository: most files have none that a Kustomization refers to, and are not parsed. */

import { getOrAdd } from "../../text/grouped.ts";
import { SimilarNames } from "../../text/similar-names.ts";

/** The text of each member called `name` that is not empty, a collection, or a template, and strings that can hide one. */
const NAME = /\bname["']?\s*:\s*["']?(?![[{$"'\s])(?:[-\w.]*\\|([-\w.]*))|"[-\w.]*\\[xuU]|!!binary/g;

/** Shorter names are often similar to each other. */
const MIN_SIMILAR_LENGTH = 5;

export class SourceNames {
  /** The files with a name, by their positions. */
  private readonly named = new Map<string, Set<number>>();
  private similar: SimilarNames | undefined;
  /** The files that can have any name. */
  private readonly unclear = new Set<number>();
  private readonly files: readonly string[];

  /** @param textOf returns undefined for a file whose names are not in its text */
  constructor(files: Iterable<string>, textOf: (path: string) => string | undefined) {
    this.files = [...files];
    for (const [i, path] of this.files.entries()) this.add(i, textOf(path));
  }

  private add(file: number, text: string | undefined): void {
    if (text === undefined) this.unclear.add(file);
    // Parts of a shorter text: those of the file would retain all of it.
    const names = Array.from(text?.matchAll(NAME) ?? [], ([, name = ""]) => `\n${name}`);
    for (const name of names.join("").split("\n").slice(1)) {
      if (name === "") this.unclear.add(file);
      else getOrAdd(this.named, name, () => new Set()).add(file);
    }
  }

  /** The files that can have an object with a name, in their order. */
  filesWith(name: string): string[] {
    const found = new Set([...(this.named.get(name) ?? []), ...this.unclear]);
    return [...found].sort((a, b) => a - b).map((file) => this.files[file]!);
  }

  /** A name that differs in one character, but not only in digits. */
  similarTo(name: string): string | undefined {
    if (name.length < MIN_SIMILAR_LENGTH || name.includes("$")) return undefined;
    this.similar ??= new SimilarNames(new Set(this.named.keys()));
    return this.similar.to(name, (other) => other[0] === name[0] || other.at(-1) === name.at(-1));
  }
}
