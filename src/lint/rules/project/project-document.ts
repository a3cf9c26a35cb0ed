/** A document of a Garden project, and examples of projects. */

import type { ConfigDocument } from "../../../garden/project/documents/config.ts";
import type { Project } from "../../../garden/project/project.ts";
import type { VariablesError } from "../../../garden/variables/error.ts";
import { type Node, nodeAt, type Path } from "../../../yaml/node.ts";
import type { TextRange } from "../../finding.ts";
import { firstLine } from "../../pod-place.ts";
import type { TemplateUses } from "../../project-uses.ts";
import type { SourceText } from "../../source-text.ts";
import type { Example } from "../example.ts";
import type { Problem, ProjectProblem } from "../problem.ts";

/** A config document with its text. */
export interface ProjectDocument extends ConfigDocument {
  readonly root: Node;
  readonly source: SourceText;
}

/** Why a project cannot be resolved. */
export interface ProjectFault {
  readonly error: VariablesError;
  /** The text that the error is in; undefined if it is not in a file of the project. */
  readonly source: SourceText | undefined;
  /** Whether other machines can have what is missing. */
  readonly isIncomplete: boolean;
}

/** A Garden project, resolved in each of its environments. */
export interface SeenProject {
  readonly documents: readonly ProjectDocument[];
  /** The `Project` document. */
  readonly root: ProjectDocument;
  readonly uses: TemplateUses;
  /** The project in each of its environments that can be opened. */
  readonly projects: readonly Project[];
  readonly faults: readonly ProjectFault[];
  /** Whether something else sets a variable: `--var`. */
  isKnown(name: string): boolean;
}

/** Whether a fault is a key that a template misses, at a known place. */
export function isMissingKey({ error, isIncomplete, source }: ProjectFault): boolean {
  return !isIncomplete && error.code === "missing-key" && source !== undefined && error.offset !== undefined;
}

/** An error as a problem. Without a place, it is reported at the beginning of the project document. */
export function faultProblem({ error, source }: ProjectFault, { root }: SeenProject): ProjectProblem {
  if (source !== undefined && error.offset !== undefined) return { file: error.file!, ...errorProblem(error, source) };
  return { file: root.file, ...firstLine(root.source, root.root), message: error.message };
}

/** An error as a problem, from its place to the end of the line; the error has an offset. */
export function errorProblem(error: VariablesError, source: SourceText): Problem {
  const start = Math.min(error.offset!, source.text.length);
  const end = start + source.text.slice(start, source.lineEnd(start)).trimEnd().length;
  return { start, end, message: error.reason };
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
