/** The formats of reports, for people and for programs. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv, type AnySchemaObject } from "ajv";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/lint/finding.ts";
import { githubReport } from "../../../src/lint/report/github.ts";
import { gitlabReport } from "../../../src/lint/report/gitlab.ts";
import { jsonReport } from "../../../src/lint/report/json.ts";
import { junitReport } from "../../../src/lint/report/junit.ts";
import type { Report } from "../../../src/lint/report/report.ts";
import { sarifReport } from "../../../src/lint/report/sarif.ts";
import { textReport } from "../../../src/lint/report/text.ts";

const require = createRequire(import.meta.url);

const FINDING: Finding = {
  file: "a b,c:d%.yaml",
  line: 9,
  column: 13,
  endLine: 9,
  endColumn: 17,
  utf16: { column: 14, endColumn: 18 },
  start: 120,
  end: 124,
  sourceLine: { text: '    args: ["😀$(A)"]', start: 14, end: 18 },
  rule: "undefined-reference",
  severity: "warning",
  message: 'nothing defines "A", <x> & 100%',
  same: "nothing defines A",
  object: "Pod/web",
};
const OTHERS: readonly Finding[] = [
  {
    ...FINDING,
    rule: "self-reference",
    severity: "error",
    message: "two\nlines",
    same: "two lines",
    line: 10,
    endLine: 11,
  },
  { ...FINDING, rule: "lost-dollar", severity: "note", same: "note", helmSource: "chart/templates/x.yaml" },
];

function reportOf(...findings: Finding[]): Report {
  const summary = { files: 1, pods: 1, envFiles: 0, projects: 0, skipped: [], unknowns: [] };
  return { findings, more: 0, summary, pathOf: (file) => `k8s/${file}` };
}

const REPORT = reportOf(FINDING, ...OTHERS);

describe("text", () => {
  const plain = { colors: false, withSource: false, all: false };

  test("a line for each finding", () => {
    expect(textReport(REPORT, plain)).toBe(
      `a b,c:d%.yaml:9:13: warning: nothing defines "A", <x> & 100% [undefined-reference]
a b,c:d%.yaml:10:13: error: two\\nlines [self-reference]
a b,c:d%.yaml:9:13: note: nothing defines "A", <x> & 100% (template chart/templates/x.yaml) [lost-dollar]
`,
    );
  });

  test("prints the line of the file, with carets below the text that the finding is about", () => {
    expect(textReport(reportOf(FINDING), { ...plain, withSource: true })).toBe(
      `warning[undefined-reference]: nothing defines "A", <x> & 100%
 --> a b,c:d%.yaml:9:13
  |
9 |     args: ["😀$(A)"]
  |               ^^^^

`,
    );
    const repeated = reportOf({ ...FINDING, line: 100 }, { ...FINDING, line: 101 });
    expect(textReport(repeated, { ...plain, withSource: true })).toBe(
      `warning[undefined-reference]: nothing defines "A", <x> & 100%
   --> a b,c:d%.yaml:100:13
    |
100 |     args: ["😀$(A)"]
    |               ^^^^
    also: a b,c:d%.yaml:101:13

`,
    );
  });

  test.each([
    ["the end is cut", "$(A) and much more text", 0, 4, "$(A) and much m…\n    ^^^^"],
    ["the beginning is cut", "some text in front of $(A)", 22, 26, "…n front of $(A)\n                ^^^^"],
    ["both are cut", "some text in front of $(A) and more", 22, 26, "… of $(A) and m…\n         ^^^^"],
    ["wide characters count twice", "京都京都京都京都 $(A) 京都京都京都", 9, 13, "…都 $(A) 京都京…\n        ^^^^"],
    [
      "combining characters do not count",
      "e\u0301e\u0301e\u0301 $(A) e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301",
      7,
      11,
      "e\u0301e\u0301e\u0301 $(A) e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301\n        ^^^^",
    ],
    ["emoji count twice", "😀😀 $(A) 😀😀😀😀", 5, 9, "😀😀 $(A) 😀😀…\n         ^^^^"],
    ["tabs are spaces", "\t\t$(A)", 2, 6, "  $(A)\n      ^^^^"],
    ["an empty range has a caret", "ab", 1, 1, "ab\n     ^"],
    [
      "what it is about is longer than the line",
      "ab $(A_VERY_LONG_NAME)",
      3,
      22,
      "ab $(A_VERY_LON…\n       ^^^^^^^^^^^^^",
    ],
    ["there is room", "$(A) and more te", 0, 4, "$(A) and more te\n    ^^^^"],
  ])("a terminal of 20 columns: %s", (_what, text, start, end, shown) => {
    const finding = { ...FINDING, sourceLine: { text, start, end } };
    const report = textReport(reportOf(finding), { ...plain, withSource: true, width: 20 });
    const [line, carets] = shown.split("\n    ");
    expect(report.split("\n").slice(3)).toEqual([`9 | ${line}`, `  | ${carets}`, "", ""]);
  });

  test("colors", () => {
    expect(textReport(reportOf(FINDING), { ...plain, colors: true })).toBe(
      "\x1b[1ma b,c:d%.yaml:9:13\x1b[0m: \x1b[33m\x1b[1mwarning:\x1b[0m " +
        'nothing defines "A", <x> & 100% \x1b[2m[undefined-reference]\x1b[0m\n',
    );
  });

  test("colors of a finding with its line", () => {
    expect(textReport(reportOf(FINDING), { ...plain, colors: true, withSource: true })).toBe(
      '\x1b[33m\x1b[1mwarning[undefined-reference]\x1b[0m\x1b[1m: nothing defines "A", <x> & 100%\x1b[0m\n' +
        " \x1b[2m-->\x1b[0m a b,c:d%.yaml:9:13\n  \x1b[2m|\x1b[0m\n" +
        '\x1b[2m9\x1b[0m \x1b[2m|\x1b[0m     args: ["😀$(A)"]\n' +
        "  \x1b[2m|\x1b[0m               \x1b[33m^^^^\x1b[0m\n\n",
    );
  });

  test("reports the same finding in several places once; --all lists each", () => {
    const many = Array.from({ length: 12 }, (_, i) => ({ ...FINDING, line: i + 1 }));
    expect(textReport(reportOf(...many), plain)).toBe(
      `a b,c:d%.yaml:1:13: warning: nothing defines "A", <x> & 100% [undefined-reference]
  also: a b,c:d%.yaml:2:13, a b,c:d%.yaml:3:13 and 9 more places; --all lists them
`,
    );
    expect(textReport(reportOf(...many), { ...plain, all: true }).split("\n")).toHaveLength(13);
    const also = (count: number) => textReport(reportOf(...many.slice(0, count)), plain).split("\n")[1];
    expect([1, 2, 3, 4, 5].map(also)).toEqual([
      "",
      "  also: a b,c:d%.yaml:2:13",
      "  also: a b,c:d%.yaml:2:13, a b,c:d%.yaml:3:13",
      "  also: a b,c:d%.yaml:2:13, a b,c:d%.yaml:3:13 and 1 more place; --all lists them",
      "  also: a b,c:d%.yaml:2:13, a b,c:d%.yaml:3:13 and 2 more places; --all lists them",
    ]);
  });

  test.each<[member: string, other: Partial<Finding>]>([
    ["severity", { severity: "error" }],
    ["rule", { rule: "lost-dollar" }],
    ["message without places", { same: "other" }],
    ["Helm template", { helmSource: "x.yaml" }],
    ["kustomization", { kustomization: "kustomization k" }],
  ])("findings with another %s are not repeated", (_, other) => {
    expect(textReport(reportOf(FINDING, { ...FINDING, ...other }), plain)).not.toContain("also");
  });

  test("escapes control characters from the input", () => {
    const hostile = { ...FINDING, file: "a\x1b[2J", sourceLine: { text: "\x1b[2J$(A)", start: 4, end: 8 } };
    expect(textReport(reportOf(hostile), { ...plain, withSource: true })).not.toContain("\x1b");
  });
});

test("json", () => {
  const fix = {
    description: "write $(A)",
    edits: [{ line: 1, column: 2, endLine: 1, endColumn: 3, start: 1, end: 2, text: "(" }],
  };
  expect(jsonReport(reportOf({ ...FINDING, fix }))).toBe(
    `{"findings":[
{"file":"a b,c:d%.yaml","line":9,"column":13,"endLine":9,"endColumn":17,"rule":"undefined-reference","severity":"warning","message":"nothing defines \\"A\\", <x> & 100%","fix":{"description":"write $(A)","edits":[{"line":1,"column":2,"endLine":1,"endColumn":3,"text":"("}]}}
],
"summary":{"files":1,"pods":1,"envFiles":0,"projects":0,"errors":0,"warnings":1,"notes":0}}
`,
  );
  expect(jsonReport(reportOf())).toMatch(/^\{"findings":\[\],\n"summary":/);
  expect(JSON.parse(jsonReport(reportOf()))).toEqual({
    findings: [],
    summary: { files: 1, envFiles: 0, pods: 1, projects: 0, errors: 0, warnings: 0, notes: 0 },
  });
});

test("json: findings that are not listed, reasons why files were skipped, and each severity", () => {
  const summary = { files: 2, pods: 3, envFiles: 4, projects: 5, skipped: ["one"], unknowns: [] };
  const { findings, summary: shown } = JSON.parse(jsonReport({ ...REPORT, more: 1, summary }));
  expect(findings.map(({ message }: Finding) => message)).toEqual([
    'nothing defines "A", <x> & 100%',
    "two\nlines",
    'nothing defines "A", <x> & 100% (template chart/templates/x.yaml)',
  ]);
  expect(shown).toEqual({
    ...{ files: 2, pods: 3, envFiles: 4, projects: 5, skipped: ["one"] },
    ...{ errors: 1, warnings: 1, notes: 1, notListed: 1 },
  });
});

describe("sarif", () => {
  /** The schema of SARIF 2.1.0, which is older than the draft that Ajv reads. */
  const schema = readFileSync(require.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8");
  const draft = JSON.parse(schema.replace(/"id":(?=\s*"https?:)/g, '"$id":')) as AnySchemaObject;
  delete draft.$schema;
  const ajv = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false });
  const validate = ajv.compile(draft);

  test.each([
    { name: "with findings", report: REPORT },
    { name: "without", report: reportOf() },
  ])("is valid: $name", ({ report }) => {
    validate(JSON.parse(sarifReport(report)));
    expect(validate.errors).toBeNull();
  });

  test("the schema rejects invalid reports", () => {
    expect(validate({ version: "2.1.0", runs: [{}] })).toBe(false);
  });

  test("a result", () => {
    const [run] = JSON.parse(sarifReport(reportOf(FINDING))).runs;
    expect({ ...run.results[0], ruleIndex: run.tool.driver.rules[run.results[0].ruleIndex].id }).toEqual({
      ruleId: "undefined-reference",
      ruleIndex: "undefined-reference",
      level: "warning",
      message: { text: 'nothing defines "A", <x> & 100%' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "k8s/a%20b%2Cc%3Ad%25.yaml" },
            region: { startLine: 9, startColumn: 14, endLine: 9, endColumn: 18 },
          },
        },
      ],
      partialFingerprints: { "varexpand/v1": "cce63e0a1a49100a69f05fdd631b2c03" },
    });
    expect(run.columnKind).toBe("utf16CodeUnits");
    expect(run.tool.driver.name).toBe("varexpand");
    for (const { id, shortDescription, fullDescription, help } of run.tool.driver.rules) {
      expect([id, shortDescription.text, fullDescription.text, help.text]).not.toContain("");
    }
  });

  test("omits notes first if there are more than 25,000 results", () => {
    const notes = Array.from({ length: 25_000 }, (_, i): Finding => ({ ...FINDING, severity: "note", line: i + 1 }));
    const { results } = JSON.parse(sarifReport(reportOf(...notes, FINDING))).runs[0];
    expect([results.length, results.at(-1).level]).toEqual([25_000, "warning"]);
    const lines = [results[0], results.at(-2)].map(({ locations }) => locations[0].physicalLocation.region.startLine);
    expect(lines).toEqual([1, 24_999]);
  });
});

