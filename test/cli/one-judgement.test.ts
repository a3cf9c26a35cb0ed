/** The trace, the explanation, lint, and the editor give the same result for each reference. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { TracedUse } from "../../src/index.ts";
import { declaredAt, reasonText } from "../../src/kubernetes/pod/reason-text.ts";
import { Workspace } from "../../src/lsp/workspace.ts";
import { Positions } from "../../src/text/position.ts";
import { TEXT, traced } from "./every-verdict.ts";
import { runInMemory } from "./memory-io.ts";
import { TemporaryFolder } from "./temporary.ts";

const folder = new TemporaryFolder();

const NAMES = ["A", "EARLY", "IP", "DB_SERVICE_HOST", "TAG", "NOEN", "URL", "NONE", "NONE2", "date"];

const sorted = (lines: string[]) => lines.sort();

test("the trace, explain, the table, messages, events and lint", async () => {
  const file = folder.file("x.yaml", TEXT);
  const events = folder.at("events.jsonl");
  const uses = traced();
  expect(new Set(uses.map(({ verdict }) => verdict))).toEqual(
    new Set([
      "expanded",
      "escaped",
      "declared-later",
      "undefined",
      "unknown",
      "not-expanded-here",
      "malformed",
      "shell",
    ]),
  );
  const isReference = ({ form }: TracedUse) => form === "reference" || form === "default";
  const expected = (filter: (use: (typeof uses)[number]) => boolean) =>
    sorted(uses.filter(filter).map(({ place, verdict }) => `${place} ${verdict}`));

  const explained: string[] = [];
  for (const name of NAMES) {
    const { code, output } = await runInMemory(["explain", "-o", "json", file, name]);
    expect(code, name).toBe(0);
    for (const { uses: found } of JSON.parse(output)) {
      for (const { place, verdict } of found) explained.push(`${place.slice(file.length + 1)} ${verdict}`);
    }
  }
  expect(sorted(explained)).toEqual(expected(({ name }) => name !== ""));

  // The language server: of what is written, the exact range, too.
  const workspace = new Workspace();
  workspace.set(file, TEXT);
  const positions = new Positions(TEXT);
  const viewed = workspace.view(file)!.uses;
  const inEditor = viewed.map(({ start, verdict }) => {
    const { line, column } = positions.at(start);
    return `${line}:${column} ${verdict}`;
  });
  expect(sorted(inEditor)).toEqual(expected(() => true));
  for (const { end, start } of viewed) expect(TEXT.slice(start, end)).toMatch(/^\$/);
  const hovered = viewed
    .filter(({ name }) => name !== "")
    .map((use) => workspace.view(file)!.symbolAt(use.start + 1)?.use);
  expect(hovered.map((use) => use?.verdict)).toEqual(
    viewed.filter(({ name }) => name !== "").map(({ verdict }) => verdict),
  );

  // What stays in a text that is expanded.
  const left = ["declared-later", "undefined", "unknown", "malformed", "shell"];
  const staying = uses.filter((use) => isReference(use) && left.includes(use.verdict));
  const table = await runInMemory(["pod", "-f", file, "-o", "table", "--events", events, "--all"]);
  const inTable = table.output
    .split("\n")
    .flatMap((line) => /:(\d+:\d+): \$\(.*?\): (.*)/.exec(line)?.slice(1, 3) ?? []);
  expect(inTable.filter((_, i) => i % 2 === 0).sort()).toEqual(staying.map(({ place }) => place).sort());
  const reasons = new Map(inTable.flatMap((place, i) => (i % 2 === 0 ? [[place, inTable[i + 1]!]] : [])));
  const words = (use: (typeof uses)[number]) => {
    const at = use.declaration && declaredAt(`line ${positions.at(TEXT.indexOf(`name: ${use.name},`)).line}`);
    return reasonText(use, at);
  };
  for (const use of staying) expect(reasons.get(use.place), use.place).toContain(words(use));

  // What a cluster would record, and what of it is a finding.
  const recorded = readFileSync(events, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const isEvent = ({ verdict }: TracedUse) => verdict !== "unknown";
  expect(recorded.reduce((sum, { count }) => sum + count, 0)).toBe(staying.filter(isEvent).length);
  const findings = staying.filter((use) => isEvent(use) && use.verdict !== "shell");
  const messages = table.messages.filter((line) => line.includes("UnresolvedReference"));
  expect(messages.map((line) => /:(\d+:\d+): Pod/.exec(line)?.[1]).sort()).toEqual(
    findings.map(({ place }) => place).sort(),
  );
  for (const use of findings) {
    const message = messages.find((line) => line.includes(`:${use.place}: Pod`));
    expect(message, use.place).toContain(` is not expanded: ${words(use)}`);
  }
  const strict = await runInMemory(["pod", "-f", file, "--strict"]);
  expect(strict.code).toBe(1);

  const lint = await runInMemory(["lint", "-o", "json", file]);
  const rules: Readonly<Record<string, readonly string[]>> = {
    "declared-later": ["use-before-declaration", "self-reference"],
    undefined: ["undefined-reference", "probe-value"],
    malformed: ["malformed-reference", "shell-syntax"],
    "not-expanded-here": ["never-expanded"],
  };
  type LintFinding = { line: number; column: number; rule: string; message: string };
  const ofLint = new Map(
    (JSON.parse(lint.output).findings as LintFinding[]).map((finding) => [
      `${finding.line}:${finding.column}`,
      finding,
    ]),
  );
  for (const use of uses) {
    const { definition, place, verdict } = use;
    const found = ofLint.get(place);
    if (found === undefined) {
      // An undeclared variable, or a use that has no rule.
      const isSilent = rules[verdict] === undefined || (verdict === "not-expanded-here" && definition === undefined);
      expect(isSilent, `${place} ${verdict}`).toBe(true);
    } else {
      expect([...(rules[verdict] ?? []), "probe-value"], `${place} ${verdict}`).toContain(found.rule);
      if (verdict !== "expanded") expect(found.message, place).toContain(`is not expanded: ${words(use)}`);
    }
  }
}, 120_000);
