import { describe, expect, test } from "vitest";
import { mutantsOf } from "./enumerate.ts";
import { checked, outdated } from "./explained.ts";
import { idOf, type Mutant } from "./mutant.ts";
import { NAMED, patched } from "./named.ts";
import { parseOptions } from "./options.ts";
import { figuresOf, folderTable, type Outcome, shortcomings, summary } from "./report.ts";
import type { Verdict } from "./workbench.ts";

const source = Array.from({ length: 100 }, (_, i) => `f(${i}n);`).join("\n");
const mutants = mutantsOf("src/a.ts", source).filter(({ operator }) => operator === "statement");
const by = { test: "test/a.test.ts", name: "a" };

/** The given number of outcomes of each kind, in this order. */
function outcomes(counts: Partial<Record<Verdict["kind"], number>>): Outcome[] {
  const kinds = Object.entries(counts).flatMap(([kind, count]) => Array<string>(count).fill(kind));
  return kinds.map((kind, i) => ({ mutant: mutants[i] as Mutant, verdict: { kind, by } as Verdict }));
}

describe("figures", () => {
  test("timeouts are kills; mutants with an identical or failed build are not counted", () => {
    const figures = figuresOf(outcomes({ killed: 90, "timed out": 6, identical: 2, invalid: 1, survived: 1 }), [], {});
    expect(figures).toMatchObject({ drawn: 97, killed: 96, timedOut: 6, equivalent: 0, survived: 1 });
    expect(figures.unexplained.map(idOf)).toEqual([idOf(mutants[99]!)]);
    expect(shortcomings(figures)).toEqual(["1 survivors are not explained"]);
  });

  test("equivalent ones are not survivors; accepted ones are, but explained", () => {
    const explained = {
      [idOf(mutants[97]!)]: { equivalent: "the same bytes are read twice" },
      [idOf(mutants[98]!)]: { accepted: "a message for a person" },
      [idOf(mutants[99]!)]: { accepted: "a message for a person" },
    };
    const figures = figuresOf(outcomes({ killed: 97, survived: 3 }), [], explained);
    expect(figures).toMatchObject({ drawn: 100, killed: 97, equivalent: 1, survived: 2, unexplained: [] });
    expect(shortcomings(figures)).toEqual([]);
    expect(summary(figures)).toContain("98.0 % of those not equivalent");
  });

  test("fewer than 95 % killed is not enough, explained or not", () => {
    const explained = Object.fromEntries(mutants.map((mutant) => [idOf(mutant), { accepted: "why" }]));
    const figures = figuresOf(outcomes({ killed: 94, survived: 6 }), [], explained);
    expect(shortcomings(figures)).toEqual(["94.0 % are killed, fewer than 95 %"]);
    expect(shortcomings(figuresOf(outcomes({ killed: 95, survived: 5 }), [], explained))).toEqual([]);
  });

  test("more than 3 % equivalent is not enough", () => {
    const explained = Object.fromEntries(mutants.map((mutant) => [idOf(mutant), { equivalent: "why" }]));
    const figures = figuresOf(outcomes({ killed: 96, survived: 4 }), [], explained);
    expect(shortcomings(figures)).toEqual(["4.0 % are equivalent, more than 3 %"]);
    expect(shortcomings(figuresOf(outcomes({ killed: 97, survived: 3 }), [], explained))).toEqual([]);
  });

  test("a table of folders, with intervals", () => {
    const named = (file: string) => (outcome: Outcome) => ({ ...outcome, mutant: { ...outcome.mutant, file } });
    const ofYaml = outcomes({ killed: 56, "timed out": 1, survived: 3, invalid: 2 }).map(named("src/yaml/a.ts"));
    const all = [...ofYaml, ...outcomes({ killed: 20 }).map(named("assembly/yaml/a.ts"))];
    const explained = { [idOf(ofYaml[59]!.mutant)]: { equivalent: "why" } };
    expect(folderTable(all, explained).split("\n")).toEqual([
      "yaml        57/59     97 %    88 to 99 %    1 equivalent",
      "assembly    20/20     100 %   84 to 100 %   0 equivalent",
      "all         77/79     97 %    91 to 99 %    1 equivalent",
    ]);
  });

  test("a named mutant that lives, or changes nothing any more, is not enough", () => {
    const named = (kind: string) => [{ name: "SLACK = 0", verdict: { kind, by } as Verdict }];
    expect(shortcomings(figuresOf([], named("killed"), {}))).toEqual([]);
    expect(shortcomings(figuresOf([], named("survived"), {}))).toEqual(["named mutants live: SLACK = 0 (survived)"]);
    expect(shortcomings(figuresOf([], named("identical"), {}))).toEqual(["named mutants live: SLACK = 0 (identical)"]);
  });
});

describe("the list of survivors", () => {
  const id = idOf(mutants[0]!);

  test("an entry says why", () => {
    expect(checked({ [id]: { accepted: "why" } })).toEqual({ [id]: { accepted: "why" } });
    for (const entry of [
      {},
      { accepted: "" },
      { accepted: " " },
      { because: "why" },
      { equivalent: "a", accepted: "b" },
    ]) {
      expect(() => checked({ [id]: entry })).toThrow(id);
    }
    expect(() => checked({ "src/a.ts line 3": { accepted: "why" } })).toThrow("src/a.ts line 3");
  });

  test("an entry without its mutant is found", () => {
    const list = checked({
      [id]: { accepted: "why" },
      "src/a.ts (file) statement: g(); → (nothing)": { accepted: "why" },
    });
    expect(outdated(list, mutants)).toEqual(["src/a.ts (file) statement: g(); → (nothing)"]);
  });
});

describe("named mutants", () => {
  const mutant = { name: "no check", patches: [{ file: "src/a.ts", search: "check();", replacement: "" }] };

  test("a patch replaces text that occurs once", () => {
    expect(patched(mutant, () => "a();check();b();")).toEqual(new Map([["src/a.ts", "a();b();"]]));
  });

  test.each(["a();", "check();check();"])("one that does not apply is an error: %s", (text) => {
    expect(() => patched(mutant, () => text)).toThrow(/named mutant "no check": src\/a.ts .* not once/);
  });

  test("two patches of one file are both made", () => {
    const patches = [...mutant.patches, { file: "src/a.ts", search: "b", replacement: "c" }];
    expect(patched({ name: "two", patches }, () => "check();b()").get("src/a.ts")).toBe("c()");
  });

  test("names are unique", () => {
    expect(new Set(NAMED.map(({ name }) => name)).size).toBe(NAMED.length);
  });
});

describe("options", () => {
  test("every option has a default", () => {
    expect(parseOptions([])).toMatchObject({ seed: 1, count: 400, files: "**", workers: 2, onlyNamed: false });
    expect(parseOptions(["--shard", "2/3", "--seed=7"])).toMatchObject({ seed: 7, shard: { index: 2, count: 3 } });
    expect(parseOptions(["--help"])).toBeUndefined();
  });

  test.each([
    ["--seed", "x"],
    ["--count", "0"],
    ["--shard", "3/2"],
    ["--shard", "1"],
    ["--workers", "1.5"],
    ["--what"],
  ])("%s %s is refused", (...args) => {
    expect(() => parseOptions(args)).toThrow();
  });
});
