/** Lints the manifests and env files among the input files. */
import { basename, dirname, resolve } from "node:path";
import type { Profile } from "../../../envfile/profile.ts";
import { SkippedObjects } from "../../../kubernetes/cluster/objects.ts";
import { APPLIED } from "../../../kubernetes/cluster/unapplied.ts";
import { AppliedObjects } from "../../../lint/applied-objects.ts";
import type { FindingCollector } from "../../../lint/collector.ts";
import { lintEnvFile } from "../../../lint/envfile-lint.ts";
import { isEnvFileName } from "../../../lint/file-kind.ts";
import { fixedText, type LintText } from "../../../lint/fix/fix-text.ts";
import { LintObjects } from "../../../lint/lint-objects.ts";
import {
  lintPart,
  type ManifestFileContext,
  type ManifestLintOptions,
  type PartResult,
} from "../../../lint/manifest-lint.ts";
import { sourceTextOf } from "../../../lint/pod-place.ts";
import { SourceText } from "../../../lint/source-text.ts";
import { addShared, type FileSet, fileSet } from "../../../repository/apply-set.ts";
import type { EnvFiles } from "../../../repository/env-files.ts";
import { ifPossible } from "../../../text/if-possible.ts";
import { decodeUtf8 } from "../../../text/utf8.ts";
import { KUBERNETES } from "../../../yaml/dialect.ts";
import { DocumentError } from "../../../yaml/error.ts";
import type { Node } from "../../../yaml/node.ts";
import { parseManifest } from "../../../yaml/parse.ts";
import { nameOf, readBytes, STDIN, textOf } from "../../files/files.ts";
import type { InputFile } from "../../files/inputs.ts";
import type { SkippedFiles } from "../../files/skipped-files.ts";
import type { CommandIo } from "../../frame/io.ts";
import { slashed } from "../../manifests/folder-host.ts";
import type { ManifestStream } from "../../manifests/manifest-stream.ts";
import type { Fixes } from "./fixes.ts";
import type { KustomizedLint } from "./kustomized.ts";
import { type ManifestFileParts, ScannedFile } from "./scanned-file.ts";
import { type LintSettings, pathFromSettings } from "./settings.ts";

/** Whether a file is an env file according to the configuration or to its name: `.env`, `.env.local`, `app.env`. */
export function isEnvFile({ file, rendered }: InputFile, config: LintSettings): boolean {
  if (file === STDIN || rendered !== undefined) return false;
  const path = pathFromSettings(config, file);
  if (path !== undefined && config.envFiles?.(path)) return true;
  return isEnvFileName(basename(file));
}

export interface LintFilesOptions extends Pick<ManifestLintOptions, "profile" | "world" | "extraKinds"> {
  readonly profile: Profile;
  isKnown(name: string): boolean;
}

export class LintFiles {
  readonly collector: FindingCollector;
  readonly skippedObjects = new SkippedObjects();
  /** Lines about pods that cannot be resolved. */
  readonly unresolved: string[] = [];
  files = 0;
  pods = 0;
  envFiles = 0;
  /** The paths of files that a `fileKeyRef` in the same folder can refer to. */
  private readonly kubeletFiles = new Set<string>();
  private readonly options: LintFilesOptions;
  private readonly io: CommandIo;

  constructor(collector: FindingCollector, options: LintFilesOptions, io: CommandIo) {
    this.collector = collector;
    this.options = options;
    this.io = io;
  }

  /** @throws InputError if the file cannot be read, or is not UTF-8 */
  envFile({ file, isFound }: InputFile, config: LintSettings, envFiles: EnvFiles, skipped: SkippedFiles): void {
    const bytes = readBytes(file, this.io);
    if (isFound && decodeUtf8(bytes) === undefined) {
      skipped.otherTypes++;
      return;
    }
    textOf(file, bytes);
    this.envFiles++;
    const path = pathFromSettings(config, file);
    const configured = path === undefined ? undefined : config.dialectOf(path);
    const referenced = this.kubeletFiles.has(resolve(file)) ? "kep" : envFiles.readerOf(slashed(file));
    const source = new SourceText(decodeUtf8(bytes)!);
    const findings = lintEnvFile(bytes, source, {
      profile: this.options.profile,
      dialect: configured ?? referenced,
      name: basename(file),
      isKnown: (name) => this.options.isKnown(name),
    });
    this.collector.add(file, source, { findings });
  }