test("github", () => {
  expect(githubReport(REPORT)).toBe(
    `::warning file=k8s/a b%2Cc%3Ad%25.yaml,line=9,endLine=9,col=13,endColumn=17,title=undefined-reference::nothing defines "A", <x> & 100%25
::error file=k8s/a b%2Cc%3Ad%25.yaml,line=10,endLine=11,col=13,endColumn=17,title=self-reference::two%0Alines
::notice file=k8s/a b%2Cc%3Ad%25.yaml,line=9,endLine=9,col=13,endColumn=17,title=lost-dollar::nothing defines "A", <x> & 100%25 (template chart/templates/x.yaml)
`,
  );
});

test("gitlab", () => {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, "gitlab-code-quality.schema.json"), "utf8"));
  const validate = new Ajv().compile(schema);
  for (const report of [REPORT, reportOf(), reportOf(FINDING)]) {
    validate(JSON.parse(gitlabReport(report)));
    expect(validate.errors).toBeNull();
  }
  expect(gitlabReport(reportOf())).toBe("[]\n");
  expect(JSON.parse(gitlabReport(reportOf(FINDING)))).toMatchObject([
    { check_name: "undefined-reference", location: { path: "k8s/a b,c:d%.yaml", lines: { begin: 9, end: 9 } } },
  ]);
  const same = JSON.parse(gitlabReport(reportOf(FINDING, FINDING))) as { fingerprint: string; severity: string }[];
  expect(new Set(same.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  expect(same[0]!.severity).toBe("minor");
});

