/** Manifests as commands read them: files, their documents, and places in them for messages. */
import { ManifestError } from "../manifest/error.ts";
import { Lines } from "../manifest/lines.ts";
import { type Node, nodeAt, type Path } from "../manifest/node.ts";
import { parseManifest } from "../manifest/parse.ts";
import { InputError } from "./errors.ts";
import { nameOf, readText } from "./files.ts";
import type { CommandIo } from "./io.ts";

export class ManifestFile {
  readonly name: string;
  readonly text: string;
  /** The root of each document. */
  readonly documents: readonly Node[];
  private lines: Lines | undefined;

  /** @throws InputError if the file cannot be read, or is neither YAML nor JSON. */
  constructor(file: string, io: CommandIo) {
    this.name = nameOf(file);
    this.text = readText(file, io);
    try {
      this.documents = parseManifest(this.text);
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      throw new InputError(`${this.place(error.offset)}: ${error.message}`);
    }
  }

  /** `file:line:column`. */
  place(offset: number): string {
    this.lines ??= new Lines(this.text);
    const { line, column } = this.lines.at(offset);
    return `${this.name}:${line}:${column}`;
  }

  /** The place of what a path leads to, or else of the last thing on the way to it. */
  placeOf(document: Node, path: Path): string {
    let node = document;
    for (let length = path.length; length > 0; length--) {
      const found = nodeAt(document, path.slice(0, length));
      if (found !== undefined) {
        node = found;
        break;
      }
    }
    return this.place(node.start);
  }
}
