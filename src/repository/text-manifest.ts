/** A manifest whose text is in memory: open in an editor, or changed by a fix. */

import { BEGINNING } from "../text/position.ts";
import { tryOrUndefined } from "../text/try-or-undefined.ts";
import { KUBERNETES } from "../yaml/dialect.ts";
import { DocumentError } from "../yaml/error.ts";
import { parseManifest } from "../yaml/parse.ts";
import { isYttTemplate } from "../yaml/ytt.ts";
import type { Manifest } from "./apply-set.ts";
import { ManifestPart } from "./manifest-part.ts";

export class TextManifest implements Manifest {
  readonly name: string;
  readonly path: string;
  readonly isFound: boolean;
  readonly text: string;
  private readonly read: () => readonly ManifestPart[];
  private known: readonly ManifestPart[] | undefined;

  constructor({ name, path, isFound }: Pick<TextManifest, "name" | "path" | "isFound">, text: string) {
    this.name = name;
    this.path = path;
    this.isFound = isFound;
    this.text = text;
    this.read = () => {
      if (isYttTemplate(text)) return [];
      const documents = tryOrUndefined(() => parseManifest(text, KUBERNETES), DocumentError);
      const part = documents && { text, start: BEGINNING, documents, duplicates: [] };
      return part === undefined ? [] : [new ManifestPart(name, part, isFound)];
    };
  }

  get size(): number {
    return this.text.length;
  }

  parts(): readonly ManifestPart[] {
    this.known ??= this.read();
    return this.known;
  }

  visit(visit: (part: ManifestPart) => void): boolean {
    this.parts().forEach(visit);
    return this.parts().length > 0;
  }
}
