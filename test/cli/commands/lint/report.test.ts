/** The report of `varexpand lint` on a terminal and elsewhere, and its summary. */
import { expect, test } from "vitest";
import { pathOf, summaryLine } from "../../../../src/cli/commands/lint/report.ts";
import type { Finding } from "../../../../src/lint/finding.ts";
import { pod } from "../../../lint/looked.ts";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

test("the line of a finding is shown on a terminal, or with colors", async () => {
  const stdin = pod("args: [$(A)]");
  const finding = "<stdin>:9:12: warning: $(A) is not expanded: the variable is not defined [undefined-reference]\n";
  const block =
    "warning[undefined-reference]: $(A) is not expanded: the variable is not defined\n" +
    " --> <stdin>:9:12\n  |\n9 |     args: [$(A)]\n  |            ^^^^\n\n";
  const shown = async (given: Parameters<typeof runInMemory>[1]) => (await runInMemory(["lint", "-"], given)).output;
  expect(await shown({ stdin })).toBe(finding);
  // A character device.
  expect(await shown({ stdin, streams: { "standard output": "/dev/null" } })).toBe(block);
  expect(await shown({ stdin, streams: { "standard output": folder.file("out") } })).toBe(finding);
  expect(await shown({ stdin, streams: { "standard error": "/dev/null" } })).toBe(finding);
  expect((await shown({ stdin, colors: true })).replaceAll(/\x1b\[\d*m/g, "")).toBe(block);
});

test("--color always and never precede the terminal and the environment", async () => {
  const stdin = pod("args: [$(A)]");
  const of = async (color: string, colors: boolean) =>
    (await runInMemory(["lint", "--color", color, "-"], { stdin, colors })).output.includes("\x1b[");
  expect([await of("always", false), await of("auto", false), await of("never", false)]).toEqual([true, false, false]);
  expect([await of("always", true), await of("auto", true), await of("never", true)]).toEqual([true, true, false]);
});

test("the summary says how many findings --fix can fix", async () => {
  const text = pod("env:\n- {name: A, value: x$(B)}\n- {name: B, value: b}\n- {name: C, value: $(D)}");
  const file = folder.file("a.yaml", text);
  const { messages } = await runInMemory(["lint", file]);
  expect(messages.at(-1)).toMatch(/: \d+ \w+, 1 \w+; 1 can be fixed with --fix$/);
  expect((await runInMemory(["lint", "--diff", file])).messages.join()).not.toContain("can be fixed");
  expect((await runInMemory(["lint", "--fix", file])).messages[0]).toMatch(/^fixed 1 problem in .*a\.yaml$/);
});

test.each<[string, Finding["severity"][], string[], string[], string]>([
  ["no findings", [], [], [], "checked 1 file, 2 pods: no findings"],
  ["one of each", ["note", "error", "warning"], [], [], "checked 1 file, 2 pods: 1 error, 1 warning, 1 note"],
  ["several", ["note", "note", "error", "error"], [], [], "checked 1 file, 2 pods: 2 errors, 2 notes"],
  ["others", [], ["2 more", "1 known"], [], "checked 1 file, 2 pods: no findings, 2 more, 1 known"],
  ["skipped", ["error"], ["1 known"], ["a", "b"], "checked 1 file, 2 pods: 1 error, 1 known; a; b"],
])("the summary: %s", (_, severities, others, skipped, line) => {
  const findings = severities.map((severity) => ({ severity }) as Finding);
  expect(summaryLine(["1 file", "2 pods"], findings, others, skipped)).toBe(line);
});

test("paths are relative to the working directory, except names in angle brackets", () => {
  const files = [
    "a/b.yaml",
    "./a/../b.yaml",
    `${process.cwd()}/c.yaml`,
    "../d.yaml",
    "<stdin>",
    "<kustomize ./a/../k>",
  ];
  expect(files.map(pathOf)).toEqual(["a/b.yaml", "b.yaml", "c.yaml", "../d.yaml", "<stdin>", "<kustomize ./a/../k>"]);
});
