/** The Compose files among the files that `varexpand lint` is given. */
import { basename } from "node:path";
import { type ComposeFile, composeFiles, isComposeFileName } from "../../../compose/project.ts";
import type { FindingCollector, FoundInText } from "../../../lint/collector.ts";
import { type ComposeLintOptions, lintCompose } from "../../../lint/compose-lint.ts";
import { withEdits } from "../../../lint/fix/fix-text.ts";
import { SourceText } from "../../../lint/source-text.ts";
import { Folders } from "../../../repository/folders.ts";
import { STDIN } from "../../files/files.ts";
import type { InputFile } from "../../files/inputs.ts";
import { slashed } from "../../manifests/folder-host.ts";
import type { Fixes } from "./fixes.ts";
import type { LintHost } from "./lint-host.ts";

export interface LintComposeOptions extends ComposeLintOptions {
  /** The paths of the env files of every project. */
  readonly envFiles: readonly string[] | undefined;
}

export class LintCompose {
  private readonly host: LintHost;
  private readonly options: LintComposeOptions;
  /** The names of the inputs by their paths. */
  private readonly names: ReadonlyMap<string, string>;
  private files: readonly ComposeFile[];

  constructor(inputs: readonly InputFile[], host: LintHost, options: LintComposeOptions) {
    this.host = host;
    this.options = options;
    const named = inputs.filter(({ file, rendered }) => file !== STDIN && rendered === undefined);
    this.names = new Map(named.map(({ file }) => [slashed(file), file]));
    this.files = this.read();
  }

  get count(): number {
    return this.files.length;
  }

  /** Whether an input is a Compose file, or one that a Compose file includes or extends. */
  has({ file }: InputFile): boolean {
    return this.files.some(({ path }) => this.names.get(path) === file);
  }

  fix(collector: FindingCollector, fixes: Fixes): void {
    this.lint((name, source, found) => {
      const edits = collector.reported(name, source, found).flatMap(({ fix }) => fix?.edits ?? []);
      if (edits.length > 0) fixes.set(name, withEdits(source.text, edits));
    });
    this.files = this.read();
  }

  report(collector: FindingCollector): void {
    this.lint((name, source, found) => collector.add(name, source, found));
  }

  private lint(add: (name: string, source: SourceText, found: FoundInText) => void): void {
    for (const file of this.files) {
      const findings = lintCompose(file, this.host, this.options);
      add(this.names.get(file.path)!, new SourceText(file.text), { findings, documents: file.documents });
    }
  }

  private read(): ComposeFile[] {
    const paths = [...this.names].flatMap(([path, file]) => (isComposeFileName(basename(file)) ? [path] : []));
    const folders = new Folders(this.host);
    const host = { list: (folder: string) => folders.list(folder), read: (path: string) => this.host.read(path) };
    return composeFiles(host, paths, this.options).filter(({ path }) => this.names.has(path));
  }
}
