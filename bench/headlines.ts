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

const LINES: readonly Line[] = [
  {
    question: "1 MiB of bytes into a kept buffer: dense / typical / sparse references",
    against: "best pure JS",
    group: "bytes",
    pairs: overShapes(KEPT, JS),
  },
  { question: "the same", against: "a native C program", group: "bytes", pairs: overShapes(KEPT, "native C, memchr") },
  { question: "the same", against: "a native Go program", group: "bytes", pairs: overShapes(KEPT, "native Go") },
  {
    question: "the same, very sparse / no references",
    against: "looking for $ and copying",
    group: "bytes",
    pairs: overShapes(KEPT, "look for $ and copy, kept buffer", ["very sparse", "no"]),
  },
  {
    question: "1 MiB of bytes into new bytes each time: dense / typical / sparse",
    against: "best pure JS",
    group: "bytes",
    pairs: overShapes("varexpand, bytes", JS),
  },
  {
    question: "1 MiB as one string: dense / typical / sparse",
    against: "best pure JS",
    group: "bytes",
    pairs: overShapes("varexpand, strings", JS),
  },
  {
    question: "five short strings: compiled environment / any callback",
    against: "best pure JS",
    group: "strings",
    pairs: ["compiled environment", "arbitrary callback"].map((name) =>
      pair(name, `five short strings, one by one, ${name}`, "varexpand", "best JS"),
    ),
  },
  {
    question: "10,000 short strings at once",
    against: "best pure JS",
    group: "strings",
    pairs: [pair("", "10,000 short strings at once", "varexpand, at once", "best JS, one by one")],
  },
  {
    question: "two environments of 1,000 variables in turn: 64 KiB of bytes / a short string",
    against: "one environment",
    group: "tenants",
    pairs: [
      pair("bytes", "64 KiB", "two in turn", "one environment"),
      pair("a short string", "a short string", "two in turn", "one environment"),
    ],
  },
  {
    question: "64 KB env file: whole / ready for look-ups / one key",
    against: "`util.parseEnv`",
    group: "envfile",
    pairs: ["into an object", "ready for look-ups", "one key"].map((name) =>
      pair(name, `env file, .*: ${name}`, "varexpand, text", "util.parseEnv"),
    ),
  },
  {
    question: "4 KB dotenv file: whole / one key",
    against: "dotenv, `fast: true`",
    group: "dotenv",
    pairs: ["into an object", "one key"].map((name) =>
      pair(name, `dotenv file, 4\\d{3} .*: ${name}`, "varexpand, text", "dotenv, fast"),
    ),
  },
  {
    question: "a pod with 100 variables / 10,000 pods of a List",
    against: "plain JS that reports nothing",
    group: "pod",
    pairs: [
      pair("100 variables", "a pod with 100", "varexpand", "plain JS"),
      pair("10,000 pods", ".* pods of a List", "varexpand, ClusterIndex", "plain JS"),
    ],
  },
  {
    question: "256 MiB of text through the command",
    against: "GNU envsubst",
    group: "command",
    pairs: [pair("", ".* through the command$", "varexpand expand", "GNU envsubst")],
  },
  {
    question: "the same, into a file",
    against: "`cat`",
    group: "command",
    pairs: [pair("", ".*into a file", "varexpand expand", "cat")],
  },
  {
    question: "200,000 NDJSON records through the command",
    against: "`JSON.parse`, expand, `JSON.stringify`",
    group: "command",
    pairs: [pair("", ".*NDJSON through the command", "varexpand expand --json", "JSON.parse, best JS, JSON.stringify")],
  },
  {
    question: "10,000 Deployments through `pod -o env`: NDJSON / YAML",
    against: "`JSON.parse` / js-yaml, plain JS that reports nothing",
    group: "bulk",
    pairs: [
      pair("NDJSON", ".*NDJSON", "varexpand pod -o env", "JSON.parse, plain JS"),
      pair("YAML", ".*YAML", "varexpand pod -o env", "js-yaml, plain JS"),
    ],
  },
  {
    question: "`lint` of 2,000 files",
    against: "reading them with js-yaml",
    group: "lint",
    pairs: [pair("", ".*files of manifests", "varexpand lint", "js-yaml, name and image of each container")],
  },
  {
    question: "cold start beyond bare Node: `varexpand` / `varexpand/expand` / the command",
    against: "(milliseconds)",
    group: "start",
    isDifference: true,
    pairs: ['"varexpand"', '"varexpand/expand"', "the command"].map((row) =>
      pair(row, "from starting Node", row, "Node alone"),
    ),
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
