/** The texts that expansion has gone through: what changes in the manifest, and the references that stay. */

import { UNRESOLVED_REFERENCE } from "../events/reasons.ts";
import { unresolvedMessage } from "../events/recorder.ts";
import { referencesIn } from "../expansion/references.ts";
import { manifestChange, type TextChange } from "./escaped-text.ts";
import type { TextPlace } from "./text-place.ts";
import type { ContainerEvent, ManifestChange, Need, UnresolvedReference } from "./types.ts";

/** A text after expansion. */
export interface ExpandedText {
  readonly value: string;
  /** A part of it comes from a Secret. */
  readonly isSecret?: true;
  /** A part of it is unknown, or no text can hold it: a manifest keeps the text that was written. */
  readonly isAsWritten: boolean;
  /** Whether a `$` may be in it. (To look would put a value of many parts together.) */
  readonly hasDollar: boolean;
  /** What a part of it needs that is unknown. */
  readonly need?: Need;
}

/** A reference that stays in the text, before it is known where it stands in it. */
export type LeftReference = Omit<UnresolvedReference, "path" | "start" | "end">;

/** A text with such references. */
interface LeftText {
  readonly text: string;
  readonly place: TextPlace;
  readonly left: readonly LeftReference[];
}

/** So many changes are made at once, which costs less than to make them when somebody asks for them. */
const FEW = 4;

/** Of one container. */
export class ExpandedTexts {
  private readonly fieldPath: string;
  private readonly placedEvents: ContainerEvent[] = [];
  private readonly placedReferences: UnresolvedReference[] = [];
  /** What `events` and `unresolved` have no entries for yet: they are made when somebody asks for them. */
  private readonly leftTexts: LeftText[] = [];
  private readonly textChanges: TextChange[] = [];
  private changesMade: ManifestChange[] | undefined;

  /** @param fieldPath the kubelet's path to the container */
  constructor(fieldPath: string) {
    this.fieldPath = fieldPath;
  }

  /** Whether all that is told of them is known, and takes no second look at a text. */
  get isSettled(): boolean {
    if (this.leftTexts.length > 0 || this.textChanges.length > FEW) return false;
    for (const { values } of this.textChanges) if (values !== undefined) return false;
    return true;
  }

  addChange(change: TextChange): void {
    this.textChanges.push(change);
  }

  /** Adds a text in which references stay. */
  addLeft(text: string, place: TextPlace, left: readonly LeftReference[]): void {
    this.leftTexts.push({ text, place, left });
  }

  get changes(): ManifestChange[] {
    this.changesMade ??= this.textChanges.map(manifestChange);
    return this.changesMade;
  }

  /** The events up to now, in order. */
  get events(): ContainerEvent[] {
    this.placeReferences();
    return this.placedEvents;
  }

  /** The references that stay as written, up to now. */
  get unresolved(): UnresolvedReference[] {
    this.placeReferences();
    return this.placedReferences;
  }

  /** Says of the references that stayed where they stand in their texts. All of one name stay in a text, or none does. */
  private placeReferences(): void {
    for (const { text, place, left } of this.leftTexts) {
      const { path } = place;
      const all = referencesIn(text);
      let at = 0;
      for (const each of left) {
        while (all[at]!.name !== each.name) at++;
        const { start, end } = all[at++]!;
        const reference = { ...each, path, start, end };
        this.placedReferences.push(reference);
        if (each.verdict === "unknown") continue;
        this.placedEvents.push({
          type: "Warning",
          reason: UNRESOLVED_REFERENCE,
          message: unresolvedMessage(each.name, each.reason),
          fieldPath: this.fieldPath,
          path,
          reference,
        });
      }
    }
    this.leftTexts.length = 0;
  }
}
