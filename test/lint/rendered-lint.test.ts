/** Findings in what kustomizations render, in the files that they are in. */
import { expect, test } from "vitest";
import type { Rendering, SourceFile } from "../../src/kubernetes/kustomize/index.ts";
import type { RawFinding } from "../../src/lint/finding.ts";
import { isOfBraces } from "../../src/lint/flux-lint.ts";
import { RenderedLint } from "../../src/lint/rendered-lint.ts";
import type { Suppression } from "../../src/lint/suppressions.ts";

const file = (path: string): SourceFile => ({ path, text: "" });
const finding = (path: string | undefined, message = "m", start = 1): RawFinding => {
  return { rule: "r", start, end: 2, message, ...(path !== undefined && { inFile: file(path) }) };
};
const suppression = (isUsed: boolean, path: string | undefined, rule = "r"): Suppression => {
  return { rule, start: 0, end: 9, at: 3, isUsed, ...(path !== undefined && { inFile: file(path) }) };
};
const rendering = (...files: string[]) => ({ files: new Set(files) }) as unknown as Rendering;

/** The kustomizations that a finding in each of two files names, of those that render the files. */
function named(withFinding: readonly string[], users: readonly string[]): string | undefined {
  const rendered = new RenderedLint();
  for (const user of users) rendered.addUser(rendering("a.yaml", "b.yaml"), user);
  const findings = [finding("a.yaml"), finding("b.yaml")];
  for (const name of withFinding) rendered.addFindings(findings, [], name, () => true);
  const [found, ...others] = findings.flatMap(({ inFile }) => rendered.of(inFile!.path)!.findings);
  // Both files are part of each kustomization.
  expect(others.map(({ kustomization }) => kustomization)).toEqual([found!.kustomization]);
  return found!.kustomization;
}

test.each<[names: string, users: string, text: string]>([
  ["a", "a", "kustomization a"],
  ["ab", "ab", "kustomizations a, b"],
  ["aab", "aabb", "kustomizations a, b"],
  ["abc", "abc", "kustomizations a, b, c"],
  ["abcd", "abcd", "kustomizations a, b, c, 1 more"],
  ["abcdef", "abcdef", "kustomizations a, b, c, 3 more"],
  ["a", "ab", "only in kustomization a"],
  ["b", "abb", "only in kustomization b"],
  ["abcd", "abcde", "only in kustomizations a, b, c, 1 more"],
])("in %s of %s: %s", (names, users, text) => {
  expect(named([...names], [...users])).toBe(text);
});

test("findings and suppressions are in their files, each once", () => {
  const rendered = new RenderedLint();
  rendered.addUser(rendering("a.yaml", "b.yaml"), "k");
  const list = [suppression(false, "a.yaml"), suppression(false, "a.yaml", "s"), suppression(true, undefined)];
  const isReported = (path: string) => path !== "no.yaml" && path !== "";
  rendered.addFindings(
    [finding("a.yaml"), finding("b.yaml"), finding("no.yaml"), finding(undefined)],
    list,
    "k",
    isReported,
  );
  rendered.addFindings(
    [finding("a.yaml"), finding("a.yaml", "n"), finding("a.yaml", "m", 0)],
    [suppression(true, "a.yaml")],
    "k",
    isReported,
  );
  rendered.addFindings([], [suppression(false, "a.yaml"), suppression(true, "no.yaml")], "k", isReported);
  expect(rendered.paths).toEqual(["a.yaml", "b.yaml"]);
  expect(rendered.of("a.yaml")).toEqual({
    file: file("a.yaml"),
    findings: [finding("a.yaml"), finding("a.yaml", "n"), finding("a.yaml", "m", 0)].map((raw) => {
      return { ...raw, kustomization: "kustomization k" };
    }),
    // A suppression that one kustomization needs is used.
    list: [suppression(true, "a.yaml"), suppression(false, "a.yaml", "s")],
  });
  expect([rendered.of("no.yaml"), rendered.of("")]).toEqual([undefined, undefined]);
});

test.each([
  ["shell-syntax", "Pod/p", true],
  ["shell-syntax", undefined, true],
  ["env-consumer", "OpenTelemetryCollector/otel", true],
  ["env-consumer", "ScaledObject/OpenTelemetry", false],
  ["env-consumer", undefined, false],
  ["lost-dollar", "OpenTelemetryCollector/otel", false],
])("Flux replaces the text of a finding of %s in %s: %s", (rule, object, isReplaced) => {
  expect(isOfBraces({ rule, ...(object !== undefined && { object }) })).toBe(isReplaced);
});
