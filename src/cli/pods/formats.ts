/** The output formats of `varexpand pod`. Output is collected while the manifests are read. */

import { maskedContainer } from "../../kubernetes/pod/resolve/masked.ts";
import type { ResolvedContainer } from "../../kubernetes/pod/types.ts";
import type { LargeList } from "../../manifest/part-cursor.ts";
import { type DocumentPart, ManifestPart } from "../../repository/manifest-part.ts";
import { memberOf } from "../../text/own-keys.ts";
import { type Edit, editedValues, splice } from "../../yaml/write/edit.ts";
import { Spool } from "../files/spool.ts";
import { programJson, yamlText } from "../frame/document-text.ts";
import type { CommandIo } from "../frame/io.ts";
import type { ManifestWorkload, ResolvedWorkload } from "../manifests/manifest-workload.ts";
import { type AssignmentsFormat, assignmentSection } from "./sections.ts";
import { type TableOptions, tableSection } from "./table.ts";

/** Collects the output until all of it is known. */
export abstract class PodPrinter {
  protected readonly spool = new Spool();
  /** Whether this shard prints what is added. */
  isOwn = true;
  /** Whether another shard prints sections before these. */
  hasSectionsBefore = false;

  /** @throws DocumentError if the text cannot be changed in place; nothing is added */
  abstract add(part: DocumentPart, resolved: readonly ResolvedWorkload[]): void;

  /**
   * Ends a manifest.
   *
   * @param isFound whether the file was found in a directory
   */
  endFile(_isFound: boolean): void {}

  print(io: CommandIo): void {
    for (const piece of this.spool.pieces()) io.write(piece);
  }

  close(): void {
    this.spool.close();
  }
}

export type PodFormat = "yaml" | "json" | "table" | AssignmentsFormat;

export interface PrinterOptions extends TableOptions {
  readonly isPart?: boolean;
  readonly showsSecrets: boolean;
}

export function podPrinter(format: PodFormat, options: PrinterOptions): PodPrinter {
  switch (format) {
    case "yaml":
      return options.isPart ? new SelectedYamlPrinter() : new YamlPrinter();
    case "json":
      return options.isPart ? new SelectedJsonPrinter() : new JsonPrinter();
    case "table":
      return new SectionPrinter((workload, container) => tableSection(workload, shown(container, options), options));
    case "env":
      return new SectionPrinter((workload, container) => {
        return assignmentSection(workload, shown(container, options), format);
      });
    default:
      return new SectionPrinter((workload, container) => assignmentSection(workload, container, format));
  }
}

function shown(container: ResolvedContainer, { showsSecrets }: PrinterOptions): ResolvedContainer {
  return showsSecrets ? container : maskedContainer(container);
}

/** Prints the manifests as one stream, with expanded texts. */
class YamlPrinter extends PodPrinter {
  private files = 0;
  private isFirstPart = true;
  private endsLine = false;
  /** Whether this shard printed the text before. */
  private wasOwn = true;

  add(part: DocumentPart, resolved: readonly ResolvedWorkload[]): void {
    if (part.others > 0 && part.documents.length === 0) return;
    const isRendered = !(part instanceof ManifestPart);
    this.write(printedText(part, resolved));
    // Each rendered object is a document of its own.
    if (isRendered) this.endFile(true);
  }

  override endFile(isFound: boolean): void {
    // An empty file is an empty document.
    if (this.isFirstPart && !isFound) this.write("");
    if (!this.isFirstPart) this.files++;
    this.isFirstPart = true;
  }

  private write(text: string): void {
    if (this.isFirstPart && this.files > 0) {
      if (!this.endsLine && this.wasOwn) this.spool.write("\n");
      if (!text.startsWith("---") && this.isOwn) this.spool.write("---\n");
      this.endsLine = true;
    }
    this.isFirstPart = false;
    if (this.isOwn) this.spool.write(text);
    if (text === "") return;
    this.endsLine = text.endsWith("\n");
    this.wasOwn = this.isOwn;
  }
}

