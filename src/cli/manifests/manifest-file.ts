/** Manifests as commands read them: their text, their documents, and positions for messages. */

import { ManifestObjectError } from "../../kubernetes/cluster/object-schema.ts";
import { mayBeObject } from "../../kubernetes/cluster/objects.ts";
import type { ReplacedText } from "../../kubernetes/flux/index.ts";
import type { UnknownTexts } from "../../kubernetes/pod/sources/unknown-texts.ts";
import type { Part } from "../../manifest/part-cursor.ts";
import { BEGINNING, type Position, Positions } from "../../text/position.ts";
import { printable } from "../../text/printable.ts";
import { KUBERNETES, MAX_DOCUMENT } from "../../yaml/dialect.ts";
import { DocumentError, tooLarge } from "../../yaml/error.ts";
import { type DuplicateKey, type Node, nearestNodeAt, nodeAt, type Path } from "../../yaml/node.ts";
import { parseManifest } from "../../yaml/parse.ts";
import { offsetsInText } from "../../yaml/places.ts";
import { nameOf, readText } from "../files/files.ts";
import { InputError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";

/** The most characters of a file's name in a message. */
export const LONGEST_NAME = 1000;

/** What Flux replaces in a document. */
export interface FluxSubstitution {
  /** The document in the file. */
  readonly written: Node;
  /** In the order of the text. */
  readonly texts: readonly ReplacedText[];
  /** The texts whose results are unknown. */
  readonly unknown: UnknownTexts;
}

const NOT_SUBSTITUTED: ManifestPart["substitutions"] = new Map();

/** A part of a file, or the whole file. */
export class ManifestPart {
  /** The file's name for messages, printable. */
  readonly name: string;
  readonly text: string;
  /** The root of each document, except the `others`. */
  readonly documents: readonly Node[];
  /** How many documents have no kind. In a file found in a directory, they are skipped, because it can be anything. */
  readonly others: number;
  /** The list that contains the documents, if it is read item by item. */
  readonly list: Part["list"];
  /** The duplicate keys of mappings. */
  readonly duplicates: Part["duplicates"];
  /** What Flux replaces, by the documents, which are those after substitution. */
  readonly substitutions: ReadonlyMap<Node, FluxSubstitution> = NOT_SUBSTITUTED;
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

  /** The part as Flux applies it. */
  substituted(substitutions: ReadonlyMap<Node, FluxSubstitution>): ManifestPart {
    const documents = [...substitutions.keys()];
    return Object.assign(Object.create(ManifestPart.prototype), this, { documents, substitutions });
  }

  /** `file:line:column`. */
  place(offset: number): string {
    return placeIn(this.name, this.positionOf(offset));
  }

  /** The place of the node at a path, or else of its nearest ancestor. */
  placeOf(document: Node, path: Path): string {
    return this.place(nearestNodeAt(document, path).start);
  }

  /** The places of characters in the string at a path. The offsets must be ascending. */
  placesIn(document: Node, path: Path, inString: readonly number[]): string[] {
    const text = (root: Node) => nodeAt(root, path)?.value;
    const { written } = this.substitutions.get(document) ?? { written: document };
    if (text(written) !== text(document)) return inString.map(() => this.placeOf(document, path));
    return offsetsInText(this.text, document, path, inString).map((offset) => this.place(offset));
  }

  /** The line of the node at a path; undefined if it does not exist. */
  lineOf(document: Node, path: Path): number | undefined {
    const node = nodeAt(document, path);
    return node && this.positionOf(node.start).line;
  }

  private positionOf(offset: number): Position {
    this.positions ??= new Positions(this.text, this.start);
    return this.positions.at(offset);
  }

  /**
   * Calls `read` with a document's value, and returns its result.
   *
   * @throws InputError with the place of a ManifestObjectError
   */
  objectsIn<T>(document: Node, read: (value: unknown) => T): T {
    try {
      return read(document.value);
    } catch (error) {
      if (!(error instanceof ManifestObjectError)) throw error;
      throw new InputError(`${this.placeOf(document, error.path)}: ${error.message}`);
    }
  }
}

/** A whole file. */
export class ManifestFile extends ManifestPart {
  /** @throws InputError if the file cannot be read, or is neither YAML nor JSON */
  constructor(file: string, io: CommandIo) {
    const name = printable(nameOf(file), LONGEST_NAME);
    const text = readText(file, io);
    if (text.length > MAX_DOCUMENT) throw new InputError(`${name}:1:1: ${tooLarge(MAX_DOCUMENT).message}`);
    try {
      const duplicates: DuplicateKey[] = [];
      const documents = parseManifest(text, KUBERNETES, (duplicate) => duplicates.push(duplicate));
      super(name, { text, start: BEGINNING, documents, duplicates });
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      throw new InputError(`${placeIn(name, new Positions(text).at(error.offset))}: ${error.message}`);
    }
  }
}

function placeIn(name: string, { line, column }: Position): string {
  return `${name}:${line}:${column}`;
}
