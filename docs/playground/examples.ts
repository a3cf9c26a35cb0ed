/** The examples: the files in `examples/`. The first comment of a file is its title. */

import type { SharedSyntax, Tab } from "./permalink.ts";

export interface Example {
  readonly tab: Tab;
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly context?: string;
  readonly syntax?: SharedSyntax;
}

/** The build defines this. */
declare const EXAMPLE_FILES: readonly Example[];

export const EXAMPLES: readonly Example[] = EXAMPLE_FILES;
