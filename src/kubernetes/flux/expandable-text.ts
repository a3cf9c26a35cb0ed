/** Manifests that are expanded as text: which references in them Flux replaces, and placeholders for unknown variables. */
import { compileText } from "../../expansion/compiled/compiled-text.ts";
import { SubstitutionError } from "../../expansion/dialects/evaluation.ts";
import { documentsIn } from "../../expansion/streams/yaml-documents.ts";
import { concatBytes } from "../../text/byte-buffer.ts";
import { decodeUtf8 } from "../../text/utf8.ts";
import { KUBERNETES } from "../../yaml/dialect.ts";
import { DocumentError } from "../../yaml/error.ts";
import { isBlock, type Node, type Path, type ScalarNode } from "../../yaml/node.ts";
import { parseManifest } from "../../yaml/parse.ts";
import { type Replacement, replaceAll } from "../../yaml/write/edit.ts";
import { listedIn } from "../kustomize/index.ts";
import { type FieldType, fieldType } from "./field-types.ts";
import { FLUX_GROUP, isDisabled } from "./kustomization.ts";
import { type FluxReference, fluxReferences } from "./references.ts";

/** Where placeholders are necessary. */
export interface Placeholders {
  /** Returns the value of a variable; undefined if it is unknown. */
  valueOf(name: string): string | undefined;
  /** Receives each unknown variable that is replaced. */
  onUnknown(name: string): void;
}

const encoder = /* @__PURE__ */ new TextEncoder();
const ANNOTATION = `${FLUX_GROUP}/substitute`;

/**
 * Returns manifests in which Flux's substitution changes the same text as in the cluster: in objects with
 * `substitute: disabled`, each `$` is escaped. Documents that are not YAML are not changed.
 *
 * @param placeholders replaces references to unknown variables with a value that the field accepts: `placeholder-NAME` in
 * strings, 1 in numbers and quantities, `true` in booleans. Quotes around a number are removed, as kustomize does
 */
export function expandableText(manifests: Uint8Array, placeholders?: Placeholders): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { start, end } of documentsIn(manifests)) {
    const bytes = manifests.subarray(start, end);
    const text = bytes.includes(DOLLAR) ? decodeUtf8(bytes) : undefined;
    const isConcerned = text !== undefined && (placeholders !== undefined || text.includes(ANNOTATION));
    const edits = isConcerned ? editsOf(text, placeholders) : [];
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
}

function editsOf(text: string, placeholders: Placeholders | undefined): Replacement[] {
  const disabled: Range[] = [];
  const scalars: FoundScalar[] = [];
  for (const root of documentsOf(text)) {
    // Comments of a document belong to its object.
    if (isDisabled(root.value)) disabled.push({ start: 0, end: text.length });
    else collect(root, disabled, scalars);
  }
  const edits = disabled.flatMap(({ start, end }) => {
    return Array.from(text.slice(start, end).matchAll(/\$/g), ({ index }) => {
      return { start: start + index, end: start + index, text: "$" };
    });
  });
  if (placeholders === undefined) return edits;
  scalars.sort((a, b) => a.node.start - b.node.start);
  let nextScalar = 0;
  let nextDisabled = 0;
  let end = 0;
  for (const reference of fluxReferences(text).references) {
    const { start } = reference;
    // References in the words of others are replaced with them.
    if (start < end) continue;
    end = reference.end;
    while (disabled[nextDisabled] !== undefined && disabled[nextDisabled]!.end <= start) nextDisabled++;
    if ((disabled[nextDisabled]?.start ?? text.length) <= start) continue;
    while (scalars[nextScalar] !== undefined && scalars[nextScalar]!.node.end <= start) nextScalar++;
    const scalar = scalars[nextScalar];
    const isInside = scalar !== undefined && scalar.node.start <= start;
    edits.push(...placeholderEdit(text, reference, isInside ? scalar : undefined, placeholders));
  }
  return edits.sort((a, b) => a.start - b.start);
}

/** The documents of a text; none if it is not YAML. */
function documentsOf(text: string): Node[] {
  try {
    return parseManifest(text, KUBERNETES);
  } catch (error) {
    if (error instanceof DocumentError) return [];
    throw error;
  }
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
    if (`${node.value}`.includes("$")) scalars.push({ node, type: fieldType(object, path) });
  } else if (node.kind === "sequence") {
    for (const [i, item] of node.items.entries()) addScalars(item, object, [...path, i], scalars);
  } else if (node.kind === "mapping") {
    for (const { key, node: member } of node.entries) addScalars(member, object, [...path, key], scalars);
  }
}

function placeholderEdit(
  text: string,
  { start, end }: FluxReference,
  scalar: FoundScalar | undefined,
  { onUnknown, valueOf }: Placeholders,
): Replacement[] {
  const source = text.slice(start, end);
  const { node, type = "string" } = scalar ?? {};
  const isWhole = node?.value === source;
  const isQuoted = isWhole && type !== "string" && !isBlock(node!.style) && node!.style !== "plain";
  const range = isQuoted ? { start: node!.start, end: node!.end } : { start, end };
  const unknown = new Set<string>();
  try {
    const reference = compileText(source, { syntax: "flux", strict: false });
    const known = reference.expand(valueOf, ({ name }) => unknown.add(name));
    if (unknown.size === 0) {
      const isTyped = type === "boolean" ? /^(?:true|false)$/ : /^-?[0-9]+$/;
      return isQuoted && isTyped.test(known) ? [{ ...range, text: known }] : [];
    }
    for (const name of unknown) onUnknown(name);
    const value = reference.expand(
      (name) => valueOf(name) ?? (unknown.has(name) ? placeholder(type, name, isWhole) : undefined),
      () => {},
    );
    return [{ ...range, text: value.replaceAll("$", "$$$$") }];
  } catch (error) {
    // The expansion reports it.
    if (error instanceof SubstitutionError) return [];
    throw error;
  }
}

/** @param isWhole whether the reference is all of the field */
function placeholder(type: FieldType, name: string, isWhole: boolean): string {
  switch (type) {
    case "number":
      return "1";
    case "boolean":
      return "true";
    case "duration":
      return isWhole ? "1m" : "1";
    default:
      return `placeholder-${name}`;
  }
}
