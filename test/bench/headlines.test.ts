import { describe, expect, test } from "vitest";
import { QUICK } from "../../bench/effort.ts";
import { ENGINES } from "../../bench/engines.ts";
import { GROUPS } from "../../bench/groups.ts";
import { headlinesOf } from "../../bench/headlines.ts";
import { headlineTable } from "../../bench/report/headlines.ts";
import { page } from "../../bench/report/page.ts";
import { type QuestionResult, resultOf } from "../../bench/result.ts";
import type { Report } from "../../bench/suite.ts";

function report(node: string, ...groups: [name: string, ...questions: QuestionResult[]][]): Report {
  return {
    machine: { processor: "P", cores: 2, memoryBytes: 2 ** 33, platform: "linux x64", node },
    noise: 1,
    date: "2030-01-02T03:04:05.000Z",
    isQuick: false,
    isOwn: false,
    groups: groups.map(([name, ...questions]) => ({ name, title: name, questions })),
  };
}

/** A question whose rows take these nanoseconds, turn by turn. */
function question(title: string, times: Readonly<Record<string, readonly number[]>>, missing: string[] = []) {
  const rows = Object.keys(times).map((name) => ({ name, run: () => undefined }));
  const left = missing.map((name) => ({ name, reason: "not installed" }));
  return resultOf({ title, rows, missing: left }, new Map(Object.entries(times)));
}

const command = (own: readonly number[], other = [10, 10, 10, 10]) => [
  question("256 MiB of typical text through the command", { "varexpand expand": own }, ["GNU envsubst"]),
  question("256 MiB of typical text through the command, into a file", { "varexpand expand": own, cat: other }),
  question("7 records of NDJSON through the command", {
    "varexpand expand --json": own,
    "JSON.parse, best JS, JSON.stringify": other,
  }),
];
const start = question("from starting Node to the first result", {
  "Node alone": [40e6, 40e6, 40e6],
  '"varexpand"': [57e6, 57e6, 57e6],
  '"varexpand/expand"': [44.25e6, 44.25e6, 44.25e6],
  "the command": [70e6, 60e6, 45e6],
});

describe("the README's table", () => {
  test("has a column for each run, what is missing as -, and a mark where turns differ", () => {
    const runs = [
      report("v24.1.0", ["command", ...command([5, 5, 5, 5])], ["start", start]),
      report("v20.20.0", ["command", ...command([20, 20, 4, 2])], ["start", start]),
    ];
    expect(
      headlineTable(runs)!
        .split("\n")
        .map((line) => line.replace(/ +/g, " ")),
    ).toEqual([
      "| question | against | Node 24 | Node 20 |",
      expect.stringMatching(/^\| -+ \| -+ \| -+ \| -+ \|$/),
      "| 256 MiB of text through the command | GNU envsubst | - | - |",
      "| the same, into a file | `cat` | 2 | ≈2.5 |",
      "| 200,000 NDJSON records through the command | `JSON.parse`, expand, `JSON.stringify` | 2 | ≈2.5 |",
      "| cold start beyond bare Node: `varexpand` / `varexpand/expand` / the command | (milliseconds) | 17 / 4.3 / ≈20 | 17 / 4.3 / ≈20 |",
    ]);
  });

  test("is absent for other groups, and for the user's own text", () => {
    expect(headlineTable([report("v24.1.0", ["size"])])).toBeUndefined();
    expect(headlineTable([{ ...report("v24.1.0", ["bytes"]), isOwn: true }])).toBeUndefined();
  });

  test("a row that is not there is an error, unless it is known to be missing", () => {
    const bad = [question("1 MiB of text, dense references", { "varexpand, kept buffer, bytes": [1] })];
    expect(() => headlinesOf(report("v24.1.0", ["bytes", ...bad]))).toThrow(
      '"1 MiB of text, dense references" has no row "best JS, strings"',
    );
    expect(() => headlinesOf(report("v24.1.0", ["strings"]))).toThrow('no question begins with "five short strings');
  });
});

test.each(["bytes", "strings", "tenants", "envfile", "dotenv", "pod"])(
  "the suite measures what it needs: %s",
  async (name) => {
    const questions = await GROUPS[name]!.questions({ effort: QUICK, competitors: ENGINES });
    const results = questions.map((question) => {
      const rows = question.rows.filter(({ role }) => role !== "native");
      const missing = question.rows.filter(({ role }) => role === "native");
      return resultOf(
        { ...question, rows, goals: [] },
        new Map(rows.map(({ name }) => [name, [1]])),
        missing.map(({ name }) => ({ name, reason: "not compiled" })),
      );
    });
    const cells = headlinesOf(report("v24.1.0", [name, ...results])).flatMap(({ cells }) => cells);
    expect(cells.length).toBeGreaterThan(0);
  },
);

describe("the page", () => {
  const text = page([
    { ...report("v24.1.0", ["command", ...command([5, 5, 5, 5])]), noise: 1.5 },
    report("v20.20.0", ["command", ...command([20, 20, 20, 20])]),
  ]);

  test("opens with how many times as fast, in every run", () => {
    const [first] = /<h2.*?<\/h2>/s.exec(text)!;
    expect(first).toContain("How many times as fast");
    expect(text).toContain("<h3>256 MiB of text through the command, into a file, against cat</h3>");
    expect(text).toContain("<b>2.00×</b>");
    expect(text).toContain("Node 20: 0.50×");
    expect(text).toContain("not measured");
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });

  test("says at the top that the machine is busy", () => {
    const top = text.slice(0, text.indexOf("<main>"));
    expect(top).toContain("This machine is busy: the same work took 1.50 times as long as at best.");
  });
});

test("the page marks rows whose turns differ, and counts them at the top", () => {
  const times = new Map([
    ["js", [100, 100, 100, 100]],
    ["us", [100, 60, 50, 20]],
  ]);
  const rows = [
    { name: "js", run: () => undefined },
    { name: "us", role: "subject", run: () => undefined },
  ] as const;
  const text = page([report("v24.1.0", ["group", resultOf({ title: "T", rows }, times)])]);
  expect(text).toContain("The turns of 1 of 1 rows differ by more than a quarter");
  expect(text).toContain("unsteady</span>");
});
