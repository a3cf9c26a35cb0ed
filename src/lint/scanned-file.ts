/** A manifest that was read once: most files have nothing that other objects decide about, and need not be read again. */
import type { CustomKind } from "../kubernetes/cluster/kinds.ts";
import { ManifestObjectError } from "../kubernetes/cluster/object-schema.ts";
import {
  isAlwaysSkipped,
  mayBeObject,
  readManifestObjects,
  type SkippedObject,
} from "../kubernetes/cluster/objects.ts";
import { type SharedObject, sharedOf } from "../kubernetes/cluster/shared-objects.ts";
import type { Manifest } from "../repository/apply-set.ts";
import type { ManifestPart } from "../repository/manifest-part.ts";
import { readsOthers } from "./applied-objects.ts";
import { isEnvConsumer } from "./rules/containers/env-consumer.ts";
import { wrongValues } from "./rules/containers/object-data.ts";
import { SUPPRESSION } from "./suppressions.ts";

export class ScannedFile {
  readonly manifest: Manifest;
  /** The objects that pods can refer to. */
  readonly shared: SharedObject[] = [];
  readonly skipped: SkippedObject[] = [];
  /** How many documents of a named file have no kind. */
  others = 0;
  /** Whether it can have findings: it has pods, other objects that read variables, or an invalid object. */
  isOpen = false;
  /** Whether an object reads variables of the containers of others. */
  hasReaders = false;
  /** Whether it contains an object that can be read: other files are not checked. */
  hasObject = false;
  private kept: ManifestPart[] | undefined = [];
  private size = 0;
  /** Whether it can have comments that suppress findings, which are places among everything else. */
  private hasComments = false;

  /** @param room how many more characters of open files can stay in memory */
  constructor(manifest: Manifest, extraKinds: readonly CustomKind[], room: { left: number }) {
    this.manifest = manifest;
    manifest.isOutlined = (kind, apiVersion) => isAlwaysSkipped(kind, apiVersion, extraKinds);
    const isWhole = manifest.visit((part) => {
      this.size += part.text.length;
      if (this.size > room.left) this.kept = undefined;
      this.kept?.push(part);
      this.add(part, extraKinds);
    });
    if (!isWhole) {
      this.isOpen = this.hasReaders = this.hasObject = false;
      this.others = 0;
      this.shared.length = this.skipped.length = 0;
    }
    if (!this.isOpen) this.kept = undefined;
    else if (this.hasComments) this.readAll();
    else if (this.kept !== undefined) room.left -= this.size;
  }

  /** Reads all objects with everything in them from now on. */
  readAll(): void {
    this.kept = this.manifest.isOutlined = undefined;
  }

  *parts(): Generator<ManifestPart, void, undefined> {
    yield* this.kept ?? this.manifest.parts();
  }

  private add({ documents, list, text }: ManifestPart, extraKinds: readonly CustomKind[]): void {
    this.hasComments ||= text.includes(SUPPRESSION);
    this.isOpen ||= this.hasComments;
    for (const { value } of documents) {
      if (value === null) continue;
      if (list === undefined && !mayBeObject(value)) this.others++;
      else this.hasObject = true;
      this.hasReaders ||= readsOthers(value);
      try {
        const found = readManifestObjects(value, { listKind: list?.kind, customKinds: extraKinds });
        this.isOpen ||= isEnvConsumer(value) || found.workloads.length > 0 || wrongValues(value).length > 0;
        this.skipped.push(...found.skipped);
        this.shared.push(...sharedOf(found));
      } catch (error) {
        if (!(error instanceof ManifestObjectError)) throw error;
        this.isOpen = true;
      }
    }
  }
}