/** Prints the objects of some workloads: documents verbatim except for expanded texts, and items of Lists as documents. */
class SelectedYamlPrinter extends PodPrinter {
  private endsLine = true;

  add(part: DocumentPart, resolved: readonly ResolvedWorkload[]): void {
    if (resolved.length === 0) return;
    const isDocument = part.list === undefined && resolved.every(({ workload }) => isWhole(workload));
    if (isDocument && part.documents.length === 1) this.write(printedText(part, resolved));
    else for (const value of selectedValues(resolved)) this.write(yamlText([value]));
  }

  private write(text: string): void {
    if (!this.endsLine) this.spool.write("\n");
    if (this.spool.length > 0 && !text.startsWith("---")) this.spool.write("---\n");
    this.spool.write(text);
    this.endsLine = text.endsWith("\n");
  }
}

type Section = (workload: ManifestWorkload, container: ResolvedContainer) => string;

/** Prints a section for each container, with an empty line between sections. */
class SectionPrinter extends PodPrinter {
  private readonly section: Section;

  constructor(section: Section) {
    super();
    this.section = section;
  }

  add(_part: DocumentPart, resolved: readonly ResolvedWorkload[]): void {
    for (const { workload, pod } of resolved) {
      for (const container of pod.containers) {
        const isFirst = this.spool.isEmpty && !this.hasSectionsBefore;
        const section = this.section(workload, container);
        this.spool.write(isFirst ? section : `\n${section}`);
      }
    }
  }
}

/** A List whose items are printed one by one. */
interface OpenList {
  readonly list: LargeList;
  readonly head: string;
  readonly tail: string;
  hasItems: boolean;
}

/** Prints one object, or a List of several. The number of objects, and so their indentation, is known only at the end. */
class JsonPrinter extends PodPrinter {
  private values = 0;
  private open: OpenList | undefined;

  add(part: DocumentPart, resolved: readonly ResolvedWorkload[]): void {
    if (part.list !== this.open?.list) {
      this.closeList();
      if (part.list !== undefined) this.openList(part.list);
    }
    for (const value of editedValues(part.documents, editsOf(resolved))) {
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
class SelectedJsonPrinter extends JsonPrinter {
  override add(_part: DocumentPart, resolved: readonly ResolvedWorkload[]): void {
    for (const value of selectedValues(resolved)) this.addValue(programJson(value));
  }
}

/** Whether a workload's object is a document, and not an item of a List. */
function isWhole({ workload }: ManifestWorkload): boolean {
  return workload.ownerPath.length === 0;
}

/** Returns the objects of workloads with expanded texts, each object once. */
function selectedValues(resolved: readonly ResolvedWorkload[]): unknown[] {
  const objects = new Map<string, unknown>();
  const documents = [...new Set(resolved.map(({ workload }) => workload.document))];
  const values = editedValues(documents, editsOf(resolved));
  for (const { workload } of resolved) {
    const index = documents.indexOf(workload.document);
    const { ownerPath } = workload.workload;
    const key = JSON.stringify([index, ...ownerPath]);
    if (!objects.has(key)) objects.set(key, ownerPath.reduce<unknown>(memberOf, values[index]));
  }
  return [...objects.values()];
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

/** Returns the replacements of all texts, escaped so that the output resolves to the same result. */
function editsOf(resolved: readonly ResolvedWorkload[]): Edit[] {
  const edits: Edit[] = [];
  for (const { workload, pod } of resolved) {
    for (const { path, escaped } of pod.containers.flatMap(({ changes }) => changes)) {
      if (escaped !== undefined)
        edits.push({ document: workload.document, path: workload.pathOf(path), value: escaped });
    }
  }
  return edits;
}

/** The text of a part with everything replaced in place; a rendered object is written anew. */
function printedText(part: DocumentPart, resolved: readonly ResolvedWorkload[]): string {
  const edits = editsOf(resolved);
  if (part instanceof ManifestPart) return splice(part.text, edits);
  return yamlText(editedValues(part.documents, edits));
}
