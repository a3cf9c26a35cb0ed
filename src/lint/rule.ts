/** What a rule is: its name, what it says, and examples. */

import type { Severity } from "./finding.ts";

/** A file of an example. */
export interface ExampleFile {
  readonly name: string;
  readonly text: string;
}

/** Files that a rule has something to say about, or nothing. */
export type Example = readonly ExampleFile[];

export interface Rule {
  /** Never changes: people write it into their files. */
  readonly id: string;
  /** Where it is not set otherwise. */
  readonly severity: Severity;
  /** One line, without a full stop. */
  readonly short: string;
  /** Why it matters and what to do: Markdown, in paragraphs. */
  readonly full: string;
  /** The rule has a finding about this... */
  readonly triggers: Example;
  /** ...and none about this. */
  readonly passes: Example;
}

/** An example of one manifest: a pod with a container that has these lines. */
export function container(lines: string): Example {
  const indented = lines.trim().replace(/^(?=.)/gm, "    ");
  const text = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: app
    image: example/app
${indented}
`;
  return [{ name: "pod.yaml", text }];
}
