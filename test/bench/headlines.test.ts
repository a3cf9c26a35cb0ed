import { describe, expect, test } from "vitest";
import { replaceMarked } from "../../bench/docs.ts";
import { QUICK } from "../../bench/effort.ts";
import { ENGINES } from "../../bench/engines.ts";
import { GROUPS } from "../../bench/groups.ts";
import { headlinesOf } from "../../bench/headlines.ts";
import { engineTable, headlineTable, readmeTable } from "../../bench/report/headlines.ts";
import { page } from "../../bench/report/page.ts";
import type { Report } from "../../bench/report.ts";
import { type QuestionResult, resultOf } from "../../bench/result.ts";

function report(node: string, ...groups: [name: string, ...questions: QuestionResult[]][]): Report {
  return {
    machine: { processor: "P", cores: 2, memoryBytes: 2 ** 33, platform: "linux x64", node },
    noise: 1,
    copying: { inCache: 20, fromMemory: 5 },
    date: "2030-01-02T03:04:05.000Z",
    isQuick: false,
    isOwn: false,
    groups: groups.map(([name, ...questions]) => ({ name, title: name, questions })),
  };
}

/** A question whose rows take these nanoseconds, turn by turn. */
function question(
  title: string,
  times: Readonly<Record<string, readonly number[]>>,
  missing: string[] = [],
  atLeast?: number,
) {
  const rows = Object.keys(times).map((name) => ({ name, run: () => undefined }));
  const left = missing.map((name) => ({ name, reason: "not installed" }));
  const goals = atLeast === undefined ? [] : [{ row: rows[0]!.name, against: rows[1]!.name, atLeast }];
  return resultOf({ title, rows, missing: left, goals }, new Map(Object.entries(times)));
}

const command = (own: readonly number[], other = [10, 10, 10, 10]) => [
  question("256 MiB of typical text through the command", { "varexpand expand": own }, ["GNU envsubst"]),
  question(
    "256 MiB of typical text through the command, into a file",
    { "varexpand expand": own, cat: other },
    [],
    0.77,
  ),
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
      "| question | against | goal | Node 24 | Node 20 |",
      expect.stringMatching(/^\| -+ \| -+ \| -+ \| -+ \| -+ \|$/),
      "| 256 MiB of text through the command | GNU envsubst | | - | - |",
      "| the same, into a file | `cat` | 0.77 | 2 | ≈2.5 |",
      "| 200,000 NDJSON records through the command | `JSON.parse`, expand, `JSON.stringify` | | 2 | ≈2.5 |",
      "| cold start beyond bare Node: `varexpand` / `varexpand/expand` / the command | (milliseconds) | | 17 / 4.3 / ≈20 | 17 / 4.3 / ≈20 |",
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

  test("opens with the table of how many times as fast, in every run", () => {
    const rows = [...text.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) => row!.replaceAll(/<[^>]+>/g, "|"));
    expect(rows.slice(0, 3)).toEqual([
      "|question||against||goal||Node 24||Node 20|",
      "|256 MiB of text through the command||GNU envsubst||||-||-|",
      "|the same, into a file||cat||0.77||2||0.5|",
    ]);
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });

  test("says at the top that the machine is busy", () => {
    const top = text.slice(0, text.indexOf("<main>"));
    expect(top).toContain("This machine is busy: the same work took 1.50 times as long as at best.");
  });
});

test("the README has only its rows that every run measured reliably", () => {
  const strings = (own: number[]) =>
    question("10,000 short strings at once", { "varexpand, at once": own, "best JS, one by one": [6, 6, 6] });
  const five = ["compiled environment", "arbitrary callback"].map((name) =>
    question(`five short strings, one by one, ${name}`, { varexpand: [1], "best JS": [1] }),
  );
  const of = (...own: number[][]) =>
    readmeTable(own.map((each) => report("v24.1.0", ["strings", ...five, strings(each)])))
      .split("\n")
      .slice(2);
  expect(of([2, 2, 2], [3, 3, 3])).toEqual(["| 10,000 short strings at once | best pure JS | 3       | 2       |"]);
  expect(of([2, 2, 2], [3, 1, 2])).toEqual([]);
});

test("the table of engines says how many times as fast each is, and which do not run", () => {
  const times = { compileText: [2], quick: [1], late: [4] };
  const engines = [
    question("a mail, as strings", times),
    question("a page, as strings", times),
    question("a mail, as bytes", times),
    question("a mail, as strings, in workerd", { compileText: [2], late: [1] }, ["quick"]),
  ];
  const runs = [report("v20.1.0", ["engines", ...engines]), report("v24.1.0", ["engines", ...engines])];
  expect(
    engineTable(runs)!
      .split("\n")
      .map((line) => line.replace(/ +/g, " ")),
  ).toEqual([
    "| engine | as strings, Node 20 | as strings, Node 24 | as bytes, Node 20 | as bytes, Node 24 | in workerd, the mail |",
    expect.stringMatching(/^\| -/),
    "| compileText | 1 / 1 | 1 / 1 | 1 | 1 | 1 |",
    "| quick | 2 / 2 | 2 / 2 | 2 | 2 | does not run |",
    "| late | 0.5 / 0.5 | 0.5 / 0.5 | 0.5 | 0.5 | 2 |",
  ]);
  expect(engineTable([report("v20.1.0")])).toBeUndefined();
});

test("the paragraphs between two marks are replaced", () => {
  const text = "a\n<!-- x -->\nold\n<!-- /x -->\nb";
  const replaced = "a\n<!-- x -->\n\nn\n\nm\n\n<!-- /x -->\nb";
  expect(replaceMarked(text, "x", ["n", "m"], "f")).toBe(replaced);
  expect(replaceMarked(replaced, "x", ["n", "m"], "f")).toBe(replaced);
  expect(() => replaceMarked(text, "y", [], "f")).toThrow("f: no <!-- y --> and <!-- /y -->");
});
