/** Output for the pods of manifests, collected while the manifests are read. */

import type { DocumentPart } from "../../repository/manifest-part.ts";
import { memberOf } from "../../text/own-keys.ts";
import { type Edit, editedValues } from "../../yaml/write/edit.ts";
import { Spool } from "../files/spool.ts";
import type { CommandIo } from "../frame/io.ts";
import type { ManifestWorkload, ResolvedWorkload } from "../manifests/manifest-workload.ts";

/** Collects the output until all of it is known. */
export abstract class PodPrinter {
  protected readonly spool = new Spool();
  /** Whether this shard prints what is added. */
  isOwn = true;
  /** Whether another shard prints sections before these. */
  hasSectionsBefore = false;
  /** How many characters of the pods' texts are kept until the part ends. */
  keptLength = 0;

  /** Adds the next pod of the part that is read. Only its changes are kept. */
  abstract addPod(resolved: ResolvedWorkload): void;

  /**
   * Ends a part, after its pods.
   *
   * @throws DocumentError if the text cannot be changed in place; the part is not added, and its pods are dropped
   */
  abstract endPart(part: DocumentPart): void;

  /**
   * Ends a manifest.
   *
   * @param isFound whether the file was found in a directory
   */
  endFile(_isFound: boolean): void {}

  print(io: CommandIo): void {
    for (const piece of this.spool.pieces()) io.write(piece);
  }

  close(): void {
    this.spool.close();
  }
}

/** Prints documents with expanded texts, and keeps these until the document ends. */
export abstract class DocumentPrinter extends PodPrinter {
  private edits: Edit[] = [];
  private workloads: ManifestWorkload[] = [];

  addPod({ workload, pod }: ResolvedWorkload): void {
    this.workloads.push(workload);
    for (const { path, escaped } of pod.containers.flatMap(({ changes }) => changes)) {
      if (escaped === undefined) continue;
      this.edits.push({ document: workload.document, path: workload.pathOf(path), value: escaped });
      this.keptLength += `${escaped}`.length;
    }
  }

  endPart(part: DocumentPart): void {
    const { edits, workloads } = this;
    [this.edits, this.workloads, this.keptLength] = [[], [], 0];
    this.addPart(part, edits, workloads);
  }

  /**
   * @param edits replace all texts that change, escaped so that the output resolves to the same result
   * @param workloads those whose pods were added
   * @throws DocumentError if the text cannot be changed in place; nothing is added
   */
  protected abstract addPart(part: DocumentPart, edits: readonly Edit[], workloads: readonly ManifestWorkload[]): void;
}

/** Returns the objects of workloads with expanded texts, each object once. */
export function selectedValues(workloads: readonly ManifestWorkload[], edits: readonly Edit[]): unknown[] {
  const objects = new Map<string, unknown>();
  const documents = [...new Set(workloads.map(({ document }) => document))];
  const values = editedValues(documents, edits);
  for (const { document, workload } of workloads) {
    const index = documents.indexOf(document);
    const { ownerPath } = workload;
    const key = JSON.stringify([index, ...ownerPath]);
    if (!objects.has(key)) objects.set(key, ownerPath.reduce<unknown>(memberOf, values[index]));
  }
  return [...objects.values()];
}
