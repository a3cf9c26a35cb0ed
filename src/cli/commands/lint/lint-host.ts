/** The files of a lint run. */
import { FolderHost } from "../../manifests/folder-host.ts";

export class LintHost extends FolderHost {
  /** The files with comments that suppress findings, as far as files have been read. */
  readonly commented = new Set<string>();

  override read(path: string): string | undefined {
    const text = super.read(path);
    if (text?.includes("varexpand-ignore")) this.commented.add(path);
    return text;
  }
}
