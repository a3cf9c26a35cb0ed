/** The files that kustomizations consist of, parsed as kustomize parses them. */

import { memberOf } from "../../text/own-keys.ts";
import { positionAfter } from "../../text/position.ts";
import { tryOrUndefined } from "../../text/try-or-undefined.ts";
import { KUBERNETES } from "../../yaml/dialect.ts";
import { DocumentError } from "../../yaml/error.ts";
import { type DuplicateKey, dereferenced, type Node, nodeAt } from "../../yaml/node.ts";
import type { IsOutlined } from "../../yaml/outline.ts";
import { parseManifest } from "../../yaml/parse.ts";
import { offsetsInString } from "../../yaml/places.ts";
import type { Budget } from "./budget.ts";
import type { PatternCompiler } from "./selectors.ts";
import { inFile, itemsOf, type SourceFile } from "./tree.ts";

/** How the files are read. Paths are absolute, with `/` between their parts. */
export interface KustomizeReader {
  /** The text of a file; undefined if it does not exist or cannot be read, or if it is not UTF-8. */
  read(path: string): string | undefined;
  /** What a folder contains: its files, and its folders with a `/` at the end; undefined if it is not a folder. */
  list?(folder: string): readonly string[] | undefined;
  /** Compiles the patterns of selectors. Without it, what they select is unknown. */
  readonly pattern?: PatternCompiler;
  /** The documents of a file that have been parsed before. */
  parsed?(path: string): ParsedFile | undefined;
  /** A path without links. Default: the path itself. */
  realPath?(path: string): string;
  /** The folder that is taken for the root of the repository of a folder. */
  topOf?(folder: string): string | undefined;
  /** Whether a `.gitignore` covers a file that does not exist. */
  isGitIgnored?(path: string): boolean;
}

/** A file with its documents. */
export interface ParsedFile {
  readonly file: SourceFile;
  readonly documents: readonly Node[];
  /** The first key that a mapping has more than once, and its lines. The contents of definitions are not searched. */
  readonly duplicate?: { readonly key: string; readonly first: number; readonly last: number } | undefined;
}

/** For kustomize, `yes` and `off` are strings. */
export const KUSTOMIZE = {
  ...KUBERNETES,
  endsLastLine: false,
  plain: (text: string) => (/^(?:y|yes|n|no|on|off)$/i.test(text) ? text : KUBERNETES.plain(text)),
};

/** How much text is kept parsed, in UTF-16 units. */
const MAX_KEPT = 2 << 20;

export class SourceFiles {
  readonly reader: KustomizeReader;
  private readonly budget: Budget;
  private readonly kept = new Map<string, ParsedFile>();
  private readonly known = new Set<string>();
  private size = 0;

  constructor(reader: KustomizeReader, budget: Budget) {
    this.reader = reader;
    this.budget = budget;
  }

  /** A file's text, for generators; undefined if it cannot be read, or not again within the budget. */
  textOf(path: string): SourceFile | undefined {
    const text = this.reader.read(path);
    if (text === undefined) return undefined;
    if (!this.known.has(path)) this.budget.add(text.length);
    else if (!this.budget.take(text.length)) return undefined;
    this.known.add(path);
    return { path, text };
  }

