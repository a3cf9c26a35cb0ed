/** Where a text stands in its container, before somebody needs the path. */

import { entryPath } from "../path.ts";
import type { ManifestPath } from "../types.ts";

/** The lists of a container that have texts which are expanded; of a probe, its command. */
export type TextList =
  | "env"
  | "command"
  | "args"
  | "volumeMounts"
  | "livenessProbe"
  | "readinessProbe"
  | "startupProbe";

export class TextPlace {
  readonly list: TextList;
  readonly index: number;
  private readonly container: ManifestPath;
  private readonly member: string | undefined;
  private pathMade: ManifestPath | undefined;

  /**
   * @param container the path to the container
   * @param index of the list's element: the text itself, or what has it
   * @param member of the element, if that is no text
   */
  constructor(container: ManifestPath, list: TextList, index: number, member?: string) {
    this.container = container;
    this.list = list;
    this.index = index;
    this.member = member;
    this.pathMade = undefined;
  }

  /** Whether the text is a list's element itself: a word of a command. */
  get isElement(): boolean {
    return this.member === undefined;
  }

  /** The same list each time. */
  get path(): ManifestPath {
    this.pathMade ??=
      this.member === undefined
        ? [...this.container, ...this.pathInContainer]
        : [...entryPath(this.container, this.list, this.index), this.member];
    return this.pathMade;
  }

  /** Of a word. */
  get pathInContainer(): ManifestPath {
    const { list, index } = this;
    return list === "command" || list === "args" ? [list, index] : [list, "exec", "command", index];
  }
}
