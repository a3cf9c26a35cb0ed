/** A config file of a project, or a varfile, as people see it. */

import { FindingCollector } from "../../lint/collector.ts";
import type { Finding } from "../../lint/finding.ts";
import type { TextRange } from "../../lint/pod-place.ts";
import { errorFinding } from "../../lint/rules/project/project-error.ts";
import { SourceText } from "../../lint/source-text.ts";
import { brokenRange, type Place } from "../places.ts";
import type { FileSettings } from "../settings.ts";
import { TextChange } from "../text-change.ts";
import type { Completion, Symbol, TextView, ViewedFinding } from "../view.ts";
import type { ProjectPicture } from "./project-picture.ts";
import { templateCompletion } from "./template-completion.ts";
import { TemplateSymbols } from "./template-symbols.ts";

/** What is around a file of a project. */
export interface ProjectSurroundings {
  /** The project's folder. */
  readonly folder: string;
  /** The project as it is now. */
  readonly picture: ProjectPicture;
  /** The last one that could be opened. */
  readonly good: ProjectPicture | undefined;
  readonly settings: FileSettings;
  /** The text of a file that is open. */
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

  /** @param file its path from the project's folder */
  constructor(file: string, text: string, around: ProjectSurroundings) {
    this.file = file;
    this.text = text;
    this.around = around;
  }

  get findings(): readonly ViewedFinding[] {
    this.found ??= this.findFindings();
    return this.found;
  }

  fixOf(): undefined {
    return undefined;
  }

  symbolAt(offset: number): Symbol | undefined {
    const { good } = this.around;
    const before = good && this.before(good, offset);
    if (good === undefined || before === undefined) return undefined;
    const symbol = new TemplateSymbols(good, (file, range) => this.placeOf(good, file, range)).at(this.file, before);
    const range = symbol && this.placeOf(good, this.file, symbol);
    return range && symbol && { ...symbol, start: range.start, end: range.end };
  }

  visibleAt(): [] {
    return [];
  }

  completionAt(offset: number): Completion | undefined {
    const { good } = this.around;
    if (good === undefined) return undefined;
    const at = this.changeOf(good, this.file)?.before(offset) ?? offset;
    return templateCompletion(this.text, offset, good, good.documentAt(this.file, at), at);
  }

  private findFindings(): ViewedFinding[] {
    const { picture, settings } = this.around;
    const config = picture.configs.get(this.file);
    const collector = new FindingCollector(settings);
    const viewed = (finding: Finding, { start, end }: TextRange = finding) => ({ finding, start, end, fix: undefined });
    if (config?.error !== undefined) {
      const source = new SourceText(this.text);
      collector.add(settings.file, source, { findings: [errorFinding(config.error, source)] });
      return collector.findings.map((finding) => viewed(finding, brokenRange(this.text, finding.start, 0)));
    }
    const source = config?.source ?? new SourceText(this.text);
    const documents = picture.documentsOf(this.file).map(({ root }) => root);
    collector.add(settings.file, source, { findings: picture.findings.get(this.file) ?? [], documents });
    return collector.findings.map((finding) => viewed(finding));
  }

  /** What has become of a file since; undefined if nothing has. */
  private changeOf(picture: ProjectPicture, file: string): TextChange | undefined {
    const before = picture.textOf(file);
    const now = file === this.file ? this.text : this.around.textOf(file);
    return before === undefined || now === undefined || before === now ? undefined : new TextChange(before, now);
  }

  /** Where a place in the text was in a picture; undefined for one that was not there. */
  private before(picture: ProjectPicture, offset: number): number | undefined {
    const change = this.changeOf(picture, this.file);
    const before = change?.before(offset) ?? offset;
    return this.now(picture, { start: before, end: before })?.start === offset ? before : undefined;
  }

  /** Where a range of a picture's text is now; undefined if the text has changed there. */
  private now(picture: ProjectPicture, range: TextRange, file = this.file): TextRange | undefined {
    const change = this.changeOf(picture, file);
    return change === undefined ? range : change.after(range);
  }

  private placeOf(picture: ProjectPicture, file: string, range: TextRange): Place | undefined {
    const now = this.now(picture, range, file);
    return now && { name: `${this.around.folder}/${file}`, start: now.start, end: now.end };
  }
}
