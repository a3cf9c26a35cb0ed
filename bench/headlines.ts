/** The questions for the README's table and the page's first picture. */

import type { Report } from "./report.ts";
import { compareTurns, longer, type QuestionResult, type Spread, timesAsFast } from "./result.ts";

/** One line of the table: one question, or similar ones. */
interface Line {
  readonly question: string;
  readonly against: string;
  readonly group: string;
  /** Whether the README shows it, too. */
  readonly isInReadme?: boolean;
  /** Shows a difference of times instead of a ratio. */
  readonly isDifference?: boolean;
  readonly pairs: readonly Pair[];
}

/** A row and the row to compare it with, in the question whose title begins with this text. */
interface Pair {
  /** What distinguishes it within its line. */
  readonly name: string;
  readonly title: string;
  readonly row: string;
  readonly against: string;
}

const KEPT = "varexpand, kept buffer, bytes";
const JS = "best JS, strings";
const SHAPES = ["dense", "typical", "sparse"];

const overShapes = (row: string, against: string, shapes: readonly string[] = SHAPES): Pair[] =>
  shapes.map((shape) => ({ name: shape, title: `1 MiB of text, ${shape} references`, row, against }));
const pair = (name: string, title: string, row: string, against: string): Pair => ({ name, title, row, against });

const line = (group: string, question: string, against: string, pairs: readonly Pair[]): Line => ({
  group,
  question,
  against,
  pairs,
});
const inReadme = (each: Line): Line => ({ ...each, isInReadme: true });
const overTexts = (against: string): Pair[] =>
  ["200 bytes", "a mail", "a page"].map((name) => pair(name, `${name}.* as bytes`, "compileText", against));

const LINES: readonly Line[] = [
  inReadme(
    line(
      "bytes",
      "1 MiB of bytes into a kept buffer: dense / typical / sparse references",
      "best pure JS",
      overShapes(KEPT, JS),
    ),
  ),
  inReadme(line("bytes", "the same", "a native C program", overShapes(KEPT, "native C, memchr"))),
  line("bytes", "the same", "a native Go program", overShapes(KEPT, "native Go")),
  line(
    "bytes",
    "the same, very sparse / no references",
    "looking for each $ and copying",
    overShapes(KEPT, "look for each $ and copy, kept buffer", ["very sparse", "no"]),
  ),
  line(
    "bytes",
    "1 MiB of bytes into new bytes each time: dense / typical / sparse",
    "best pure JS",
    overShapes("varexpand, bytes", JS),
  ),
  line("bytes", "1 MiB as one string: dense / typical / sparse", "best pure JS", overShapes("varexpand, strings", JS)),
  line(
    "strings",
    "five short strings: compiled environment / any callback",
    "best pure JS",
    ["compiled environment", "arbitrary callback"].map((name) =>
      pair(name, `five short strings, one by one, ${name}`, "varexpand", "best JS"),
    ),
  ),
  inReadme(
    line("strings", "10,000 short strings at once", "best pure JS", [
      pair("", "10,000 short strings at once", "varexpand, at once", "best JS, one by one"),
    ]),
  ),
  line(
    "engines",
    "a template as bytes: 200 bytes / a mail of 0.77 KB / a page of 20 KB",
    "eta, which generates code",
    overTexts("eta, generates code"),
  ),
  line("engines", "the same", "Mustache", overTexts("Mustache")),
  line("tenants", "two environments of 1,000 variables in turn: 64 KiB of bytes / a short string", "one environment", [
    pair("bytes", "64 KiB", "two in turn", "one environment"),
    pair("a short string", "a short string", "two in turn", "one environment"),
  ]),
  inReadme(
    line(
      "envfile",
      "64 KB env file: whole / ready for look-ups / one key",
      "`util.parseEnv`",
      ["into an object", "ready for look-ups", "one key"].map((name) =>
        pair(name, `env file, .*: ${name}`, "varexpand, text", "util.parseEnv"),
      ),
    ),
  ),
  line(
    "dotenv",
    "4 KB dotenv file: whole / one key",
    "dotenv, `fast: true`",
    ["into an object", "one key"].map((name) =>
      pair(name, `dotenv file, 4\\d{3} .*: ${name}`, "varexpand, text", "dotenv, fast"),
    ),
  ),
  line("pod", "a pod with 100 variables / 10,000 pods of a List", "plain JS that reports nothing", [
    pair("100 variables", "a pod with 100", "varexpand", "plain JS"),
    pair("10,000 pods", ".* pods of a List", "varexpand, ClusterIndex", "plain JS"),
  ]),
  line("command", "256 MiB of text through the command", "GNU envsubst", [
    pair("", ".* through the command$", "varexpand expand", "GNU envsubst"),
  ]),
  line("command", "the same, into a file", "`cat`", [pair("", ".*into a file", "varexpand expand", "cat")]),
  inReadme(
    line("command", "200,000 NDJSON records through the command", "`JSON.parse`, expand, `JSON.stringify`", [
      pair("", ".*NDJSON through the command", "varexpand expand --json", "JSON.parse, best JS, JSON.stringify"),
    ]),
  ),
  line(
    "bulk",
    "10,000 Deployments through `pod -o env`: NDJSON / YAML",
    "`JSON.parse` / js-yaml, plain JS that reports nothing",
    [
      pair("NDJSON", ".*NDJSON", "varexpand pod -o env", "JSON.parse, plain JS"),
      pair("YAML", ".*YAML", "varexpand pod -o env", "js-yaml, plain JS"),
    ],
  ),
  line("lint", "`lint` of 2,000 files", "reading them with js-yaml", [
    pair("", ".*files of manifests", "varexpand lint", "js-yaml, name and image of each container"),
  ]),
  {
    ...line(
      "start",
      "cold start beyond bare Node: `varexpand` / `varexpand/expand` / the command",
      "(milliseconds)",
      ['"varexpand"', '"varexpand/expand"', "the command"].map((row) =>
        pair(row, "from starting Node", row, "Node alone"),
      ),
    ),
    isDifference: true,
  },
];

