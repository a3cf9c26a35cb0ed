/** Settings of the files of a workspace. */

import type { ReaderId } from "../envfile/readers/compare.ts";
import { APPLIED, type FileRole } from "../kubernetes/cluster/not-applied.ts";
import type { StatedSource } from "../kubernetes/flux/index.ts";
import type { CollectorOptions } from "../lint/collector.ts";
import type { EnvFileDialect } from "../lint/envfile-lint.ts";
import type { ManifestLintOptions } from "../lint/manifest-lint.ts";
import { RuleSeverities } from "../lint/rules/rules.ts";

/** The configuration of a file, and facts from other files. */
export interface FileSettings extends Omit<ManifestLintOptions, "onPod">, CollectorOptions {
  /** The name of the file in findings. */
  readonly file: string;
  readonly role: FileRole;
  /** How an env file is read, according to the configuration or a kustomization. */
  readonly dialect?: EnvFileDialect | undefined;
  /** The readers of an env file that other files name. */
  readonly readers?: readonly ReaderId[];
  /** The env files of every Compose project. */
  readonly composeEnvFiles?: readonly string[] | undefined;
  /** The ConfigMaps and Secrets with variables of Flux whose keys are stated. */
  readonly sources?: readonly StatedSource[] | undefined;
  /** The type of the file. If undefined, the name decides. */
  readonly kind: FileKind | undefined;
}

export type FileKind = "manifest" | "envfile" | "template" | "other";

/** The settings of a file without a configuration. */
export function defaultSettings(file: string): FileSettings {
  return {
    file,
    role: APPLIED,
    kind: undefined,
    profile: "design",
    world: "open",
    extraKinds: [],
    isKnown: () => false,
    severities: new RuleSeverities(),
    isIgnored: () => false,
  };
}
