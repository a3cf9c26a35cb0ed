/** `-o text`: a line for each finding, or on a terminal, the finding with its source line as compilers print it. */

import { grouped } from "../../text/grouped.ts";
import { printable, visibleText } from "../../text/printable.ts";
import type { Finding, Severity, SourceLine } from "../finding.ts";
import { messageOf, type Report } from "./report.ts";

export interface TextOptions {
  readonly colors: boolean;
  /** Whether source lines are shown. */
  readonly withSource: boolean;
  /** Whether repeated findings are listed separately. */
  readonly all: boolean;
  /** The columns of the terminal, if there is one. Source lines are truncated to it. */
  readonly width?: number | undefined;
  /** Breaks a line of the report for the terminal. */
  readonly fitted?: (line: string) => string;
}

/** How many places of a repeated finding are listed. */
const NAMED = 3;
const MAX_MESSAGE_LENGTH = 1000;

const COLORS: Readonly<Record<Severity, string>> = { error: "\x1b[31m", warning: "\x1b[33m", note: "\x1b[36m" };
const BOLD = "\x1b[1m";
const DIM = "\x1b[2m";
const RESET = "\x1b[0m";

export function textReport({ findings }: Report, options: TextOptions): string {
  // Repeated findings are at the position of the first.
  const groups = options.all ? findings.map((finding) => [finding]) : [...grouped(findings, repeatedId).values()];
  return groups.map((group) => groupText(group, options)).join("");
}

/** The same for findings that repeat each other. */
function repeatedId({ helmSource, kustomization, rule, same, severity }: Finding): string {
  return JSON.stringify([severity, rule, same, helmSource, kustomization]);
}

function groupText(group: readonly Finding[], options: TextOptions): string {
  return options.withSource ? blockOf(group, options) : lineOf(group, options);
}

/** `pod.yaml:9:13: warning: MESSAGE [rule]` */
function lineOf(group: readonly Finding[], { colors, fitted = (line) => line }: TextOptions): string {
  const [first] = group as [Finding];
  const { rule, severity } = first;
  const paint = painter(colors);
  const label = paint(COLORS[severity] + BOLD, `${severity}:`);
  const line = `${paint(BOLD, placeOf(first))}: ${label} ${shownMessage(first)} ${paint(DIM, `[${rule}]`)}`;
  return [line, ...alsoLines(group, "  ")].map((each) => `${fitted(each)}\n`).join("");
}

/**
 * ```
 * warning[rule]: MESSAGE
 *  --> pod.yaml:9:13
 *   |
 * 9 |     args: [$(A)]
 *   |            ^^^^
 * ```
 */
function blockOf(group: readonly Finding[], { colors, fitted = (line) => line, width }: TextOptions): string {
  const [first] = group as [Finding];
  const { line, rule, severity, sourceLine } = first;
  const paint = painter(colors);
  const number = String(line);
  const margin = " ".repeat(number.length);
  const bar = paint(DIM, "|");
  const { carets, text } = sourceText(sourceLine, width === undefined ? undefined : width - margin.length);
  return [
    fitted(`${paint(COLORS[severity] + BOLD, `${severity}[${rule}]`)}${paint(BOLD, `: ${shownMessage(first)}`)}`),
    fitted(`${margin}${paint(DIM, "-->")} ${placeOf(first)}`),
    `${margin} ${bar}`,
    `${paint(DIM, number)} ${bar} ${text}`,
    `${margin} ${bar} ${carets.replace(/\^+/, (marked) => paint(COLORS[severity], marked))}`,
    ...alsoLines(group, `${margin} `).map(fitted),
    "",
    "",
  ].join("\n");
}

function painter(colors: boolean): (code: string, text: string) => string {
  return (code, text) => (colors ? `${code}${text}${RESET}` : text);
}

function shownMessage(finding: Finding): string {
  return printable(messageOf(finding), MAX_MESSAGE_LENGTH);
}

/** The other places of a repeated finding. */
function alsoLines([, ...others]: readonly Finding[], indent: string): string[] {
  if (others.length === 0) return [];
  const named = others.slice(0, NAMED - 1).map(placeOf);
  const more = others.length - named.length;
  const rest = more === 0 ? "" : ` and ${more} more place${more === 1 ? "" : "s"}; --all lists them`;
  return [`${indent}also: ${named.join(", ")}${rest}`];
}

function placeOf({ file, line, column }: Finding): string {
  return `${printable(file, MAX_MESSAGE_LENGTH)}:${line}:${column}`;
}

/** The columns of ` | ` before the source line. */
const BAR_WIDTH = 3;
const CUT = "…";

/** As much of the source line around the place as fits, and a line of carets. */
function sourceText({ text, start, end }: SourceLine, width = Number.POSITIVE_INFINITY) {
  const shown = (part: string) => visibleText(part.replaceAll("\t", " "));
  const room = width - BAR_WIDTH;
  const marked = shown(text.slice(start, end));
  const after = shown(text.slice(end));
  const before = endOf(shown(text.slice(0, start)), widthOf(marked + after), room);
  const rest = beginningOf(marked + after, room - widthOf(before));
  const carets = "^".repeat(Math.max(1, Math.min(widthOf(marked), widthOf(rest))));
  return { text: before + rest, carets: " ".repeat(widthOf(before)) + carets };
}

/** The end of a text, in at least a third of the width. */
function endOf(text: string, following: number, room: number): string {
  const own = Math.max(Math.floor(room / 3), room - following);
  if (widthOf(text) <= own) return text;
  return CUT + [...beginningOf([...text].reverse().join(""), own)].slice(0, -1).reverse().join("");
}

/** The beginning of a text, with `…` if it does not fit. */
function beginningOf(text: string, room: number): string {
  if (widthOf(text) <= room) return text;
  let columns = 1;
  let beginning = "";
  for (const character of text) {
    columns += widthOf(character);
    if (columns > room) break;
    beginning += character;
  }
  return beginning + CUT;
}

/** The number of terminal columns of a text: wide characters take two, combining characters none. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{M}/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}
