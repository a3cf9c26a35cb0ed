/** The texts that expansion has gone through: what changes in the manifest, and the references that stay. */

import { UNRESOLVED_REFERENCE } from "../../../events/reasons.ts";
import { unresolvedMessage } from "../../../events/recorder.ts";
import { referencesIn } from "../../../expansion/references.ts";
import type { EnvVar } from "../objects.ts";
import { entryPath } from "../path.ts";
import type { ContainerEvent, ManifestChange, ManifestPath, Need, UnresolvedReference } from "../types.ts";
import { escapedText } from "./escaped-text.ts";
import { LaterEntries } from "./later-entries.ts";
import { type TextList, TextPlace } from "./text-place.ts";
import { type Judgement, judgeName } from "./undeclared-names.ts";

/** A reference that stays in its text. */
interface LeftReference {
  readonly name: string;
  /** What its value needs, or what became of it; undefined: of a name that nothing before sets, nothing else is known. */
  readonly why: Need | Judgement | undefined;
  /** The one that stands in front of it in the text. */
  readonly before: LeftReference | undefined;
}

/** A text of the manifest, and what expansion makes of it. */
export class ExpandedText extends TextPlace {
  readonly written: string;
  value = "";
  /** A part of it comes from a Secret. */
  isSecret = false;
  /** A part of it is unknown, or no text can hold it: a manifest keeps the text that was written. */
  isAsWritten = false;
  /** Whether a `$` may be in it. (To look would put a value of many parts together.) */
  hasDollar = false;
  isChanged = false;
  /** What a part of it needs that is unknown. */
  need: Need | undefined = undefined;
  /** What its references have as values, in their order, if it has changed and a `$` may be in it. */
  values: readonly (string | undefined)[] | undefined = undefined;
  /** The last of its references that stay as written. */
  left: LeftReference | undefined = undefined;

  constructor(written: string, container: ManifestPath, list: TextList, index: number, member?: string) {
    super(container, list, index, member);
    this.written = written;
  }

  leave(name: string, why: Need | Judgement | undefined): void {
    this.left = { name, why, before: this.left };
  }
}

/** So many changes are made at once, which costs less than to make them when somebody asks for them. */
const FEW = 8;

const OWN_ENTRY = "the variable's own entry refers to it, and nothing sets it before";

/** Of one container. */
export class ExpandedTexts {
  private readonly containerPath: ManifestPath;
  private readonly fieldPath: string;
  private readonly placedEvents: ContainerEvent[] = [];
  private readonly placedReferences: UnresolvedReference[] = [];
  /** The texts that have changed, or in which references stay. */
  private readonly texts: ExpandedText[] = [];
  /** Those before this one have their references in `placedEvents` and `placedReferences`. */
  private nextPlaced = 0;
  private changed = 0;
  private hasLeft = false;
  private hasValues = false;
  private laterEntries: LaterEntries | undefined;
  private changesMade: ManifestChange[] | undefined;

  /** @param fieldPath the kubelet's path to the container */
  constructor(containerPath: ManifestPath, fieldPath: string) {
    this.containerPath = containerPath;
    this.fieldPath = fieldPath;
  }

  /** Whether all that is told of them is known, and takes no second look at a text. */
  get isSettled(): boolean {
    return !this.hasLeft && !this.hasValues && this.changed <= FEW;
  }

  add(text: ExpandedText): void {
    if (text.left === undefined && !text.isChanged) return;
    this.texts.push(text);
    if (text.isChanged) this.changed++;
    this.hasLeft ||= text.left !== undefined;
    this.hasValues ||= text.values !== undefined;
  }

  /** Keeps the names of `env` as they are now, for the references of its entries that stay. */
  keepEntries(entries: readonly EnvVar[]): void {
    this.laterEntries ??= new LaterEntries(entries);
  }

  get changes(): ManifestChange[] {
    if (this.changesMade === undefined) {
      this.changesMade = [];
      for (const text of this.texts) if (text.isChanged) this.changesMade.push(changeOf(text));
    }
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
    for (; this.nextPlaced < this.texts.length; this.nextPlaced++) {
      const text = this.texts[this.nextPlaced]!;
      if (text.left === undefined) continue;
      const { path } = text;
      const all = referencesIn(text.written);
      let at = 0;
      for (const each of inOrder(text.left)) {
        while (all[at]!.name !== each.name) at++;
        const { start, end } = all[at++]!;
        const reference = { ...this.judged(each, text), path, start, end };
        this.placedReferences.push(reference);
        if (reference.verdict === "unknown") continue;
        this.placedEvents.push({
          type: "Warning",
          reason: UNRESOLVED_REFERENCE,
          message: unresolvedMessage(reference.name, reference.reason),
          fieldPath: this.fieldPath,
          path,
          reference,
        });
      }
      text.left = undefined;
    }
  }

  private judged(
    { name, why }: LeftReference,
    text: ExpandedText,
  ): Omit<UnresolvedReference, "path" | "start" | "end"> {
    if (why !== undefined && "needs" in why) {
      return { name, verdict: "unknown", reason: `unknown: needs ${why.needs}`, need: why };
    }
    const later = text.list === "env" ? this.laterEntries?.indexOf(name, text.index) : undefined;
    if (later !== undefined) {
      const declaration = entryPath(this.containerPath, "env", later);
      const reason = later === text.index ? OWN_ENTRY : "the variable is declared later";
      return { name, verdict: "declared-later", reason, declaration };
    }
    const { verdict, reason } = why ?? judgeName(name);
    return { name, verdict, reason };
  }
}

function inOrder(last: LeftReference): LeftReference[] {
  const references: LeftReference[] = [];
  for (let each: LeftReference | undefined = last; each !== undefined; each = each.before) references.push(each);
  return references.reverse();
}

function changeOf({ isAsWritten, isSecret, path, value, values, written }: ExpandedText): ManifestChange {
  const escaped = values === undefined ? value : escapedText(written, values);
  return { path, text: value, escaped: isAsWritten ? undefined : escaped, ...(isSecret && { isSecret }) };
}
