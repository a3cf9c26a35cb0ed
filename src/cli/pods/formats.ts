/** The output formats of `varexpand pod`. */

import { maskedContainer } from "../../kubernetes/pod/resolve/masked.ts";
import type { ResolvedContainer } from "../../kubernetes/pod/types.ts";
import { type DocumentPart, ManifestPart } from "../../repository/manifest-part.ts";
import { type Edit, editedValues, splice } from "../../yaml/write/edit.ts";
import { yamlText } from "../frame/document-text.ts";
import type { ManifestWorkload, ResolvedWorkload } from "../manifests/manifest-workload.ts";
import { JsonPrinter, SelectedJsonPrinter } from "./json-printer.ts";
import { DocumentPrinter, PodPrinter, selectedValues } from "./printer.ts";
import { type AssignmentsFormat, assignmentSection } from "./sections.ts";
import { type TableOptions, tableSection } from "./table.ts";

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
class YamlPrinter extends DocumentPrinter {
  private files = 0;
  private isFirstPart = true;
  private endsLine = false;
  /** Whether this shard printed the text before. */
  private wasOwn = true;

  protected addPart(part: DocumentPart, edits: readonly Edit[]): void {
    if (part.others > 0 && part.documents.length === 0) return;
    const isRendered = !(part instanceof ManifestPart);
    this.write(printedText(part, edits));
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
class SelectedYamlPrinter extends DocumentPrinter {
  private endsLine = true;

  protected addPart(part: DocumentPart, edits: readonly Edit[], workloads: readonly ManifestWorkload[]): void {
    if (workloads.length === 0) return;
    const isDocument = part.list === undefined && workloads.every(isWhole);
    if (isDocument && part.documents.length === 1) this.write(printedText(part, edits));
    else for (const value of selectedValues(workloads, edits)) this.write(yamlText([value]));
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

  addPod({ workload, pod }: ResolvedWorkload): void {
    for (const container of pod.containers) {
      const isFirst = this.spool.isEmpty && !this.hasSectionsBefore;
      const section = this.section(workload, container);
      this.spool.write(isFirst ? section : `\n${section}`);
    }
  }

  endPart(): void {}
}

/** Whether a workload's object is a document, and not an item of a List. */
function isWhole({ workload }: ManifestWorkload): boolean {
  return workload.ownerPath.length === 0;
}

/** The text of a part with everything replaced in place; a rendered object is written anew. */
function printedText(part: DocumentPart, edits: readonly Edit[]): string {
  if (part instanceof ManifestPart) return splice(part.text, edits);
  return yamlText(editedValues(part.documents, edits));
}
