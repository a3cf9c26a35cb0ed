/** Manifests that are expanded as text: which references in them Flux replaces, and with what. */

import { SHOWN, SubstitutionError } from "../../expansion/dialects/evaluation.ts";
import { documentsIn } from "../../expansion/streams/yaml-documents.ts";
import { concatBytes } from "../../text/byte-buffer.ts";
import { tryOrUndefined } from "../../text/try-or-undefined.ts";
import { decodeUtf8 } from "../../text/utf8.ts";
import { DocumentError } from "../../yaml/error.ts";
import { isBlock, type Node, type Path, type ScalarNode } from "../../yaml/node.ts";
import { parseManifest } from "../../yaml/parse.ts";
import { flow, type Replacement, replaceAll, replaceString } from "../../yaml/write/edit.ts";
import { listedIn } from "../kustomize/index.ts";
import { type FieldType, fieldType } from "./field-types.ts";
import { FLUX_GROUP, isDisabled } from "./kustomization.ts";
import { type Placeholders, placeholderEdit } from "./placeholder.ts";
import { fluxReferences } from "./references.ts";
import type { TextRole } from "./serialized.ts";
import { roleOf, substitutedValue, type VariableValues } from "./substitution.ts";

/** What replaces references before the manifests are expanded. */
export interface Rewriting {
  /** The variables of a Kustomization. Strings of objects become what Flux reads after substitution, such as numbers. */
  readonly variables?: ReadonlyMap<string, string> | undefined;
  readonly placeholders?: Placeholders | undefined;
}

const encoder = /* @__PURE__ */ new TextEncoder();
const ANNOTATION = `${FLUX_GROUP}/substitute`;

/**
 * Returns manifests in which Flux's substitution changes the same text as in the cluster: in objects with
 * `substitute: disabled`, each `$` is escaped. Documents that are not YAML are not changed.
 *
 * With placeholders, references to unknown variables become a value that the field accepts: `placeholder-NAME` in strings, 1 in
 * numbers and quantities, `true` in booleans, `placeholder-name` in host names. Quotes around a number are removed, as kustomize does.
 *
 * @throws SubstitutionError for a string that breaks the YAML around it, with the offset in bytes
 */
export function expandableText(manifests: Uint8Array, rewriting: Rewriting = {}): Uint8Array {
  const parts: Uint8Array[] = [];
  const isAll = rewriting.placeholders !== undefined || rewriting.variables !== undefined;
  for (const { start, end } of documentsIn(manifests)) {
    const bytes = manifests.subarray(start, end);
    const text = bytes.includes(DOLLAR) ? decodeUtf8(bytes) : undefined;
    const isConcerned = text !== undefined && (isAll || text.includes(ANNOTATION));
    const offsetOf = (offset: number) => start + encoder.encode(text!.slice(0, offset)).length;
    const edits = isConcerned ? editsOf(text, rewriting, offsetOf) : [];
    parts.push(edits.length === 0 ? bytes : encoder.encode(replaceAll(text!, edits)));
  }
  return concatBytes(
    parts,
    parts.reduce((sum, { length }) => sum + length, 0),
  );
}

const DOLLAR = 0x24;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A string of an object that has a `$`. */
interface FoundScalar {
  readonly node: ScalarNode;
  readonly type: FieldType;
  readonly role: TextRole;
}

function editsOf(
  text: string,
  { placeholders, variables }: Rewriting,
  offsetOf: (offset: number) => number,
): Replacement[] {
  const disabled: Range[] = [];
  const scalars: FoundScalar[] = [];
  for (const root of tryOrUndefined(() => parseManifest(text), DocumentError) ?? []) {
    // Comments of a document belong to its object.
    if (isDisabled(root.value)) disabled.push({ start: 0, end: text.length });
    else collect(root, disabled, scalars);
  }
  scalars.sort((a, b) => a.node.start - b.node.start);
  const edits = disabled.flatMap(({ start, end }) => {
    return Array.from(text.slice(start, end).matchAll(/\$/g), ({ index }) => {
      return { start: start + index, end: start + index, text: "$" };
    });
  });
  const values = variables === undefined ? [] : valueEdits(text, scalars, variables, offsetOf);
  const replaced =
    placeholders === undefined ? [] : placeholderEdits(text, scalars, [...disabled, ...values], placeholders);
  return [...edits, ...values, ...replaced];
}

/** Writes what Flux reads in place of each string whose variables are known. */
function valueEdits(
  text: string,
  scalars: readonly FoundScalar[],
  variables: ReadonlyMap<string, string>,
  offsetOf: (offset: number) => number,
): Replacement[] {
  const all = new Map(Array.from(variables, ([name, value]) => [name, { value }]));
  const values: VariableValues = { all, isComplete: true, isCertain: true };
  return scalars.flatMap(({ node, role }) => {
    const { end, start, style, value } = node;
    const result = substitutedValue(`${value}`, values, role);
    if (result.kind === "invalid") {
      const message = "the object is not valid YAML after substitution";
      throw new SubstitutionError("malformed", message, `${value}`.slice(0, SHOWN), offsetOf(start));
    }
    const isText = result.kind === "unknown" || typeof result.value === "string";
    // Text in a block can have only one meaning.
    if (result.kind === "unknown" || (isText && isBlock(style))) return [];
    const written = isText
      ? replaceString(text, node, result.value as string)
      : [{ start, end, text: flow(result.value) + (isBlock(style) ? "\n" : "") }];
    return written.map((edit) => ({ ...edit, text: edit.text.replaceAll("$", "$$$$") }));
  });
}

/** @param others what is not replaced, or already is */
function placeholderEdits(
  text: string,
  scalars: readonly FoundScalar[],
  others: readonly Range[],
  placeholders: Placeholders,
): Replacement[] {
  const edits: Replacement[] = [];
  const skipped = others.toSorted((a, b) => a.start - b.start);
  let nextScalar = 0;
  let nextSkipped = 0;
  let end = 0;
  for (const reference of fluxReferences(text).references) {
    const { start } = reference;
    // References in the words of others are replaced with them.
    if (start < end) continue;
    end = reference.end;
    while (skipped[nextSkipped] !== undefined && skipped[nextSkipped]!.end <= start) nextSkipped++;
    if ((skipped[nextSkipped]?.start ?? text.length) <= start) continue;
    while (scalars[nextScalar] !== undefined && scalars[nextScalar]!.node.end <= start) nextScalar++;
    const scalar = scalars[nextScalar];
    const isInside = scalar !== undefined && scalar.node.start <= start;
    edits.push(...placeholderEdit(text, reference, isInside ? scalar : undefined, placeholders));
  }
  return edits;
}

/** Finds the excluded objects of a list, and the scalars of the others. */
function collect(root: Node, disabled: Range[], scalars: FoundScalar[]): void {
  const items = listedIn(root);
  if (items === undefined) {
    addScalars(root, root.value, [], scalars);
    return;
  }
  for (const item of items) {
    if (isDisabled(item.value)) disabled.push({ start: item.start, end: item.end });
    else collect(item, disabled, scalars);
  }
}

function addScalars(node: Node, object: unknown, path: Path, scalars: FoundScalar[]): void {
  if (node.kind === "scalar") {
    if (`${node.value}`.includes("$")) {
      scalars.push({ node, type: fieldType(object, path), role: roleOf({ path, isKey: false }) });
    }
  } else if (node.kind === "sequence") {
    for (const [i, item] of node.items.entries()) addScalars(item, object, [...path, i], scalars);
  } else if (node.kind === "mapping") {
    for (const { key, node: member } of node.entries) addScalars(member, object, [...path, key], scalars);
  }
}