/** A line and its measurements. */
export interface Headline extends Omit<Line, "pairs" | "group"> {
  readonly cells: readonly Cell[];
}

export interface Cell {
  readonly name: string;
  /** How many times as fast, or nanoseconds; undefined if it was not measured. */
  readonly seen: Spread | undefined;
  /** How many times as fast it should be at least, or nanoseconds at most. */
  readonly goal: number | undefined;
}

/**
 * The lines whose groups were measured.
 *
 * @throws Error for a line whose question or row is missing without a reason
 */
export function headlinesOf(report: Report): Headline[] {
  if (report.isOwn) return [];
  return LINES.flatMap(({ question, against, group, isDifference = false, isInReadme = false, pairs }) => {
    const questions = report.groups.find(({ name }) => name === group)?.questions;
    if (questions === undefined) return [];
    const cells = pairs.map((pair) => cellOf(questions, pair, isDifference));
    return [{ question, against, isDifference, isInReadme, cells }];
  });
}

/** The groups of the lines. */
export const HEADLINE_GROUPS: readonly string[] = [...new Set(LINES.map(({ group }) => group))];

/** Whether a line shows the question. */
export function isHeadline(group: string, title: string): boolean {
  return LINES.some((line) => line.group === group && line.pairs.some((pair) => isOf(pair, title)));
}

function isOf(pair: Pair, title: string): boolean {
  return new RegExp(`^${pair.title}`).test(title);
}

function cellOf(questions: readonly QuestionResult[], pair: Pair, isDifference: boolean): Cell {
  const question = questions.find(({ title }) => isOf(pair, title));
  if (question === undefined) throw new Error(`no question begins with "${pair.title}"`);
  const [own, other] = [pair.row, pair.against].map((name) => question.rows.find((row) => row.name === name));
  if (own !== undefined && other !== undefined) {
    const goal = question.goals.find(({ row, against }) => row === pair.row && against === pair.against);
    const seen = compareTurns(own.turns, other.turns, isDifference ? longer : timesAsFast);
    return { name: pair.name, seen, goal: goal && ("atLeast" in goal ? goal.atLeast : goal.atMost) };
  }
  const missing = own === undefined ? pair.row : pair.against;
  if (question.leftOut.some(({ name }) => name === missing)) {
    return { name: pair.name, seen: undefined, goal: undefined };
  }
  throw new Error(`"${question.title}" has no row "${missing}"`);
}
