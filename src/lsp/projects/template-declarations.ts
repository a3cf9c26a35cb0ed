/** The declarations of a project: the range of the key, if there is one. */

import type { SourcePlace } from "../../garden/variables/error.ts";
import type { TextRange } from "../../lint/finding.ts";
import { pathAt } from "../../yaml/places.ts";
import { keyRange } from "../places.ts";
import type { ProjectSnapshot } from "./project-snapshot.ts";

export interface Declared {
  /** Undefined if the declaration is not in a file. */
  readonly file: string | undefined;
  readonly range: TextRange | undefined;
  /** The value and the name of the level, for a variable. */
  readonly value?: string;
  readonly level?: string | undefined;
  readonly isHidden: boolean;
}

/**
 * The range of a declaration.
 *
 * @param place the place of the value
 * @param keys the keys that lead to the value
 */
export function declarationPlace(
  snapshot: ProjectSnapshot,
  { file, offset }: SourcePlace,
  keys: readonly string[],
): { readonly file: string; readonly range: TextRange } | undefined {
  if (file === undefined || offset === undefined) return undefined;
  const text = snapshot.textOf(file);
  if (text === undefined) return undefined;
  const document = snapshot.documentAt(file, offset);
  if (document !== undefined) {
    const path = [...pathAt(text, document.root, offset).path];
    // A mapping starts with its first key.
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
