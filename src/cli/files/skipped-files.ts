/** Counts what is passed over in directories, for a few lines about all of it. */
import { printable } from "../../text/printable.ts";

/** How many files a line names. */
const NAMED = 3;
/** How many lines there are about files that cannot be read. */
const MOST_LINES = 20;

export class SkippedFiles {
  private folders = 0;
  private otherTypes = 0;
  private outputs = 0;
  private readonly templates = new Names();
  private readonly otherDocuments = new Names();
  private readonly problems: string[] = [];
  private problemCount = 0;

  /** A directory in a directory, where only the files of the outer one are read. */
  addFolder(): void {
    this.folders++;
  }

  /** A file that is none of those that are looked for, by its name. */
  addOtherType(): void {
    this.otherTypes++;
  }

  /** A file that the command itself writes to. */
  addOutput(): void {
    this.outputs++;
  }

  /** A template that some other tool makes YAML of. */
  addTemplate(file: string): void {
    this.templates.add(file);
  }

  /** Documents of a file that have no kind: they are no objects of Kubernetes. */
  addOtherDocuments(file: string, count: number): void {
    if (count > 0) this.otherDocuments.add(file, count);
  }

  /**
   * A file that should be readable, or is meant to be YAML, and is not.
   *
   * @param message begins with the file's name
   */
  addProblem(message: string): void {
    this.problemCount++;
    if (this.problems.length < MOST_LINES) this.problems.push(`${message}; skipped`);
  }

  /** Whether everything that may be a manifest could be read. */
  get isComplete(): boolean {
    return this.problemCount === 0;
  }

  lines(): string[] {
    const lines = [...this.problems];
    const more = this.problemCount - lines.length;
    if (more > 0) lines.push(`skipped ${count(more, "more file")} that cannot be read`);
    const { length } = this.templates;
    if (length > 0) {
      const what = length === 1 ? "1 file that is not YAML" : `${length} files that are not YAML`;
      lines.push(`skipped ${what}: ${this.templates}; try the rendered output`);
    }
    const others = [
      ...(this.folders > 0 ? [`${count(this.folders, "directory", "directories")} (-R reads them)`] : []),
      ...(this.otherTypes > 0 ? [`${count(this.otherTypes, "file")} of other types`] : []),
      ...(this.outputs > 0 ? [`${count(this.outputs, "file")} that this command writes`] : []),
      ...(this.otherDocuments.length > 0
        ? [`${count(this.otherDocuments.length, "document")} without a kind: ${this.otherDocuments}`]
        : []),
    ];
    if (others.length > 0) lines.push(`skipped ${others.join(", ")}`);
    return lines;
  }
}

/** How many there are of something, and the names of the first files that have it. */
class Names {
  length = 0;
  private files = 0;
  private readonly first: string[] = [];

  add(file: string, count = 1): void {
    this.length += count;
    this.files++;
    if (this.files <= NAMED) this.first.push(printable(file));
  }

  toString(): string {
    return [...this.first, ...(this.files > NAMED ? ["..."] : [])].join(", ");
  }
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
