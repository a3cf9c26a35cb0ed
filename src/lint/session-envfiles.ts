/** The env files of a session: which programs read each of them, and what is found in it. */

import { roleOfPath } from "../kubernetes/cluster/not-applied.ts";
import { childOf } from "../repository/folders.ts";
import type { Repository } from "../repository/repository.ts";
import { baseName, parentOf } from "../text/paths.ts";
import { type EnvFileLintOptions, lintWithFixes, type ReportedIn } from "./envfile-lint.ts";
import { isBackup } from "./file-kind.ts";
import { asNotes } from "./finding.ts";
import type { ManifestLintOptions } from "./manifest-lint.ts";

/** An env file of a session. */
export interface SessionEnvFile {
  /** How messages refer to it. */
  readonly name: string;
  readonly path: string;
  /** The only reader that the configuration names. */
  readonly dialect: EnvFileLintOptions["dialect"];
}

export class SessionEnvFiles {
  private readonly repository: Repository;
  private readonly options: Pick<EnvFileLintOptions, "isKnown" | "profile">;
  /** The paths of files that a `fileKeyRef` in the same folder can refer to. */
  private readonly kubeletFiles = new Set<string>();

  constructor(repository: Repository, options: Pick<EnvFileLintOptions, "isKnown" | "profile">) {
    this.repository = repository;
    this.options = options;
  }

  /** Returns what adds the files that the pods in a manifest refer to. */
  adderFor(manifest: string | undefined): NonNullable<ManifestLintOptions["onPod"]> {
    return ({ containers }) => {
      for (const { source } of containers.flatMap(({ definitions }) => definitions)) {
        if (manifest !== undefined && source.kind === "fileKeyRef")
          this.kubeletFiles.add(childOf(parentOf(manifest), baseName(source.path)));
      }
    };
  }

  /**
   * Lints a file after all possible fixes. Undefined if it has another format, or its values are encrypted.
   *
   * @param bytes valid UTF-8
   * @param reported undefined if nothing is fixed
   */
  lint({ dialect, path }: SessionEnvFile, bytes: Uint8Array, reported?: ReportedIn): ReturnType<typeof lintWithFixes> {
    const { envFiles } = this.repository;
    const isKubelet = this.kubeletFiles.has(path);
    const options: EnvFileLintOptions = {
      profile: this.options.profile,
      isKnown: (each) => this.options.isKnown(each) || envFiles.isSetBeside(path, each),
      name: baseName(path),
      dialect: dialect ?? (isKubelet ? "kep" : undefined),
      readers: isKubelet ? [] : envFiles.readersOf(path),
      isOfOtherLanguage: envFiles.isOfOtherLanguage(path),
    };
    const result = lintWithFixes(bytes, options, reported);
    const below = this.repository.pathInSearch(path);
    const isUnused = this.repository.isUnused(path) || roleOfPath(below).isExpected || isBackup(below);
    return result && { ...result, findings: asNotes(result.findings, isUnused) };
  }
}
