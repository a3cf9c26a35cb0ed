/** The files with comments that suppress findings, as far as they have been read. */

import { Folders, type RepositoryHost, withReading } from "../repository/folders.ts";
import { tryOrUndefined } from "../text/try-or-undefined.ts";
import { DocumentError } from "../yaml/error.ts";
import type { Node } from "../yaml/node.ts";
import { parseManifest } from "../yaml/parse.ts";
import { SUPPRESSION } from "./suppressions.ts";

export class CommentedFiles {
  /** Reads files, and lists each folder once. */
  readonly host: RepositoryHost;
  private readonly paths = new Set<string>();

  constructor(host: RepositoryHost) {
    const folders = new Folders(host);
    this.host = withReading(host, {
      list: (folder) => folders.list(folder),
      read: (path) => {
        const text = host.read(path);
        if (text?.includes(SUPPRESSION)) this.paths.add(path);
        return text;
      },
    });
  }

  /** The paths of the files, in the order in which they were read. */
  [Symbol.iterator](): Iterator<string> {
    return this.paths.values();
  }
}

/** The documents of a text that can have comments which suppress findings. */
export function commentedIn(text: string): readonly Node[] {
  return text.includes(SUPPRESSION) ? (tryOrUndefined(() => parseManifest(text), DocumentError) ?? []) : [];
}
