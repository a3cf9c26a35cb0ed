/** An env file as people see it. Values are never shown: they may be secrets. */

import { type Comparison, compareReadings } from "../envfile/compare.ts";
import { AssignmentLines } from "../lint/assignment-lines.ts";
import { FindingCollector } from "../lint/collector.ts";
import { lintEnvFile, readingsOf } from "../lint/envfile-lint.ts";
import { SourceText } from "../lint/source-text.ts";
import type { FileSettings } from "./settings.ts";
import type { Symbol, TextView, ViewedFinding } from "./view.ts";

/** What `node --env-file` does, where that is known. */
export interface NodeReader {
  readonly title: string;
  parse(text: string): object;
}

export class EnvFileView implements TextView {
  readonly kind = "envfile";
  readonly problems = [];
  readonly uses = [];
  private readonly name: string;
  private readonly source: SourceText;
  private readonly bytes: Uint8Array;
  private readonly settings: FileSettings;
  private readonly node: NodeReader | undefined;
  private found: readonly ViewedFinding[] | undefined;
  private comparison: Comparison | undefined;

  constructor(name: string, text: string, settings: FileSettings, node: NodeReader | undefined) {
    this.name = name;
    this.source = new SourceText(text);
    this.bytes = new TextEncoder().encode(text);
    this.settings = settings;
    this.node = node;
  }

  get findings(): readonly ViewedFinding[] {
    if (this.found === undefined) {
      const { bytes, node, settings, source } = this;
      const options = { profile: settings.profile, parseNodeEnv: node?.parse, nodeTitle: node?.title ?? "" };
      const collector = new FindingCollector(settings);
      collector.add(settings.file, source, { findings: lintEnvFile(bytes, source, options) });
      this.found = collector.findings.map((finding) => {
        return { finding, start: finding.start, end: finding.end, fix: undefined };
      });
    }
    return this.found;
  }

  /** The name that a line sets, and what readers make of the line. */
  symbolAt(offset: number): Symbol | undefined {
    const { source } = this;
    const { text } = source;
    const lineStart = source.lineStart(offset);
    const written = /^([ \t\ufeff]*(?:export[ \t]+)?)([^\s=#'"]+)[ \t]*[=:]/.exec(
      text.slice(lineStart, source.lineEnd(offset)),
    );
    if (written === null) return undefined;
    const name = written[2]!;
    const start = lineStart + written[1]!.length;
    const end = start + name.length;
    if (offset < start || offset > end) return undefined;
    this.comparison ??= compareReadings(this.bytes, this.node?.parse, this.node?.title ?? "");
    const lines = new AssignmentLines(text);
    const counting = lines.lastOf(name)?.start;
    // Another line counts: readers say nothing of this one.
    const notes = counting === lineStart ? readingsOf([name], lineStart, lines, this.comparison.readers) : [];
    const others =
      counting !== undefined && counting !== lineStart ? [`line ${source.lineAt(counting)} sets it again`] : [];
    const references = () => [{ name: this.name, start, end }];
    return { start, end, name, where: "", definitions: [], notes: [...notes, ...others], use: undefined, references };
  }

  fixOf(): undefined {
    return undefined;
  }

  visibleAt(): [] {
    return [];
  }
}
