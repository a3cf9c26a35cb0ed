/** A document of a Garden project, and examples of projects. */

import type { ConfigDocument } from "../../../garden/project/documents/config.ts";
import { type Node, nodeAt, type Path } from "../../../yaml/node.ts";
import type { TextRange } from "../../finding.ts";
import { firstLine } from "../../pod-place.ts";
import type { SourceText } from "../../source-text.ts";
import type { Example } from "../rule.ts";

/** A config document with its text. */
export interface ProjectDocument extends ConfigDocument {
  readonly root: Node;
  readonly source: SourceText;
}

/** The range of a mapping's key. */
export function keyRange(document: ProjectDocument, path: Path): TextRange {
  const parent = nodeAt(document.root, path.slice(0, -1));
  const entries = parent?.kind === "mapping" ? parent.entries : [];
  const key = entries.find((entry) => entry.key === path.at(-1) && !entry.isMerge)?.keyNode;
  return firstLine(document.source, key ?? parent ?? document.root);
}

export const PROJECT = (variables: string, environment = "") => `apiVersion: garden.io/v1
kind: Project
name: shop
environments:
- name: dev
${environment}providers:
- name: local-kubernetes
variables:
${variables}`;

export const RUN = (text: string) => `---
kind: Run
type: exec
name: check
spec:
  command: [check, "${text}"]
`;

export const project = (text: string): Example => [{ name: "project.garden.yml", text }];
