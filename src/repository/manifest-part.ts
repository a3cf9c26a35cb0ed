/** Documents of manifests, and the places of their parts for messages. */

import { mayBeObject } from "../kubernetes/cluster/objects.ts";
import { fileAt, type SourceFile } from "../kubernetes/kustomize/index.ts";
import type { UnknownTexts } from "../kubernetes/pod/sources/unknown-texts.ts";
import type { Part } from "../manifest/part-cursor.ts";
import { getOrAdd } from "../text/grouped.ts";
import { type Position, Positions } from "../text/position.ts";
import { printable } from "../text/printable.ts";
import { type Node, nearestNodeAt, nodeAt, type Path } from "../yaml/node.ts";
import { offsetsInText } from "../yaml/places.ts";

/** The most characters of a file's name in a message. */
export const MAX_NAME = 1000;

/** Documents that are read together. */
export interface DocumentPart {
  /** The file's name for messages, printable. */
  readonly name: string;
  /** The root of each document, except the `others`. */
  readonly documents: readonly Node[];
  /** How many documents have no kind. In a file found in a directory, they are skipped, because it can be anything. */
  readonly others: number;
  /** The list that contains the documents, if it is read item by item. */
  readonly list: Part["list"];
  /** `file:line:column` of the node at a path, or else of its nearest ancestor. */
  placeOf(document: Node, path: Path): string;
  /** The places of characters in the string at a path. The offsets must be ascending. */
  placesIn(document: Node, path: Path, inString: readonly number[]): string[];
  /** `line 12`, or `line 12 of base.yaml` if the text at `from` is in another file; undefined without such a node. */
  lineOf(document: Node, path: Path, from: Path): string | undefined;
  /** The texts of a document that a substitution replaces with something unknown. */
  unknownTexts(document: Node): UnknownTexts | undefined;
}

/** A part of a file, or the whole file. */
export class ManifestPart implements DocumentPart {
  readonly name: string;
  readonly text: string;
  readonly documents: readonly Node[];
  readonly others: number;
  readonly list: Part["list"];
  /** The duplicate keys of mappings. */
  readonly duplicates: Part["duplicates"];
  private readonly start: Part["start"];
  private positions: Positions | undefined;

  /** @param isFound whether the file was found in a directory */
  constructor(name: string, { text, start, documents, duplicates, list }: Part, isFound = false) {
    this.name = name;
    this.text = text;
    this.documents = isFound && list === undefined ? documents.filter(({ value }) => mayBeObject(value)) : documents;
    this.others = documents.length - this.documents.length;
    this.duplicates = duplicates;
    this.list = list;
    this.start = start;
  }

  /** `file:line:column`. */
  place(offset: number): string {
    return placeText(this.name, this.positionOf(offset));
  }

  placeOf(document: Node, path: Path): string {
    return this.place(nearestNodeAt(document, path).start);
  }

  placesIn(document: Node, path: Path, inString: readonly number[]): string[] {
    return offsetsInText(this.text, document, path, inString).map((offset) => this.place(offset));
  }

  lineOf(document: Node, path: Path): string | undefined {
    const node = nodeAt(document, path);
    return node && `line ${this.positionOf(node.start).line}`;
  }

  unknownTexts(): undefined {}

  private positionOf(offset: number): Position {
    this.positions ??= new Positions(this.text, this.start);
    return this.positions.at(offset);
  }
}

/** An object that a kustomization or Flux renders, with places in the files that its parts come from. */
export class RenderedPart implements DocumentPart {
  readonly documents: readonly [Node];
  readonly others = 0;
  readonly list = undefined;
  private readonly unknown: UnknownTexts | undefined;
  private readonly files: SourceFiles;

  constructor(document: Node, unknown: UnknownTexts | undefined, files: SourceFiles) {
    this.documents = [document];
    this.unknown = unknown;
    this.files = files;
  }

  get name(): string {
    return this.files.nameOf(this.fileAt([]));
  }

  placeOf(document: Node, path: Path): string {
    return this.place(this.fileAt(path), nearestNodeAt(document, path).start);
  }

  placesIn(document: Node, path: Path, inString: readonly number[]): string[] {
    const file = this.fileAt(path);
    return offsetsInText(file.text, document, path, inString).map((offset) => this.place(file, offset));
  }

  lineOf(document: Node, path: Path, from: Path): string | undefined {
    const node = nodeAt(document, path);
    if (node === undefined) return undefined;
    const file = this.fileAt(path);
    const line = `line ${this.files.positionsIn(file).at(node.start).line}`;
    return file.path === this.fileAt(from).path ? line : `${line} of ${this.files.nameOf(file)}`;
  }

  unknownTexts(): UnknownTexts | undefined {
    return this.unknown;
  }

  private fileAt(path: Path): SourceFile {
    return fileAt(this.documents[0], path)!;
  }

  private place(file: SourceFile, offset: number): string {
    return placeText(this.files.nameOf(file), this.files.positionsIn(file).at(offset));
  }
}

/** The names of files for messages, and positions in them. */
export class SourceFiles {
  private readonly shownName: (path: string) => string;
  private readonly positions = new WeakMap<SourceFile, Positions>();

  /** @param shownName returns the name of a path for messages */
  constructor(shownName: (path: string) => string) {
    this.shownName = shownName;
  }

  nameOf({ path }: SourceFile): string {
    return printable(this.shownName(path), MAX_NAME);
  }

  positionsIn(file: SourceFile): Positions {
    return getOrAdd(this.positions, file, () => new Positions(file.text));
  }
}

export function placeText(name: string, { line, column }: Position): string {
  return `${name}:${line}:${column}`;
}
