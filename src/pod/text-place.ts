/** Where a text stands in its pod, before somebody needs the path. */

import type { ManifestPath } from "./types.ts";

export class TextPlace {
  private readonly list: ManifestPath;
  private readonly index: number;
  private readonly member: string | undefined;
  private pathMade: ManifestPath | undefined;

  /**
   * @param list the path to a list
   * @param index of an element: the text itself, or what has it
   * @param member of the element, if that is no text
   */
  constructor(list: ManifestPath, index: number, member?: string) {
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
    this.pathMade ??= this.member === undefined ? [...this.list, this.index] : [...this.list, this.index, this.member];
    return this.pathMade;
  }
}
