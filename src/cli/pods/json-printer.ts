/** The output of `varexpand pod -o json`. */

import type { LargeList } from "../../manifest/part-cursor.ts";
import type { DocumentPart } from "../../repository/manifest-part.ts";
import { type Edit, editedValues } from "../../yaml/write/edit.ts";
import { programJson } from "../frame/document-text.ts";
import type { CommandIo } from "../frame/io.ts";
import type { ManifestWorkload } from "../manifests/manifest-workload.ts";
import { DocumentPrinter, selectedValues } from "./printer.ts";

/** A List whose items are printed one by one. */
interface OpenList {
  readonly list: LargeList;
  readonly head: string;
  readonly tail: string;
  hasItems: boolean;
}

/** Prints one object, or a List of several. The number of objects, and so their indentation, is known only at the end. */
export class JsonPrinter extends DocumentPrinter {
  private values = 0;
  private open: OpenList | undefined;

  protected addPart(part: DocumentPart, edits: readonly Edit[], _workloads: readonly ManifestWorkload[]): void {
    if (part.list !== this.open?.list) {
      this.closeList();
      if (part.list !== undefined) this.openList(part.list);
    }
    for (const value of editedValues(part.documents, edits)) {
      if (this.open !== undefined) this.addItem(this.open, value);
      else if (value !== null) this.addValue(programJson(value));
    }
  }

  override endFile(): void {
    this.closeList();
  }

  override print(io: CommandIo): void {
    if (this.values === 1) {
      super.print(io);
      io.write("\n");
      return;
    }
    const list = { apiVersion: "v1", kind: "List" };
    if (this.values === 0) {
      io.write(`${programJson({ ...list, items: [] })}\n`);
      return;
    }
    const [head, tail] = aroundItems(list);
    io.write(head);
    for (const piece of this.spool.pieces()) {
      // In UTF-8, a line feed is one byte, and never part of another character.
      io.write(Buffer.from(asItem(Buffer.from(piece).toString("latin1")), "latin1"));
    }
    io.write(`${tail}\n`);
  }

  private openList(list: LargeList): void {
    const [head, tail] = aroundItems(list.value);
    this.open = { list, head, tail, hasItems: false };
  }

  private closeList(): void {
    if (this.open === undefined) return;
    const { hasItems, list, tail } = this.open;
    if (hasItems) this.spool.write(tail);
    else this.addValue(programJson(list.value));
    this.open = undefined;
  }

  private addItem(list: OpenList, item: unknown): void {
    if (list.hasItems) this.spool.write(",\n    ");
    else this.addValue(list.head);
    list.hasItems = true;
    this.spool.write(asItem(programJson(item)));
  }

  protected addValue(text: string): void {
    if (this.values > 0) this.spool.write(",\n");
    this.values++;
    this.spool.write(text);
  }
}

/** Prints the objects of some workloads, as one object or a List. */
export class SelectedJsonPrinter extends JsonPrinter {
  protected override addPart(_: DocumentPart, edits: readonly Edit[], workloads: readonly ManifestWorkload[]): void {
    for (const value of selectedValues(workloads, edits)) this.addValue(programJson(value));
  }
}

/** Indents JSON as an item of `items`. All line breaks belong to the layout, because strings contain none. */
function asItem(text: string): string {
  return text.replaceAll("\n", "\n    ");
}

/** Returns the JSON of an object before and after its items. */
function aroundItems(value: Record<string, unknown>): [head: string, tail: string] {
  const mark = crypto.randomUUID();
  const [head, tail] = programJson({ ...value, items: [mark] }).split(`"${mark}"`);
  return [head!, tail!];
}
