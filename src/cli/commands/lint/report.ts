/** The output of `varexpand lint`, and its baseline. */
import { relative, resolve, sep } from "node:path";
import type { Coverage } from "../../../lint/coverage.ts";
import type { Finding } from "../../../lint/finding.ts";
import { baselineText, newFindings, readBaseline } from "../../../lint/report/fingerprint.ts";
import { githubReport } from "../../../lint/report/github.ts";
import { gitlabReport } from "../../../lint/report/gitlab.ts";
import { jsonReport } from "../../../lint/report/json.ts";
import { junitReport } from "../../../lint/report/junit.ts";
import { countsOf, type Report } from "../../../lint/report/report.ts";
import { sarifReport } from "../../../lint/report/sarif.ts";
import { textReport } from "../../../lint/report/text.ts";
import { unknownLines } from "../../../repository/unknowns.ts";
import { printable, visibleLines } from "../../../text/printable.ts";
import { writeAtomically } from "../../files/atomic-write.ts";
import { nameOf, readText } from "../../files/files.ts";
import { InputError } from "../../frame/errors.ts";
import { type CommandIo, lineWidth } from "../../frame/io.ts";
import { fittedTo } from "../../frame/text-width.ts";

const REPORTS = {
  json: jsonReport,
  sarif: sarifReport,
  github: githubReport,
  gitlab: gitlabReport,
  junit: junitReport,
} satisfies Record<string, (report: Report) => string>;

export interface ReportingOptions {
  readonly output: "text" | keyof typeof REPORTS;
  readonly all: boolean;
  /** Whether the findings themselves are printed. */
  readonly isShown: boolean;
  /** Lines other than findings. */
  readonly remarks: readonly string[];
  /** How many findings are in the baseline. */
  readonly known: number;
  /** Whether changes are printed that are not made, and the findings are those after them. */
  readonly isPreview: boolean;
  /** Whether fixes were applied. */
  readonly isFixing: boolean;
  readonly colors: boolean;
}

const MAX_LINE_LENGTH = 2000;

/** Findings on standard output, everything else on standard error. */
export function reportFindings(report: Report, options: ReportingOptions, io: CommandIo): void {
  const { all, colors, isShown, output, remarks } = options;
  const isTerminal = io.statusOf?.("standard output")?.isCharacterDevice() === true;
  if (isShown) {
    const width = io.isTerminal ? lineWidth(io) : undefined;
    const text = { colors, all, withSource: colors || isTerminal, width, fitted: fittedTo(width) };
    if (output === "text") io.write(textReport(report, text));
    else io.write(visibleLines(REPORTS[output](report)));
  }
  for (const remark of remarks) io.report(printable(remark, MAX_LINE_LENGTH));
  for (const line of unknownLines(report.summary.unknowns, all)) io.report(line);
  for (const line of summaryLines(report, options)) io.report(line);
}

function summaryLines({ findings, more, summary }: Report, { isFixing, isPreview, known }: ReportingOptions): string[] {
  const { envFiles, files, pods, projects, skipped } = summary;
  const checked = [
    ...(files > 0 || envFiles + projects === 0 ? [count(files, "file")] : []),
    ...(files > 0 ? [count(pods, "pod")] : []),
    ...(envFiles > 0 ? [count(envFiles, "env file")] : []),
    ...(projects > 0 ? [count(projects, "project")] : []),
    ...(isPreview ? ["after these changes"] : []),
  ];
  const others = [...(more > 0 ? [`${more} more not listed`] : []), ...(known > 0 ? [`${known} in the baseline`] : [])];
  // One line lists everything that is skipped. Each file that cannot be read has its own line.
  const passed = skipped.filter((line) => line.startsWith("skipped "));
  const problems = skipped.filter((line) => !line.startsWith("skipped "));
  const fixable = isFixing ? 0 : findings.filter(({ fix }) => fix !== undefined).length;
  const fixes = fixable === 0 ? [] : [`${fixable} can be fixed with --fix`];
  return [...problems, summaryLine(checked, findings, others, [...fixes, ...passed])];
}

/**
 * `checked 1 file, 3 pods: 1 error, 2 notes; skipped 1 file of other types`.
 *
 * @param others counts other than those of findings
 * @param skipped what was skipped
 */
export function summaryLine(
  checked: readonly string[],
  findings: readonly Finding[],
  others: readonly string[],
  skipped: readonly string[],
): string {
  const counts = countsOf(findings);
  const found = (["error", "warning", "note"] as const).filter((severity) => counts[severity] > 0);
  const result = found.length === 0 ? "no findings" : found.map((each) => count(counts[each], each)).join(", ");
  return [`checked ${checked.join(", ")}: ${[result, ...others].join(", ")}`, ...skipped].join("; ");
}

/** A line about how kustomizations were read; empty without kustomizations. */
export function renderedLines({ incomplete, rendered }: Coverage): string[] {
  if (rendered === 0) return [];
  return [
    `rendered ${count(rendered, "kustomization")}${incomplete === 0 ? "" : `, ${incomplete} of them only in part`}`,
  ];
}

/** `3 files`. */
export function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? "" : "s"}`;
}

/** A file's path from the working directory, with `/` between its parts. */
export function pathOf(file: string): string {
  return file.startsWith("<") ? file : relative(process.cwd(), resolve(file)).split(sep).join("/");
}

/**
 * The findings in the file of `--baseline`.
 *
 * @throws InputError if the file cannot be read, or is not a baseline
 */
export function knownFindings(file: string, io: CommandIo): { newOf(findings: readonly Finding[]): Finding[] } {
  const known = readBaseline(readText(file, io));
  if (known === undefined) {
    throw new InputError(
      `${nameOf(file)}: not a baseline; create one with varexpand lint --baseline FILE --write-baseline`,
    );
  }
  return { newOf: (findings) => newFindings(findings, known, pathOf) };
}

export async function writeBaseline(file: string, findings: readonly Finding[], io: CommandIo): Promise<void> {
  await writeAtomically(file, baselineText(findings, pathOf), io.report);
  io.report(`${nameOf(file)}: wrote ${count(findings.length, "finding")}`);
}