  /** The documents of a file; undefined if it cannot be read or parsed. */
  documentsOf(path: string): ParsedFile | undefined {
    const known = this.reader.parsed?.(path) ?? this.kept.get(path);
    if (known !== undefined) return known;
    const file = this.textOf(path);
    // Flux replaces variables in descriptions, too.
    const mayRefer = file !== undefined && /\$\{|\\[xuU]/.test(file.text);
    const content = file && parsed(file.text, mayRefer ? undefined : isOutlined);
    if (content === undefined) return undefined;
    for (const document of content.documents) inFile(document, file!);
    const result = { file: file!, ...content };
    this.kept.set(path, result);
    this.size += file!.text.length;
    for (const [oldest, { file }] of this.kept) {
      if (this.size <= MAX_KEPT || oldest === path) break;
      this.kept.delete(oldest);
      this.size -= file.text.length;
    }
    return result;
  }
}

/** Inline patches: Flux applies the same one to many Kustomizations. */
const inline = /* @__PURE__ */ new WeakMap<Node, ParsedFile | undefined>();

/** The documents in a string of a file, such as an inline patch: with their places in the file. */
export function inlineDocuments(file: SourceFile, node: Node): ParsedFile | undefined {
  const scalar = dereferenced(node);
  const known = inline.get(scalar);
  if (known?.file === file) return known;
  const found = parsedInline(file, scalar);
  inline.set(scalar, found);
  return found;
}

function parsedInline(file: SourceFile, scalar: Node): ParsedFile | undefined {
  if (scalar.kind !== "scalar" || typeof scalar.value !== "string") return undefined;
  const content = parsed(scalar.value);
  if (content === undefined) return undefined;
  const { documents, duplicate } = content;
  const nodes = new Set<Node>();
  for (const document of documents) collect(document, nodes);
  const offsets = [...new Set([...nodes].flatMap((each) => [each.start, each.end, contentStartOf(each)]))];
  const sorted = offsets.filter((offset) => offset >= 0).sort((a, b) => a - b);
  const places = new Map(offsetsInString(file.text, scalar, sorted).map((place, i) => [sorted[i]!, place]));
  for (const each of nodes) {
    const contentStart = places.get(contentStartOf(each)) ?? -1;
    const own = { start: places.get(each.start)!, end: places.get(each.end)! };
    Object.assign(each, own, each.kind === "scalar" && { contentStart });
  }
  return { file, documents: documents.map((document) => inFile(document, file)), duplicate };
}

function contentStartOf(node: Node): number {
  return node.kind === "scalar" ? node.contentStart : -1;
}

function collect(node: Node, nodes: Set<Node>): void {
  if (nodes.has(node)) return;
  nodes.add(node);
  if (node.kind === "alias") collect(node.target, nodes);
  else if (node.kind === "sequence") for (const item of node.items) collect(item, nodes);
  else if (node.kind === "mapping") {
    for (const { keyNode, node: member } of node.entries) {
      collect(keyNode, nodes);
      collect(member, nodes);
    }
  }
}

/** A CustomResourceDefinition can be larger than everything else. */
const DEFINITION = "CustomResourceDefinition";
const isOutlined: IsOutlined = (kind) => kind === DEFINITION;

/** Whether an object is a CustomResourceDefinition. */
export function isDefinition({ value }: Node): boolean {
  return memberOf(value, "kind") === DEFINITION;
}

function parsed(text: string, isOutlined?: IsOutlined): Pick<ParsedFile, "documents" | "duplicate"> | undefined {
  const duplicates: DuplicateKey[] = [];
  const onDuplicate = (found: DuplicateKey) => duplicates.push(found);
  const documents = tryOrUndefined(() => parseManifest(text, KUSTOMIZE, onDuplicate, isOutlined), DocumentError);
  const annotations = duplicates.length === 0 ? [] : (documents ?? []).flatMap(annotationsIn);
  const isAllowed = ({ first }: DuplicateKey) => annotations.some(({ end, start }) => start <= first && first < end);
  const found = duplicates.find((each) => !isAllowed(each));
  if (documents === undefined || found === undefined) return documents && { documents };
  const { first, key, last } = found;
  const lineOf = (offset: number) => positionAfter(text, 0, offset, "YAML").line;
  return { documents, duplicate: { key, first: lineOf(first), last: lineOf(last) } };
}

/** The annotations of the objects in a document: kustomize reads them key by key, and the last of equal ones counts. */
function annotationsIn(document: Node): readonly Node[] {
  const own = nodeAt(document, ["metadata", "annotations"]);
  return [...(own ? [own] : []), ...itemsOf(nodeAt(document, ["items"])).flatMap(annotationsIn)];
}

/** Whether a path is in a folder or below it, or is the folder. Both are as `pathFrom` returns them. */
export function isBelow(path: string, folder: string): boolean {
  return folder === "/" || path === folder || path.startsWith(`${folder}/`);
}
