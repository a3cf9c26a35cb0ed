/** The findings that a run reports, and its remarks. */
import { expect, test } from "vitest";
import { FindingCollector, helmSources } from "../../src/lint/collector.ts";
import type { Finding, RawFinding } from "../../src/lint/finding.ts";
import { RuleSeverities } from "../../src/lint/rules/rules.ts";
import { SourceText } from "../../src/lint/source-text.ts";

const finding = (start: number, more: Partial<RawFinding> = {}): RawFinding => {
  return { rule: "undefined-reference", start, end: start + 1, message: `at ${start}`, ...more };
};

function collectorWith(isIgnored: (finding: Finding) => boolean = () => false): FindingCollector {
  const severities = new RuleSeverities(
    new Map([
      ["lost-dollar", "off"],
      ["self-reference", "note"],
    ]),
  );
  return new FindingCollector({ severities, isIgnored });
}

test("a finding has its severity and its places, and optional members only if they are set", () => {
  const collector = collectorWith();
  const source = new SourceText("a\nbcd\n", { position: { line: 5, column: 1 }, offset: 40, utf16Column: 1 });
  const fix = { description: "fix it", edits: [{ start: 2, end: 3, text: "x" }] };
  const whole = { name: "A", object: "Pod/p", meant: "B", kustomization: "kustomization k", fix, same: "s" };
  const raw = finding(2, { ...whole, atMost: "note" });
  const reported = collector.add("a.yaml", source, {
    findings: [raw, finding(3), finding(4, { rule: "self-reference" })],
  });
  expect(reported.map((each) => [each.raw.start, each.finding])).toEqual(
    collector.findings.map((each, i) => [2 + i, each]),
  );
  const place = (start: number) => ({
    ...source.region(start, start + 1),
    ...{
      file: "a.yaml",
      rule: "undefined-reference",
      severity: "warning",
      message: `at ${start}`,
      same: `at ${start}`,
    },
  });
  expect(collector.findings).toEqual([
    {
      ...place(2),
      ...whole,
      severity: "note",
      fix: {
        description: "fix it",
        edits: [{ line: 6, column: 1, endLine: 6, endColumn: 2, start: 42, end: 43, text: "x" }],
      },
    },
    place(3),
    { ...place(4), rule: "self-reference", severity: "note" },
  ]);
});

test("findings in the output of Helm have their template", () => {
  const collector = collectorWith();
  const findings = [finding(26), finding(5), finding(0)];
  collector.add("a.yaml", new SourceText("abc\n# Source: x.yaml\nabcdefgh"), { findings });
  expect(collector.findings.map(({ start, ...rest }) => [start, "helmSource" in rest, rest.helmSource])).toEqual([
    [0, false, undefined],
    [5, true, "x.yaml"],
    [26, true, "x.yaml"],
  ]);
});

test("rules that are off and ignored findings are not reported", () => {
  const collector = collectorWith(({ message }) => message === "at 1");
  const source = new SourceText("abc");
  const found = { findings: [finding(2), finding(1), finding(0, { rule: "lost-dollar" })] };
  expect(collector.reported("a.yaml", source, found)).toEqual([finding(2)]);
  expect(collector.findings).toEqual([]);
  expect(collector.add("a.yaml", source, found).map(({ raw }) => raw)).toEqual([finding(2)]);
});

test("remarks about suppressions that are unused or invalid, except of rules that are off", () => {
  const collector = collectorWith();
  const text = [
    "a # varexpand-ignore undefined-reference, self-reference",
    "b # varexpand-ignore lost-dollar",
    "c # varexpand-ignore",
    "",
  ].join("\n");
  const suppression = { rule: "shell-syntax", start: 0, end: 1, at: 0 };
  const list = [
    { ...suppression, isUsed: false },
    { ...suppression, isUsed: true },
    { ...suppression, rule: "never-expanded", isUsed: false },
    { ...suppression, rule: "never-expanded", isUsed: false },
  ];
  const suppressions = { list, wrong: [{ at: 2, message: "wrong" }] };
  collector.add("a.yaml", new SourceText(text), { findings: [finding(0)], suppressions });
  expect(collector.findings).toEqual([]);
  expect(collector.remarkLines()).toEqual([
    "a.yaml:1:3: unused suppression: self-reference reports nothing here",
    "a.yaml:1:1: unused suppression: never-expanded reports nothing here",
    "a.yaml:3:3: varexpand-ignore must name a rule: # varexpand-ignore RULE: reason",
    "a.yaml:1:3: wrong",
  ]);
});

test("a run reports at most 100,000 findings, and counts the others", () => {
  const collector = collectorWith();
  const source = new SourceText("abc");
  const [first] = collector.add("a.yaml", source, { findings: [finding(0)] });
  while (collector.findings.length < 99_998) collector.findings.push(first!.finding);
  const addThree = () => {
    const reported = collector.add("b.yaml", source, { findings: [finding(2), finding(0), finding(1)] });
    return [reported.map(({ raw }) => raw.start), collector.findings.length, collector.more];
  };
  expect([addThree(), addThree()]).toEqual([
    [[0, 1], 100_000, 1],
    [[], 100_000, 4],
  ]);
});

test("findings in the order of the files, then those of other files, each in the order of the text", () => {
  const collector = collectorWith();
  for (const file of ["c", "b", "a"])
    collector.add(file, new SourceText("abc"), { findings: [finding(2), finding(0)] });
  expect(collector.inOrderOf(["a", "b"]).map(({ file, start }) => `${file}${start}`)).toEqual([
    "a0",
    "a2",
    "b0",
    "b2",
    "c0",
    "c2",
  ]);
});

test.each<[text: string, templates: string]>([
  ["# Source: a/b.yaml\nx", "a/b.yaml"],
  ["# Source: a b.yaml \t\nx", "a b.yaml"],
  ["# Source: a.yaml\r\nx", "a.yaml"],
  ["x\n# Source: a.yaml\nx\n# Source: b.yaml\nxx", "- a.yaml b.yaml b.yaml"],
  ["# Source: a.yaml\n# Source: b.yaml\nx", "b.yaml"],
  [" # Source: a.yaml\nx", "-"],
  ["#Source: a.yaml\nx", "-"],
  ["# Source: \nx", "-"],
  ["# source: a.yaml\nx", "-"],
])("the Helm template of each x in %j: %s", (text, templates) => {
  const templateAt = helmSources(text);
  expect(Array.from(text.matchAll(/x/g), ({ index }) => templateAt(index) ?? "-").join(" ")).toBe(templates);
});
