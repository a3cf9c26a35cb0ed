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
  const source = "        args: [$(A)]\n               ^^^^\n";
  const shown = async (given: Parameters<typeof runInMemory>[1]) => (await runInMemory(["lint", "-"], given)).output;
  expect(await shown({ stdin })).toBe(finding);
  // A character device.
  expect(await shown({ stdin, streams: { "standard output": "/dev/null" } })).toBe(finding + source);
  expect(await shown({ stdin, streams: { "standard output": folder.file("out") } })).toBe(finding);
  expect(await shown({ stdin, streams: { "standard error": "/dev/null" } })).toBe(finding);
  expect((await shown({ stdin, colors: true })).replaceAll(/\x1b\[\d*m/g, "")).toBe(finding + source);
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