  /**
   * Lints manifests that are applied together.
   *
   * @param fixes receives what `--fix` changes; undefined without `--fix`
   */
  manifests(set: FileSet, objects: LintObjects, skipped: SkippedFiles, fixes: Fixes | undefined): void {
    const room = { left: MOST_KEPT };
    const scanned = (set.manifests as readonly ManifestStream[]).map((stream) => this.scanned(stream, room, skipped));
    const shared = objects.of((inSet) => {
      for (const { name, shared } of scanned) inSet.add(name, shared);
    });
    const applied = new AppliedObjects();
    for (const [i, file] of scanned.some(({ hasReaders }) => hasReaders) ? scanned.entries() : []) {
      file.readAll();
      const { isPatched } = set.files[i]!.role;
      for (const { documents } of file.parts()) for (const { value } of documents) applied.add(value, isPatched);
    }
    for (const [i, scan] of scanned.entries()) {
      if (!scan.isOpen) continue;
      const { input, path } = set.manifests[i] as ManifestStream;
      const context = { clusters: shared.of(scan.name), applied, role: set.files[i]!.role, isKustomized: false };
      const isFixed = fixes !== undefined && path !== undefined && this.fix(input.file, scan, context, fixes);
      if (!isFixed) this.manifest(input.file, scan, context);
    }
  }

  /** Reads a file for the first time, and counts what a closed one contains. */
  private scanned(stream: ManifestStream, room: { left: number }, skipped: SkippedFiles): ScannedFile {
    const file = new ScannedFile(stream, this.options.extraKinds, room);
    // The names of kinds are slices, which retain the manifest.
    for (const object of file.skipped.splice(0)) if (!file.isOpen) this.skippedObjects.add(object);
    if (!file.isOpen && file.isRead) this.files++;
    if (file.isRead) skipped.addOtherDocuments(file.name, file.others);
    return file;
  }

  /** Counts what kustomizations render, and the files that are part of them. */
  addRendered({ found }: KustomizedLint, files: number): void {
    this.files += files;
    this.pods += found.pods;
    this.skippedObjects.addAll(found.skipped);
    for (const { inFile, message, start } of found.unresolved) {
      const { line, column } = sourceTextOf(inFile!).region(start, start);
      this.unresolved.push(`${inFile!.path}:${line}:${column}: ${message}`);
    }
  }

  /** Fixes a file that is part of a kustomization. Its findings are those of the rendered objects. */
  fixPart(stream: ManifestStream, fixes: Fixes, isSubstituted: boolean): void {
    const role = { ...APPLIED, isPatched: true };
    const objects = new LintObjects([], false).of((own) =>
      addShared(
        fileSet([stream], () => role),
        own,
      ),
    );
    const context = { clusters: objects.of(stream.name), role, isSubstitutedIn: () => isSubstituted };
    this.fix(stream.input.file, stream, context, fixes, false);
  }

  private manifest(file: string, stream: ManifestFileParts, context: ManifestFileContext): void {
    const onPod: ManifestLintOptions["onPod"] = ({ containers }) => {
      for (const { source } of containers.flatMap(({ definitions }) => definitions)) {
        if (source.kind === "fileKeyRef") this.kubeletFiles.add(resolve(dirname(file), basename(source.path)));
      }
    };
    let source: SourceText | undefined;
    for (const part of stream.parts()) {
      source = new SourceText(part.text, source?.next);
      const { documents } = part;
      this.report(file, source, { ...lintPart(part, source, context, { ...this.options, onPod }), documents });
    }
    if (source !== undefined && source.end > 0) this.files++;
  }

  private report(file: string, source: SourceText, result: PartResult & { readonly documents: readonly Node[] }): void {
    this.collector.add(nameIn(file), source, result);
    this.pods += result.pods;
    for (const object of result.skipped) this.skippedObjects.add(object);
    for (const { message, start } of result.unresolved) {
      const { line, column } = source.region(start, start);
      this.unresolved.push(`${nameIn(file)}:${line}:${column}: ${message}`);
    }
  }

  /** Fixes a file, and lints the result; false if there is nothing to fix. */
  private fix(
    file: string,
    stream: ManifestFileParts,
    context: ManifestFileContext,
    fixes: Fixes,
    isReported = true,
  ): boolean {
    // The stream reports what cannot be read.
    let isWhole = false;
    for (const part of stream.parts()) isWhole ||= part.documents.length > 0;
    if (!isWhole) return false;
    const before = fixes.textOf(file);
    const lint = (text: string, onPod: Parameters<LintText>[1]) => {
      const documents = ifPossible(() => parseManifest(text, KUBERNETES), DocumentError);
      if (documents === undefined) return undefined;
      const source = new SourceText(text);
      const result = { ...lintPart({ documents }, source, context, { ...this.options, onPod }), documents };
      return { findings: this.collector.reported(nameIn(file), source, result), source, result };
    };
    const fixed = fixedText(before, lint);
    if (fixed === undefined) return false;
    const { left, text: after, linted } = fixed;
    if (left > 0) {
      const what = left === 1 ? "1 fix was not applied" : `${left} fixes were not applied`;
      const why = "entries refer to each other in a circle, or other values would change";
      this.io.report(`${nameOf(file)}: ${what}: ${why}; edit the file by hand`);
    }
    if (after === before) return false;
    fixes.set(file, after);
    if (!isReported) return true;
    this.report(file, linted.source, linted.result);
    this.files++;
    return true;
  }
}

/** How much text of the files in a folder is kept parsed. */
const MOST_KEPT = 1 << 19;

/** The name of a file in findings. */
function nameIn(file: string): string {
  return file === STDIN ? "<stdin>" : file;
}
