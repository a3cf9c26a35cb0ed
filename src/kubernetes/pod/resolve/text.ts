/** A text of a container that is expanded (the value of an `env` entry, a word of a command, a `subPathExpr`). */

import { UNRESOLVED_REFERENCE, unresolvedMessage } from "../../../events/recorder.ts";
import { escapeDollars, referencesIn } from "../../../expansion/expand.ts";
import { reasonText } from "../reason-text.ts";
import type { ContainerEvent, ManifestChange, ManifestPath, Need, UnresolvedReference } from "../types.ts";

/** A text and the result of its expansion so far. */
export class ContainerText {
  readonly written: string;
  readonly path: ManifestPath;
  value = "";
  /** A part of the value comes from a Secret. */
  isSecret = false;
  /** A manifest cannot contain the value because a part of it is unknown or not UTF-8. */
  isInexpressible = false;
  /** What is needed to determine an unknown part of the value. */
  need: Need | undefined = undefined;
  /** The value of a reference contains a `$`. */
  hasDollar = false;

  constructor(written: string, path: ManifestPath) {
    this.written = written;
    this.path = path;
  }
}

/**
 * How expansion changes the manifest.
 *
 * @param values of the text's references, in order; undefined for a reference that stays
 */
export function changeOf(text: ContainerText, values: readonly (string | undefined)[]): ManifestChange {
  const { isSecret, path, value } = text;
  const escaped = text.isInexpressible ? undefined : escapedValue(text, values);
  return isSecret ? { path, text: value, escaped, isSecret } : { path, text: value, escaped };
}

/**
 * The text that a manifest contains instead; undefined if it does not change. Each reference that has a value is replaced,
 * and every `$` of that value is doubled. `$$` and references without a value do not change. Expanding the result gives the
 * same text as expanding the original.
 */
function escapedValue(
  { hasDollar, value, written }: ContainerText,
  values: readonly (string | undefined)[],
): string | undefined {
  if (!hasDollar && !written.includes("$$")) return value;
  const references = referencesIn(written);
  let escaped = "";
  let literal = 0;
  for (let i = 0; i < references.length; i++) {
    const part = values[i];
    if (part === undefined) continue;
    const { start, end } = references[i]!;
    escaped += written.slice(literal, start) + escapeDollars(part);
    literal = end;
  }
  escaped += written.slice(literal);
  return escaped === written ? undefined : escaped;
}

/** Why a name has no value. */
export type NameVerdict = Pick<UnresolvedReference, "verdict" | "reason">;

const NOT_DEFINED: NameVerdict = { verdict: "undefined", reason: "undefined" };
const WITH_DEFAULT: NameVerdict = { verdict: "malformed", reason: "default-value" };

/** `NAME:-default` and similar shell forms, as they appear between the parentheses. */
const DEFAULT = /^([-._a-zA-Z][-._a-zA-Z0-9]*):[-=?+]/;

/** The name in `NAME:-default`; undefined for a name without a default. */
export function nameBeforeDefault(name: string): string | undefined {
  return DEFAULT.exec(name)?.[1];
}

/** Why a name that nothing sets has no value, in a text that no shell reads. */
export function verdictOfName(name: string): NameVerdict {
  return nameBeforeDefault(name) === undefined ? NOT_DEFINED : WITH_DEFAULT;
}

export function unresolvedEvent(reference: UnresolvedReference, fieldPath: string): ContainerEvent {
  const { name, path } = reference;
  const message = unresolvedMessage(name, reasonText(reference));
  return { type: "Warning", reason: UNRESOLVED_REFERENCE, message, fieldPath, path, reference };
}
