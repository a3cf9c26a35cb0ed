/** The findings that a run reports, and its unused suppressions. */

import type { Node } from "../yaml/node.ts";
import { type Finding, type Fix, isAtLeast, MAX_FINDINGS, type RawFinding, type RawFix } from "./finding.ts";
import type { RuleSeverities } from "./rules/rules.ts";
import type { SourceText } from "./source-text.ts";
import { commentSuppressions, type Suppression, type Suppressions, unsuppressed } from "./suppressions.ts";

export interface CollectorOptions {
  readonly severities: RuleSeverities;
  /** Whether the configuration suppresses a finding. */
  isIgnored(finding: Finding): boolean;
}

/** The findings in a text, with offsets into it. */
export interface FoundInText {
  readonly findings: readonly RawFinding[];
  readonly documents?: readonly Node[];
  readonly suppressions?: Suppressions;
  /** The number of findings that are not listed. */
  readonly more?: number;
}

/** A reported finding and its source. */
export interface Reported {
  readonly raw: RawFinding;
  readonly finding: Finding;
}

/** A message that is not a finding. */
interface Remark {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export class FindingCollector {
  readonly findings: Finding[] = [];
  /** The number of findings beyond `MAX_FINDINGS`. */
  more = 0;
  /** About unused and invalid suppressions. */
  private readonly remarks: Remark[] = [];
  private readonly options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.options = options;
  }

  /** Adds findings, and returns those that are reported. */
  add(file: string, source: SourceText, found: FoundInText): Reported[] {
    const { severities } = this.options;
    const { list, wrong } = allSuppressions(source, found);
    const reported: Reported[] = [];
    this.more += found.more ?? 0;
    for (const each of this.selected(file, source, found.findings, list)) {
      if (this.findings.length === MAX_FINDINGS) {
        this.more++;
        continue;
      }
      reported.push(each);
      this.findings.push(each.finding);
    }
    const unused = unusedOf(list.filter(({ rule }) => severities.of(rule) !== "off"));
    for (const { at, rule } of unused)
      this.remark(file, source, at, `unused suppression: ${rule} reports nothing here`);
    for (const { at, message } of wrong) this.remark(file, source, at, message);
    return reported;
  }

  /** The findings in a text that would be reported. */
  reported(file: string, source: SourceText, found: FoundInText): RawFinding[] {
    const { list } = allSuppressions(source, found);
    return Array.from(this.selected(file, source, found.findings, list), ({ raw }) => raw);
  }

  private *selected(
    file: string,
    source: SourceText,
    findings: readonly RawFinding[],
    suppressions: readonly Suppression[],
  ): Generator<Reported> {
    const { severities } = this.options;
    const enabled = findings.filter(({ rule }) => severities.of(rule) !== "off");
    const templateAt = helmSources(source.text);
    for (const raw of unsuppressed(enabled, suppressions)) {
      const { atMost, end, fix, kustomization, meant, message, name, object, rule, same = message, start } = raw;
      const { sourceObject } = raw;
      const level = severities.of(rule);
      if (level === "off") continue;
      const severity = atMost !== undefined && isAtLeast(level, atMost) ? atMost : level;
      const helmSource = templateAt(start);
      const finding: Finding = {
        ...source.region(start, end),
        file,
        rule,
        severity,
        message,
        same,
        // A fix of an env file contains a value, which can be a secret.
        ...(fix && !rule.startsWith("envfile-") && { fix: placedFix(fix, source) }),
        ...(meant !== undefined && { meant }),
        ...(name !== undefined && { name }),
        ...(object !== undefined && { object }),
        ...(sourceObject !== undefined && { sourceObject }),
        ...(helmSource !== undefined && { helmSource }),
        ...(kustomization !== undefined && { kustomization }),
      };
      if (!this.options.isIgnored(finding)) yield { raw, finding };
    }
  }

  /** The findings in the order of the files and of their positions. */
  inOrderOf(files: readonly string[]): Finding[] {
    const numbers = new Map(files.map((file, i) => [file, i]));
    const numberOf = ({ file }: Finding) => numbers.get(file) ?? files.length;
    return this.findings.sort((a, b) => numberOf(a) - numberOf(b) || a.start - b.start);
  }

  remarkLines(): string[] {
    return this.remarks.map(({ column, file, line, message }) => `${file}:${line}:${column}: ${message}`);
  }

  private remark(file: string, source: SourceText, at: number, message: string): void {
    const { line, column } = source.region(at, at);
    this.remarks.push({ file, line, column, message });
  }
}

/** The suppressions in a text's comments and annotations. */
function allSuppressions(source: SourceText, { documents = [], suppressions }: FoundInText): Suppressions {
  const { list, wrong } = commentSuppressions(source, documents);
  if (suppressions === undefined) return { list, wrong };
  return { list: [...list, ...suppressions.list], wrong: [...wrong, ...suppressions.wrong] };
}

/** The suppressions with no used range: a comment can cover several ranges. */
function unusedOf(list: readonly Suppression[]): Suppression[] {
  const id = ({ at, rule }: Suppression) => `${at} ${rule}`;
  const used = new Set(list.filter(({ isUsed }) => isUsed).map(id));
  const unused = new Map(list.filter((each) => !used.has(id(each))).map((each) => [id(each), each]));
  return [...unused.values()];
}

function placedFix({ description, edits }: RawFix, source: SourceText): Fix {
  return {
    description,
    edits: edits.map(({ start, end, text }) => {
      const { line, column, endLine, endColumn, ...offsets } = source.region(start, end);
      return { line, column, endLine, endColumn, start: offsets.start, end: offsets.end, text };
    }),
  };
}

/** The comment with which Helm names the template of its output. */
const SOURCE = /^# Source: (\S.*)/gm;

/** A function from ascending offsets in a text to the template that precedes them. */
export function helmSources(text: string): (offset: number) => string | undefined {
  const found = [...text.matchAll(SOURCE)];
  let next = 0;
  return (offset) => {
    while (next < found.length && found[next]!.index <= offset) next++;
    return found[next - 1]?.[1]?.trimEnd();
  };
}
