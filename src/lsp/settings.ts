/** How the files of a workspace are looked at. */

import type { CollectorOptions } from "../lint/collector.ts";
import type { ManifestLintOptions } from "../lint/manifest-lint.ts";
import { RuleSeverities } from "../lint/rules/rules.ts";

/** What counts for one file: its configuration, and what is known beside it. */
export interface FileSettings extends Omit<ManifestLintOptions, "onPod">, CollectorOptions {
  /** What findings call the file. */
  readonly file: string;
  /** Whether a kustomization may add to the file's objects. */
  readonly isKustomized: boolean;
  /** What the file is; by its name, if it is undefined. */
  readonly kind: FileKind | undefined;
}

export type FileKind = "manifest" | "envfile" | "template" | "other";

/** The settings of a file that no configuration says anything about. */
export function defaultSettings(file: string): FileSettings {
  return {
    file,
    isKustomized: false,
    kind: undefined,
    profile: "design",
    world: "open",
    extraKinds: [],
    isKnown: () => false,
    severities: new RuleSeverities(),
    isIgnored: () => false,
  };
}
