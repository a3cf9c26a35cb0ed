/** The view of a config file of a project, or of a varfile. */

import { FindingCollector } from "../../lint/collector.ts";
import type { Finding, TextRange } from "../../lint/finding.ts";
import { errorProblem } from "../../lint/rules/project/project-document.ts";
import { projectError } from "../../lint/rules/project/project-error.ts";
import { SourceText } from "../../lint/source-text.ts";
import { brokenRange, type Place } from "../places.ts";
import type { FileSettings } from "../settings.ts";
import { TextChange } from "../text-change.ts";
import type { Completion, TextView, ViewedFinding, ViewedSymbol } from "../view.ts";
import type { ProjectSnapshot } from "./project-snapshot.ts";
import { templateCompletion } from "./template-completion.ts";
import { TemplateSymbols } from "./template-symbols.ts";

/** The surroundings of a file in a project. */
export interface ProjectSurroundings {
  /** The project's folder. */
  readonly folder: string;
  /** The current state of the project. */
  readonly snapshot: ProjectSnapshot;
  /** The last state that could be opened. */
  readonly good: ProjectSnapshot | undefined;
  readonly settings: FileSettings;
  /** The text of an open file. */
  readonly textOf: (file: string) => string | undefined;
}

export class TemplateView implements TextView {
  readonly kind = "template";
  readonly uses = [];
  readonly problems = [];
  private readonly file: string;
  private readonly text: string;
  private readonly around: ProjectSurroundings;
  private found: readonly ViewedFinding[] | undefined;

  /** @param file the path from the project's folder */
  constructor(file: string, text: string, around: ProjectSurroundings) {
    this.file = file;
    this.text = text;
    this.around = around;
  }

  get findings(): readonly ViewedFinding[] {
    this.found ??= this.findFindings();
    return this.found;
  }

  symbolAt(offset: number): ViewedSymbol | undefined {
    const { good } = this.around;
    const before = good && this.before(good, offset);
    if (good === undefined || before === undefined) return undefined;
    const symbol = new TemplateSymbols(good, (file, range) => this.placeOf(good, file, range)).at(this.file, before);
    const range = symbol && this.placeOf(good, this.file, symbol);
    return range && symbol && { ...symbol, start: range.start, end: range.end };
  }

  completionAt(offset: number): Completion | undefined {
    const { good } = this.around;
    if (good === undefined) return undefined;
    const at = this.changeOf(good, this.file)?.before(offset) ?? offset;
    return templateCompletion(this.text, offset, good, good.documentAt(this.file, at), at);
  }

  private findFindings(): ViewedFinding[] {
    const { snapshot, settings } = this.around;
    const config = snapshot.configs.get(this.file);
    const collector = new FindingCollector(settings);
    const viewed = (finding: Finding, { start, end }: TextRange = finding) => ({ finding, start, end, fix: undefined });
    if (config?.error !== undefined) {
      const source = new SourceText(this.text);
      collector.add(settings.file, source, {
        findings: [{ rule: projectError.id, ...errorProblem(config.error, source) }],
      });
      return collector.findings.map((finding) => viewed(finding, brokenRange(this.text, finding.start, 0)));
    }
    const source = config?.source ?? new SourceText(this.text);
    const documents = snapshot.documentsOf(this.file).map(({ root }) => root);
    collector.add(settings.file, source, { findings: snapshot.findings.get(this.file) ?? [], documents });
    return collector.findings.map((finding) => viewed(finding));
  }

  /** The change of a file since the snapshot; undefined if it has not changed. */
  private changeOf(snapshot: ProjectSnapshot, file: string): TextChange | undefined {
    const before = snapshot.textOf(file);
    const now = file === this.file ? this.text : this.around.textOf(file);
    return before === undefined || now === undefined || before === now ? undefined : new TextChange(before, now);
  }

  /** The offset in a snapshot of a place in the text; undefined if it did not exist. */
  private before(snapshot: ProjectSnapshot, offset: number): number | undefined {
    const change = this.changeOf(snapshot, this.file);
    const before = change?.before(offset) ?? offset;
    return this.now(snapshot, { start: before, end: before })?.start === offset ? before : undefined;
  }

  /** The current range of a range in a snapshot's text; undefined if the text has changed there. */
  private now(snapshot: ProjectSnapshot, range: TextRange, file = this.file): TextRange | undefined {
    const change = this.changeOf(snapshot, file);
    return change === undefined ? range : change.after(range);
  }

  private placeOf(snapshot: ProjectSnapshot, file: string, range: TextRange): Place | undefined {
    const now = this.now(snapshot, range, file);
    return now && { name: `${this.around.folder}/${file}`, start: now.start, end: now.end };
  }
}
