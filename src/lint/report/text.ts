/** `-o text`: a line for each finding, and on a terminal the line of the file that it is about. */

import { printable, visibleText } from "../../text/printable.ts";
import type { Finding, Severity, SourceLine } from "../finding.ts";
import { messageOf, type Report } from "./report.ts";

export interface TextOptions {
  readonly colors: boolean;
  /** Whether the lines of the files are shown. */
  readonly withSource: boolean;
  /** Whether findings that say the same have a line each. */
  readonly all: boolean;
}

/** How many places of findings that say the same are named. */
const NAMED = 3;
const LONGEST_MESSAGE = 1000;

const COLORS: Readonly<Record<Severity, string>> = { error: "\x1b[31m", warning: "\x1b[33m", note: "\x1b[36m" };
const BOLD = "\x1b[1m";
const DIM = "\x1b[2m";
const RESET = "\x1b[0m";

export function textReport({ findings }: Report, options: TextOptions): string {
  const groups = options.all ? findings.map((finding) => [finding]) : grouped(findings);
  return groups.map((group) => groupText(group, options)).join("");
}

/** Findings that say the same of several places, where the first of them stands. */
function grouped(findings: readonly Finding[]): Finding[][] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { helmSource, rule, same, severity } = finding;
    const id = JSON.stringify([severity, rule, same, helmSource]);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

function groupText([first, ...others]: readonly Finding[], { colors, withSource }: TextOptions): string {
  const { severity, rule, sourceLine } = first!;
  const paint = (code: string, text: string) => (colors ? `${code}${text}${RESET}` : text);
  const message = printable(messageOf(first!), LONGEST_MESSAGE);
  const label = paint(COLORS[severity] + BOLD, `${severity}:`);
  let text = `${paint(BOLD, placeOf(first!))}: ${label} ${message} ${paint(DIM, `[${rule}]`)}\n`;
  if (withSource) text += sourceText(sourceLine, (caret) => paint(COLORS[severity], caret));
  if (others.length === 0) return text;
  const named = others.slice(0, NAMED - 1).map(placeOf);
  const more = others.length - named.length;
  const rest = more === 0 ? "" : ` and ${more} more place${more === 1 ? "" : "s"}; --all lists them`;
  return `${text}  also: ${named.join(", ")}${rest}\n`;
}

function placeOf({ file, line, column }: Finding): string {
  return `${printable(file, LONGEST_MESSAGE)}:${line}:${column}`;
}

/** The line of the file, and a line of carets below. */
function sourceText({ text, start, end }: SourceLine, paint: (caret: string) => string): string {
  const shown = (part: string) => visibleText(part.replaceAll("\t", " "));
  const before = shown(text.slice(0, start));
  const carets = "^".repeat(Math.max(1, widthOf(shown(text.slice(start, end)))));
  return `    ${shown(text)}\n    ${" ".repeat(widthOf(before))}${paint(carets)}\n`;
}

/** How many columns of a terminal a text takes: East Asian wide characters take two, combining ones none. */
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
