/** Findings in what kustomizations render, in the files that they are in. */
import { expect, test } from "vitest";
import { PodClusters } from "../../src/kubernetes/cluster/pod-cluster.ts";
import type { Rendering, SourceFile } from "../../src/kubernetes/kustomize/index.ts";
import type { RawFinding } from "../../src/lint/finding.ts";
import { type FindingSet, RenderedLint, type RenderedLintOptions } from "../../src/lint/rendered-lint.ts";
import type { Suppression } from "../../src/lint/suppressions.ts";
import { renderedSet } from "../../src/repository/apply-set.ts";
import { SourceFiles } from "../../src/repository/manifest-part.ts";
import { type Files, render } from "../kubernetes/kustomize/render.ts";

const file = (path: string): SourceFile => ({ path, text: "" });
const finding = (path: string | undefined, message = "m", start = 1): RawFinding => {
  return { rule: "r", start, end: 2, message, ...(path !== undefined && { inFile: file(path) }) };
};
const suppression = (isUsed: boolean, path: string | undefined, rule = "r"): Suppression => {
  return { rule, start: 0, end: 9, at: 3, isUsed, ...(path !== undefined && { inFile: file(path) }) };
};
/** A set of files; a name in capitals is that of a Flux Kustomization. */
const setOf = (label: string, ...files: string[]): FindingSet => {
  const rendering = { files: new Set(files) } as unknown as Rendering;
  return { kind: /[A-Z]/.test(label) ? "flux" : "kustomization", label, rendering };
};
const newLint = (options: Partial<RenderedLintOptions> = {}) =>
  new RenderedLint({
    isReported: () => true,
    isSubstituted: () => false,
    isUnused: () => false,
    pathInSearch: (path) => path,
    ...options,
  });

/** The kustomizations that a finding in each of two files names, of those that render the files. */
function named(withFinding: readonly string[], users: readonly string[]): string | undefined {
  const rendered = newLint();
  for (const user of users) rendered.addUser(setOf(user, "a.yaml", "b.yaml"));
  const findings = [finding("a.yaml"), finding("b.yaml")];
  for (const name of withFinding) rendered.addFindings(findings, [], setOf(name));
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
  ["A", "A", "Flux Kustomization A"],
  ["AB", "ABc", "only in Flux Kustomizations A, B"],
  ["AbCd", "AbCd", "Flux Kustomizations A, C, kustomization b, 1 more"],
])("in %s of %s: %s", (names, users, text) => {
  expect(named([...names], [...users])).toBe(text);
});

test("findings and suppressions are in their files, each once", () => {
  const rendered = newLint({ isReported: (_, path) => path !== "no.yaml" });
  const set = setOf("k", "a.yaml", "b.yaml");
  rendered.addUser(set);
  const list = [suppression(false, "a.yaml"), suppression(false, "a.yaml", "s"), suppression(true, undefined)];
  rendered.addFindings([finding("a.yaml"), finding("b.yaml"), finding("no.yaml"), finding(undefined)], list, set);
  rendered.addFindings(
    [finding("a.yaml"), finding("a.yaml", "n"), finding("a.yaml", "m", 0)],
    [suppression(true, "a.yaml")],
    set,
  );
  rendered.addFindings([], [suppression(false, "a.yaml"), suppression(true, "no.yaml")], set);
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

const OPTIONS = { profile: "design", world: "closed", extraKinds: [], isKnown: () => false } as const;
const CLUSTERS = new PodClusters(
  { services: [], configMaps: [], secrets: [], nodes: [] },
  { podIPs: [], volumeContents: {} },
);
const pod = (name: string, container: object) => {
  const spec = { containers: [{ name: "app", image: "app", ...container }] };
  return JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata: { name }, spec });
};
const kustomization = (...resources: string[]) => JSON.stringify({ resources });

/** The findings in files after the kustomizations in some folders were added, and how often their clusters were made. */
function lintRendered(files: Files, folders: readonly string[], paths: readonly string[]) {
  const rendered = newLint();
  let clusters = 0;
  for (const folder of folders) {
    const clustersOf = () => {
      clusters++;
      return CLUSTERS;
    };
    const set = { kind: "kustomization", label: folder, folder, names: [], rendering: render(files, folder) } as const;
    rendered.add(renderedSet(set, new SourceFiles((path) => path)), clustersOf, OPTIONS);
  }
  const found = paths.flatMap((path) => rendered.of(`/${path}`)?.findings ?? []);
  return { rendered, clusters, found: found.map(({ rule, kustomization }) => `${rule}: ${kustomization}`) };
}

test("an object that several kustomizations render is counted once, and its findings name them", () => {
  const files = {
    "a/kustomization.yaml": kustomization("../pods"),
    "b/kustomization.yaml": kustomization("../pods"),
    "pods/kustomization.yaml": kustomization("one.yaml", "two.yaml", "values.yaml"),
    "pods/one.yaml": pod("one", { args: ["$(GONE)"] }),
    "pods/two.yaml": pod("two", { args: ["two"] }),
    "pods/values.yaml": "{kind: Values, metadata: {name: v}, a: $(GONE)}",
  };
  const { clusters, found, rendered } = lintRendered(files, ["a", "b"], ["pods/one.yaml", "pods/two.yaml"]);
  expect(found).toEqual(["undefined-reference: kustomizations a, b"]);
  expect([rendered.pods, clusters]).toEqual([2, 2]);
  expect(rendered.unresolved).toEqual([]);
  expect(rendered.skipped.lines()).toEqual(["skipped 1 object without a pod: 1 Values"]);
});

test("a pod that is too large to resolve is reported once", () => {
  const env = Array.from({ length: 40 }, (_, i) => ({ name: `A${i}`, value: i ? `$(A${i - 1})`.repeat(4) : "xxxx" }));
  const files = {
    "a/kustomization.yaml": kustomization("../pods"),
    "b/kustomization.yaml": kustomization("../pods"),
    "pods/kustomization.yaml": kustomization("large.yaml"),
    "pods/large.yaml": pod("large", { env }),
  };
  const { rendered } = lintRendered(files, ["a", "b"], []);
  const message = "spec.containers[0].env[11].value: the pod's references expand to more than 16777216 characters";
  expect(rendered.unresolved.map((each) => each.message)).toEqual([message]);
});

test("an object that is not known can set any name, and has no findings", () => {
  const envFrom = [{ configMapRef: { name: "c" } }];
  const files = (lastArgument: string) => ({
    "kustomization.yaml": JSON.stringify({
      resources: ["one.yaml", "two.yaml"],
      vars: [{ name: "NAME", objref: { apiVersion: "v1", kind: "ConfigMap", name: "none" } }],
    }),
    "one.yaml": pod("one", { args: ["$(GONE)"], envFrom }),
    "two.yaml": pod("two", { args: ["$(GONE)", lastArgument] }),
  });
  const found = (lastArgument: string) => lintRendered(files(lastArgument), [""], ["one.yaml", "two.yaml"]).found;
  expect(found("a")).toEqual(["container-config-error: kustomization ", "undefined-reference: kustomization "]);
  expect(found("$(NAME)")).toEqual([]);
});
