/** The README's picture: throughput as one SVG file, which shows the same wherever it is put in. */

import type { Report } from "../report.ts";
import type { RowResult } from "../result.ts";
import { html, type Markup } from "./html.ts";
import { bytesText, digits, limitText } from "./numbers.ts";

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const COLOURS = {
  light: { paper: "#ffffff", ink: "#1c2128", soft: "#59616c", subject: "#2f7fc4", rival: "#a3abb6" },
  dark: { paper: "#14171c", ink: "#e3e7ed", soft: "#9aa4b1", subject: "#4b9fe0", rival: "#6d7681" },
} as const;

const WIDTH = 760;
const BAR = { left: 218, right: 610, height: 20, step: 30 };

interface Bar {
  readonly name: string;
  readonly gigabytesPerSecond: number;
  readonly isOwn: boolean;
}

interface Section {
  readonly title: string;
  readonly bars: readonly Bar[];
}

/** Undefined if the report does not have what the picture shows. */
export function picture(report: Report, theme: Theme): string | undefined {
  const sections = sectionsOf(report);
  if (sections.length === 0) return undefined;
  const { paper, ink, soft } = COLOURS[theme];
  let y = 40;
  const drawn = sections.map((section) => {
    const markup = sectionAt(y, section, theme);
    y += 46 + section.bars.length * BAR.step;
    return markup;
  });
  const { processor, cores, node } = report.machine;
  const machine = `${processor}, ${cores} ${cores === 1 ? "core" : "cores"}, Node ${node}, ${report.date.slice(0, 10)}`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 38}" width="${WIDTH}" height="${y + 38}" role="img" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif" font-size="14">
<title>${pictureWords(report)}</title>
<rect width="100%" height="100%" rx="8" fill="${paper}"/>
<text x="20" y="30" fill="${ink}" font-weight="600" font-size="16">How many gigabytes a second</text>
${drawn}
<text x="20" y="${y + 4}" fill="${soft}" font-size="12">${limitText(report.copying)}.</text>
<text x="20" y="${y + 22}" fill="${soft}" font-size="12">${machine}${report.isQuick ? "; a quick run" : ""}</text>
</svg>
`.text;
}

/** What the picture shows. */
export function pictureWords(report: Report): string {
  return sectionsOf(report)
    .flatMap(({ title, bars }) => [title, ...bars.map(inWords)])
    .join(". ");
}

function sectionsOf(report: Report): Section[] {
  return [inProcess(report), throughCommand(report)].filter((section) => section !== undefined);
}

function sectionAt(top: number, { title, bars }: Section, theme: Theme): Markup {
  const { ink, soft, subject, rival } = COLOURS[theme];
  const most = Math.max(...bars.map(({ gigabytesPerSecond }) => gigabytesPerSecond));
  return html`<text x="20" y="${top + 22}" fill="${soft}">${title}</text>
${bars.map((bar, i) => {
  const y = top + 34 + i * BAR.step;
  const width = ((BAR.right - BAR.left) * bar.gigabytesPerSecond) / most;
  return html`<text x="${BAR.left - 10}" y="${y + 15}" text-anchor="end" fill="${ink}"${weight(bar)}>${bar.name}</text>
<rect x="${BAR.left}" y="${y}" width="${width.toFixed(1)}" height="${BAR.height}" rx="3" fill="${bar.isOwn ? subject : rival}"/>
<text x="${(BAR.left + width + 8).toFixed(1)}" y="${y + 15}" fill="${ink}"${weight(bar)}>${digits(bar.gigabytesPerSecond)}</text>
`;
})}`;
}

function weight({ isOwn }: Bar): Markup | undefined {
  return isOwn ? html` font-weight="600"` : undefined;
}

function inWords({ name, gigabytesPerSecond }: Bar): string {
  return `${name}: ${digits(gigabytesPerSecond)} GB/s`;
}

/** A text in memory: the fastest of varexpand's rows and of other JavaScript, and each program that is not JavaScript. */
function inProcess(report: Report): Section | undefined {
  const question = questionsOf(report, "bytes").find(({ title }) => title.includes("typical"));
  if (question === undefined) return undefined;
  const bars = [
    ...fastest("varexpand", question.rows, "subject"),
    ...question.rows
      .filter(({ role, name }) => role === "native" && !name.startsWith("GNU"))
      .map(({ name, gigabytesPerSecond }) => ({ name, gigabytesPerSecond: gigabytesPerSecond!, isOwn: false })),
    ...fastest("best pure JavaScript", question.rows, "rival"),
  ];
  return { title: `In a program: ${bytesText(question.bytes!)} of text with references`, bars };
}

function throughCommand(report: Report): Section | undefined {
  const question = questionsOf(report, "command").find(({ rows }) => rows.some(({ name }) => name === "GNU envsubst"));
  if (question === undefined) return undefined;
  const bars = [
    ...fastest("varexpand expand", question.rows, "subject"),
    ...fastest("GNU envsubst", question.rows, "rival"),
  ];
  return { title: `As a command: ${bytesText(question.bytes!)} of such text`, bars };
}

function questionsOf({ groups }: Report, group: string) {
  return groups.find(({ name }) => name === group)?.questions ?? [];
}

function fastest(name: string, rows: readonly RowResult[], role: RowResult["role"]): Bar[] {
  const speeds = rows.filter((row) => row.role === role).map((row) => row.gigabytesPerSecond!);
  return speeds.length === 0 ? [] : [{ name, gigabytesPerSecond: Math.max(...speeds), isOwn: role === "subject" }];
}
