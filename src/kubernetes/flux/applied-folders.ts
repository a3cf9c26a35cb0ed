/** The folders that Kustomizations of Flux apply. */

/** The paths of Kustomizations. */
export class AppliedFolders {
  /** The files of the Kustomizations, by their folders. */
  private readonly files = new Map<string, Set<string>>();

  add(folder: string, file: string): void {
    const files = this.files.get(folder) ?? new Set();
    this.files.set(folder, files.add(file));
  }

  /** Whether a file is in the path of a Kustomization of another file. */
  contain(file: string): boolean {
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      const files = this.files.get(file.slice(0, end));
      if (files !== undefined && (files.size > 1 || !files.has(file))) return true;
    }
    return false;
  }
}
