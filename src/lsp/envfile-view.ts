/** The view of an env file. It never shows values, which can be secrets. */

import type { Comparison } from "../envfile/readers/compare.ts";
import { FindingCollector } from "../lint/collector.ts";
import { lintEnvFile } from "../lint/envfile-lint.ts";
import type { RawFix } from "../lint/finding.ts";
import { assignmentsIn } from "../lint/rules/envfile/assignments.ts";
import { describedValues } from "../lint/rules/envfile/described-values.ts";
import { comparedAlone } from "../lint/rules/envfile/judge.ts";
import { SourceText } from "../lint/source-text.ts";
import { ignoringFix } from "../lint/suppressions.ts";
import { baseName } from "../text/paths.ts";
import type { ViewedPod } from "./manifests/manifest-pods.ts";
import type { FileSettings } from "./settings.ts";
import { takersOf, takersText } from "./value-consumers.ts";
import type { OutlineEntry, TextView, ViewedFinding, ViewedSymbol } from "./view.ts";

export interface EnvFileSurroundings {
  readonly settings: FileSettings;
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
      const { settings } = this.around;
      const dialect = settings.dialect ?? (this.isReadByKubelet() ? "kep" : undefined);
      const name = baseName(this.name);
      const { isKnown, profile, readers } = settings;
      const options = { profile, dialect, name, isKnown, ...(readers && { readers }) };
      const collector = new FindingCollector(settings);
      const { findings = [] } = lintEnvFile(bytes, source, options) ?? {};
      this.found = collector.add(settings.file, source, { findings }).map(({ finding, raw: { fix } }) => {
        return { finding, start: finding.start, end: finding.end, fix };
      });
    }
    return this.found;
  }

  fixOf({ fix }: ViewedFinding): RawFix | undefined {
    return fix;
  }

  private isReadByKubelet(): boolean {
    const base = baseName(this.name);
    const definitions = this.around
      .podsAround()
      .flatMap(({ seen }) => seen.trace.containers.flatMap((each) => each.definitions));
    return definitions.some(({ source }) => source.kind === "fileKeyRef" && source.path.split("/").at(-1) === base);
  }

  /** The variable of a line, how readers interpret the line, and the containers that use it. */
  symbolAt(offset: number): ViewedSymbol | undefined {
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
    const counting = assignmentsIn(text).get(name)?.start;
    // A later line overrides this one.
    const isCounting = counting === undefined || source.lineStart(counting) === lineStart;
    const notes = isCounting ? this.readingsOf(name) : [];
    const others = isCounting ? [] : [`line ${source.lineAt(counting)} sets it again`];
    const takers = takersOf(this.around.podsAround(), (place) => place.name === this.name && place.start === start);
    if (takers !== undefined) others.push(takersText(takers));
    const references = () => [{ name: this.name, start, end }, ...(takers?.places ?? [])];
    return { start, end, name, where: "", definitions: [], notes: [...notes, ...others], use: undefined, references };
  }

  /** How readers interpret a variable, without values. */
  private readingsOf(name: string): string[] {
    const groups = this.comparison.differences.get(name);
    if (groups === undefined) return ["all readers that accept the file agree"];
    const phrases = describedValues([...groups.keys()]);
    return Array.from(
      groups.values(),
      (readers, i) => `${readers.map(({ title }) => title).join(", ")}: ${phrases[i]}`,
    );
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
    this.compared ??= comparedAlone(this.bytes);
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
