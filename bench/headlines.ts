/** The questions for the README's table and the page's first picture. */
import { compareTurns, longer, type QuestionResult, type Spread, timesAsFast } from "./result.ts";
import type { Report } from "./suite.ts";

/** One line of the table: one question, or similar ones. */
interface Line {
  readonly question: string;
  readonly against: string;
  readonly group: string;
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

const LINES: readonly Line[] = [
  line(
    "bytes",
    "1 MiB of bytes into a kept buffer: dense / typical / sparse references",
    "best pure JS",
    overShapes(KEPT, JS),
  ),
  line("bytes", "the same", "a native C program", overShapes(KEPT, "native C, memchr")),
  line("bytes", "the same", "a native Go program", overShapes(KEPT, "native Go")),
  line(
    "bytes",
    "the same, very sparse / no references",
    "looking for $ and copying",
    overShapes(KEPT, "look for $ and copy, kept buffer", ["very sparse", "no"]),
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
  line("strings", "10,000 short strings at once", "best pure JS", [
    pair("", "10,000 short strings at once", "varexpand, at once", "best JS, one by one"),
  ]),
  line("tenants", "two environments of 1,000 variables in turn: 64 KiB of bytes / a short string", "one environment", [
    pair("bytes", "64 KiB", "two in turn", "one environment"),
    pair("a short string", "a short string", "two in turn", "one environment"),
  ]),
  line(
    "envfile",
    "64 KB env file: whole / ready for look-ups / one key",
    "`util.parseEnv`",
    ["into an object", "ready for look-ups", "one key"].map((name) =>
      pair(name, `env file, .*: ${name}`, "varexpand, text", "util.parseEnv"),
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
  line("command", "200,000 NDJSON records through the command", "`JSON.parse`, expand, `JSON.stringify`", [
    pair("", ".*NDJSON through the command", "varexpand expand --json", "JSON.parse, best JS, JSON.stringify"),
  ]),
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
}

/**
 * The lines whose groups were measured.
 *
 * @throws Error for a line whose question or row is missing without a reason
 */
export function headlinesOf(report: Report): Headline[] {
  if (report.isOwn) return [];
  return LINES.flatMap(({ question, against, group, isDifference = false, pairs }) => {
    const questions = report.groups.find(({ name }) => name === group)?.questions;
    if (questions === undefined) return [];
    const cells = pairs.map((pair) => ({ name: pair.name, seen: seen(questions, pair, isDifference) }));
    return [{ question, against, isDifference, cells }];
  });
}

function seen(questions: readonly QuestionResult[], pair: Pair, isDifference: boolean): Spread | undefined {
  const question = questions.find(({ title }) => new RegExp(`^${pair.title}`).test(title));
  if (question === undefined) throw new Error(`no question begins with "${pair.title}"`);
  const [own, other] = [pair.row, pair.against].map((name) => question.rows.find((row) => row.name === name));
  if (own !== undefined && other !== undefined) {
    return compareTurns(own.turns, other.turns, isDifference ? longer : timesAsFast);
  }
  const missing = own === undefined ? pair.row : pair.against;
  if (question.leftOut.some(({ name }) => name === missing)) return undefined;
  throw new Error(`"${question.title}" has no row "${missing}"`);
}
