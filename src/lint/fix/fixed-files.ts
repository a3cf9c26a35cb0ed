/** The files of a session after all fixes that have only one possible result. */

import { APPLIED } from "../../kubernetes/cluster/not-applied.ts";
import { addShared, fileSet, type Manifest } from "../../repository/apply-set.ts";
import { isKustomizationFile } from "../../repository/kustomizations.ts";
import { tryOrUndefined } from "../../text/try-or-undefined.ts";
import { KUBERNETES } from "../../yaml/dialect.ts";
import { DocumentError } from "../../yaml/error.ts";
import { parseManifest } from "../../yaml/parse.ts";
import type { FoundInText } from "../collector.ts";
import { commentedIn } from "../commented-files.ts";
import { LintObjects } from "../lint-objects.ts";
import { lintPart, type ManifestFileContext } from "../manifest-lint.ts";
import { sourceTextOf } from "../pod-place.ts";
import type { LintSession } from "../session.ts";
import { SourceText } from "../source-text.ts";
import { fixedText, type LintText, type UnappliedFixes, withEdits } from "./fix-text.ts";

export interface FixedFile {
  /** Undefined if it does not change. */
  readonly text: string | undefined;
  /** How many findings are fixed. */
  readonly fixed: number;
  readonly left: readonly UnappliedFixes[];
}

/**
 * @param isSearched whether a file that a kustomization reads can be changed, even if it is not an input
 * @returns the files that change, or have fixes that were not applied, by their paths
 */
export function fixedFiles(session: LintSession, isSearched: (path: string) => boolean): Map<string, FixedFile> {
  const { compose, repository, sets } = session;
  const fixes = new Fixes(session);
  // What Flux cannot parse is fixed in the file of each text.
  const flux = session.fluxFindings();
  for (const path of flux.paths) {
    if (!repository.has(path) && !isSearched(path)) continue;
    const { file, findings, list } = flux.of(path)!;
    const found = { findings, documents: commentedIn(file.text), suppressions: { list, wrong: [] } };
    fixes.edit(path, sourceTextOf(file), found);
  }
  for (const file of compose) fixes.edit(file.path, new SourceText(file.text), session.foundIn(file));
  for (const set of sets) {
    if (set.kind !== "files") continue;
    for (const { context, scan } of session.openFiles(set)) fixes.fix(scan.manifest, context);
  }
  for (const part of session.parts) if (!isKustomizationFile(part.path!)) fixes.fixPart(part);
  return fixes.files;
}

class Fixes {
  readonly files = new Map<string, FixedFile>();
  private readonly session: LintSession;

  constructor(session: LintSession) {
    this.session = session;
  }

  /** Applies the fixes of findings that are reported. */
  edit(path: string, source: SourceText, found: FoundInText): void {
    const findings = this.session.collector.reported(this.session.nameOf(path), source, found);
    const edits = findings.flatMap(({ fix }) => fix?.edits ?? []);
    if (edits.length === 0) return;
    this.files.set(path, { text: withEdits(source.text, edits), fixed: edits.length, left: [] });
  }

  /** Fixes a file that is part of a kustomization. Its findings are those of the rendered objects. */
  fixPart(manifest: Manifest): void {
    const role = { ...APPLIED, isPatched: true };
    const set = fileSet([manifest], () => role);
    const objects = new LintObjects([], false).of((own) => addShared(set, own));
    const isSubstituted = this.session.isSubstitutedIn(manifest.path!);
    this.fix(manifest, { clusters: objects.of(manifest.name), role, isSubstitutedIn: () => isSubstituted });
  }

  fix(manifest: Manifest, context: ManifestFileContext): void {
    const { path } = manifest;
    const { collector, host, options } = this.session;
    // The manifest reports what cannot be read.
    let isWhole = false;
    for (const part of manifest.parts()) isWhole ||= part.documents.length > 0;
    const before = path && isWhole ? (this.files.get(path)?.text ?? host.read(path)) : undefined;
    if (path === undefined || before === undefined) return;
    const name = this.session.nameOf(path);
    const lint: LintText = (text, onPod) => {
      const documents = tryOrUndefined(() => parseManifest(text, KUBERNETES), DocumentError);
      if (documents === undefined) return undefined;
      const source = new SourceText(text);
      const result = lintPart({ documents }, source, context, { ...options, onPod });
      return { findings: collector.reported(name, source, { ...result, documents }) };
    };
    const fixed = fixedText(before, lint);
    if (fixed === undefined) return;
    const { left, text } = fixed;
    const known = this.files.get(path);
    if (left.length === 0 && text === before) return;
    this.files.set(path, {
      text: text === before ? known?.text : text,
      fixed: (known?.fixed ?? 0) + fixed.fixed,
      left,
    });
  }
}