test("junit", () => {
  expect(junitReport(reportOf({ ...FINDING, message: 'a "b" <c> & \x00' }))).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="varexpand lint" tests="1" failures="1" errors="0">
  <testsuite name="k8s/a b,c:d%.yaml" tests="1" failures="1" errors="0">
    <testcase classname="k8s/a b,c:d%.yaml" name="undefined-reference at 9:13">
      <failure type="warning" message="a &quot;b&quot; &lt;c&gt; &amp; \ufffd">k8s/a b,c:d%.yaml:9:13: warning: a &quot;b&quot; &lt;c&gt; &amp; \ufffd</failure>
    </testcase>
  </testsuite>
</testsuites>
`,
  );
  expect(junitReport(reportOf())).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="varexpand lint" tests="1" failures="0" errors="0">
  <testsuite name="varexpand lint" tests="1" failures="0" errors="0">
    <testcase classname="varexpand lint" name="no findings"/>
  </testsuite>
</testsuites>
`,
  );
});

test("what the input does not determine: in JSON, as notifications in SARIF, and as a skipped test case in JUnit", () => {
  const names = new Set(["USER", "HOST"]);
  const unknowns = [{ what: "Secret <web>", reason: "absent" as const, names }];
  const report = { ...reportOf(), summary: { ...reportOf().summary, unknowns } };
  const line = "1 source is not in the input: Secret <web> (2 names)";
  expect(JSON.parse(jsonReport(report)).summary.unknown).toEqual([
    { what: "Secret <web>", reason: "absent", names: ["HOST", "USER"] },
  ]);
  const [invocation] = JSON.parse(sarifReport(report)).runs[0].invocations;
  expect(invocation.executionSuccessful).toBe(true);
  expect(invocation.toolExecutionNotifications).toEqual([{ level: "note", message: { text: line } }]);
  const junit = junitReport(report);
  expect(junit).toContain('<testsuites name="varexpand lint" tests="2" failures="0" errors="0" skipped="1">');
  expect(junit).toContain('<skipped message="1 source is not in the input: Secret &lt;web&gt; (2 names)"/>');
});
