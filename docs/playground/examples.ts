/** The examples to choose from: the files of `examples/`, whose first comment is the title. */

import type { Tab } from "./permalink.ts";

export interface Example {
  readonly tab: Tab;
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly context?: string;
}

/** The build puts them here. */
declare const EXAMPLE_FILES: readonly Example[];

export const EXAMPLES: readonly Example[] = EXAMPLE_FILES;
