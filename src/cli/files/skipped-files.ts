/** Counts the files that are skipped in directories, and summarizes them in a few lines. */
import { basename } from "node:path";
import { printable } from "../../text/printable.ts";

/** The nearest file of this name is the configuration of `lint`. */
export const CONFIG_FILE = ".varexpand.yaml";

const MAX_NAMES = 3;
/** How many lines there are about files that cannot be read. */
const MAX_PROBLEMS = 20;

export class SkippedFiles {
  /** Directories in a directory, without -R. */
  folders = 0;
  /** Files with other extensions. */
  otherTypes = 0;
  /** Symbolic links that are not followed because the command would write to their files. */
  unfollowed = 0;
  /** Files that the command itself writes. */
  outputs = 0;
  /** Links out of the repository. */
  links = 0;
  private readonly templates = new Names();
  private readonly otherDocuments = new Names();
  private readonly otherFormats = new Names();
  private readonly problems: string[] = [];
  private problemCount = 0;

  /** Adds a template from which another tool generates YAML. */
  addTemplate(file: string): void {
    this.templates.add(file);
  }

  /** Adds documents without a kind, which are not Kubernetes objects. */
  addOtherDocuments(file: string, count: number): void {
    if (count > 0 && basename(file) !== CONFIG_FILE) this.otherDocuments.add(file, count);
  }

  /** Adds a file with the name of an env file that is a script or a template, or is encrypted. */
  addOtherFormat(file: string): void {
    this.otherFormats.add(file);
  }

  /**
   * Adds a file that should be readable or YAML, and is not.
   *
   * @param message begins with the file's name
   */
  addProblem(message: string): void {
    this.problemCount++;
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(`${message}; skipped`);
  }

  /** Whether all possible manifests could be read. */
  get isComplete(): boolean {
    return this.problemCount === 0;
  }

  lines(): string[] {
    const lines = [...this.problems];
    const more = this.problemCount - lines.length;
    if (more > 0) lines.push(`skipped ${formatCount(more, "more file")} that cannot be read`);
    const { count } = this.templates;
    if (count > 0) {
      const what = count === 1 ? "1 file that is not YAML" : `${count} files that are not YAML`;
      lines.push(`skipped ${what}: ${this.templates}; try the rendered output`);
    }
    const others = [
      ...(this.folders > 0 ? [`${formatCount(this.folders, "directory", "directories")} (-R reads them)`] : []),
      ...(this.otherTypes > 0 ? [`${formatCount(this.otherTypes, "file")} of other types`] : []),
      ...(this.links > 0 ? [`${formatCount(this.links, "link")} out of the repository`] : []),
      ...(this.unfollowed > 0 ? [formatCount(this.unfollowed, "symbolic link")] : []),
      ...(this.outputs > 0 ? [`${formatCount(this.outputs, "file")} that this command writes`] : []),
      ...(this.otherFormats.count > 0
        ? [
            `${formatCount(this.otherFormats.count, "env file")} that SOPS, Ansible, a shell, or a template engine reads: ${this.otherFormats}`,
          ]
        : []),
      ...(this.otherDocuments.count > 0
        ? [`${formatCount(this.otherDocuments.count, "document")} without a kind: ${this.otherDocuments}`]
        : []),
    ];
    if (others.length > 0) lines.push(`skipped ${others.join(", ")}`);
    return lines;
  }
}

/** A count, and the names of the first files that contribute to it. */
class Names {
  count = 0;
  private files = 0;
  private readonly first: string[] = [];

  add(file: string, count = 1): void {
    this.count += count;
    this.files++;
    if (this.files <= MAX_NAMES) this.first.push(printable(file));
  }

  toString(): string {
    return [...this.first, ...(this.files > MAX_NAMES ? ["..."] : [])].join(", ");
  }
}

/** `1 file`, `2 files` */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
