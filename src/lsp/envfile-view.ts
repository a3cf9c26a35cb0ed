/** The view of an env file. It never shows values, which can be secrets. */

import { type Comparison, compareReadings } from "../envfile/readers/compare.ts";
import { AssignmentLines } from "../lint/assignment-lines.ts";
import { FindingCollector } from "../lint/collector.ts";
import { lintEnvFile } from "../lint/envfile-lint.ts";
import type { RawFix } from "../lint/finding.ts";
import { readingsOf } from "../lint/rules/envfile/envfile-dialect.ts";
import { SourceText } from "../lint/source-text.ts";
import { ignoringFix } from "../lint/suppressions.ts";
import type { ViewedPod } from "./manifests/manifest-pods.ts";
import type { FileSettings } from "./settings.ts";
import { takersOf, takersText } from "./value-takers.ts";
import type { OutlineEntry, Symbol, TextView, ViewedFinding } from "./view.ts";

/** The parser of `node --env-file`. */
export interface NodeReader {
  readonly title: string;
  parse(text: string): object;
}

export interface EnvFileSurroundings {
  readonly settings: FileSettings;
  readonly node: NodeReader | undefined;
  /** The pods of all manifests that can read the file. */
  podsAround(): readonly ViewedPod[];
}

export class EnvFileView implements TextView {
  readonly kind = "envfile";
  readonly problems = [];
  readonly uses = [];
  private readonly name: string;
  private readonly source: SourceText;
  private readonly bytes: Uint8Array;
  private readonly around: EnvFileSurroundings;
  private found: readonly ViewedFinding[] | undefined;
  private compared: Comparison | undefined;

  constructor(name: string, text: string, around: EnvFileSurroundings) {
    this.name = name;
    this.source = new SourceText(text);
    this.bytes = new TextEncoder().encode(text);
    this.around = around;
  }

  get findings(): readonly ViewedFinding[] {
    if (this.found === undefined) {
      const { bytes, source } = this;
      const { node, settings } = this.around;
      const dialect = settings.dialect ?? (this.isReadByKubelet() ? "kep" : undefined);
      const options = { profile: settings.profile, dialect, parseNodeEnv: node?.parse, nodeTitle: node?.title ?? "" };
      const collector = new FindingCollector(settings);
      collector.add(settings.file, source, { findings: lintEnvFile(bytes, source, options) });
      this.found = collector.findings.map((finding) => {
        return { finding, start: finding.start, end: finding.end, fix: undefined };
      });
    }
    return this.found;
  }

  private isReadByKubelet(): boolean {
    const base = this.name.slice(this.name.lastIndexOf("/") + 1);
    const definitions = this.around
      .podsAround()
      .flatMap(({ seen }) => seen.trace.containers.flatMap((each) => each.definitions));
    return definitions.some(({ source }) => source.kind === "fileKeyRef" && source.path.split("/").at(-1) === base);
  }

  /** The variable of a line, how readers interpret the line, and the containers that use it. */
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
    const lines = new AssignmentLines(text);
    const counting = lines.lastOf(name)?.start;
    // A later line overrides this one.
    const notes = counting === lineStart ? readingsOf([name], lineStart, lines, this.comparison.readers) : [];
    const others =
      counting !== undefined && counting !== lineStart ? [`line ${source.lineAt(counting)} sets it again`] : [];
    const takers = takersOf(this.around.podsAround(), (place) => place.name === this.name && place.start === start);
    if (takers !== undefined) others.push(takersText(takers));
    const references = () => [{ name: this.name, start, end }, ...(takers?.places ?? [])];
    return { start, end, name, where: "", definitions: [], notes: [...notes, ...others], use: undefined, references };
  }

  ignoring({ finding: { rule }, start }: ViewedFinding): RawFix | undefined {
    const { text } = this.source;
    const fix = ignoringFix(text, [], rule, start);
    if (fix === undefined) return undefined;
    const [{ start: at, text: line }] = fix.edits as [RawFix["edits"][number]];
    const changed = new EnvFileView(this.name, text.slice(0, at) + line + text.slice(at), this.around);
    // A line in a value is not a comment.
    const isComment = changed.values === this.values;
    return isComment && changed.findings.length < this.findings.length ? fix : undefined;
  }

  private get comparison(): Comparison {
    const { node } = this.around;
    this.compared ??= compareReadings(this.bytes, node?.parse, node?.title ?? "");
    return this.compared;
  }

  /** The values that each reader reads. */
  private get values(): string {
    return JSON.stringify(this.comparison.readers.map(({ variables }) => variables && [...variables]));
  }

  outline(): OutlineEntry[] {
    const { text } = this.source;
    return Array.from(
      text.matchAll(/^[ \t\ufeff]*(?:export[ \t]+)?([^\s=#'"]+)(?=[ \t]*[=:])/gm),
      ({ 0: all, 1: name = "", index }) => {
        const end = index + all.length;
        const range = { start: end - name.length, end };
        return { kind: "variable", name, detail: "", ...range, selected: range, children: [] };
      },
    );
  }
}
