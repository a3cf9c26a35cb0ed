/** Where something of a project is declared: the key, if there is one. */

import type { TextRange } from "../../lint/pod-place.ts";
import type { SourcePlace } from "../../variables/error.ts";
import { pathAt } from "../../yaml/path-at.ts";
import { keyRange } from "../places.ts";
import type { ProjectPicture } from "./project-picture.ts";

export interface Declared {
  /** Undefined for what stands in no file. */
  readonly file: string | undefined;
  readonly range: TextRange | undefined;
  /** The value and the level's name, of a variable. */
  readonly value?: string;
  readonly level?: string | undefined;
  readonly isHidden: boolean;
}

/**
 * The range of what a place is about.
 *
 * @param place of a value
 * @param keys that lead to the value; the last one is its own
 */
export function declarationPlace(
  picture: ProjectPicture,
  { file, offset }: SourcePlace,
  keys: readonly string[],
): { readonly file: string; readonly range: TextRange } | undefined {
  if (file === undefined || offset === undefined) return undefined;
  const text = picture.textOf(file);
  if (text === undefined) return undefined;
  const document = picture.documentAt(file, offset);
  if (document !== undefined) {
    const path = [...pathAt(text, document.root, offset).path];
    // A mapping begins with its first key.
    while (path.length > 0 && `${path.at(-1)}` !== keys.at(-1)) path.pop();
    if (path.length > 0) return { file, range: keyRange(text, document.root, path) };
    return { file, range: { start: offset, end: offset + /^[^\r\n#]*/.exec(text.slice(offset))![0].trimEnd().length } };
  }
  // A line of a dotenv file.
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  const name = text.slice(lineStart, offset).lastIndexOf(keys[0] ?? "");
  const start = name === -1 ? offset : lineStart + name;
  return { file, range: { start, end: name === -1 ? offset : start + (keys[0] ?? "").length } };
}
