/** Which objects are not applied as they are. */
import { describe, expect, test } from "vitest";
import { APPLIED, isUnapplied, roleOfPath } from "../../../src/kubernetes/cluster/not-applied.ts";

describe("the role of a file by its path", () => {
  test.each([
    ["patch-web.yaml", "patched"],
    ["patches.yaml", "patched"],
    ["deployment_patch.yaml", "patched"],
    ["web.patch.yaml", "patched"],
    ["a/b/web-patches-2.yaml", "patched"],
    ["patch/web.yaml", "applied"],
    ["dispatch-web.yaml", "applied"],
    ["patchwork.yaml", "applied"],
    ["web-patch", "applied"],
    ["01-assert.yaml", "expected"],
    ["assert.yaml", "expected"],
    ["00_error.yaml", "expected"],
    ["errors-02.yaml", "expected"],
    ["web.golden.yaml", "expected"],
    ["a/golden_web.json", "expected"],
    ["terrors.yaml", "applied"],
    ["assertion.yaml", "applied"],
    ["assert/web.yaml", "applied"],
    ["golden", "applied"],
    ["testdata/web.yaml", "expected"],
    ["a/testdata/b/web.yaml", "expected"],
    ["a/fixtures/web.yaml", "expected"],
    ["src/__tests__/web.yaml", "expected"],
    ["tests/web.yaml", "applied"],
    ["mytestdata/web.yaml", "applied"],
    ["testdata.yaml", "applied"],
    ["testdata/patch.yaml", "patched, expected"],
    ["web.yaml", "applied"],
    ["", "applied"],
  ])("%s: %s", (path, role) => {
    const { isExpected, isPatched } = roleOfPath(path);
    const roles = [...(isPatched ? ["patched"] : []), ...(isExpected ? ["expected"] : [])];
    expect(roles.join(", ") || "applied").toBe(role);
  });
});

test.each([
  ["archive/web.yaml", true],
  ["a/_archived/b/web.yaml", true],
  ["_support/20260117/repo/web.yaml", true],
  ["support-bundle/web.yaml", true],
  ["old/web.yaml", true],
  ["legacy/k8s/web.yaml", true],
  ["support/web.yaml", false],
  ["backup/web.yaml", false],
  ["golden/web.yaml", false],
  ["archive.yaml", false],
  ["examples/web.yaml", false],
])("%s is in an archive: %s", (path, isUnused) => {
  expect(roleOfPath(path).isUnused).toBe(isUnused);
});

describe("an object is not applied", () => {
  const CONTAINER = { name: "a", image: "i" };
  const isApplied = (
    object: object,
    { containers = [CONTAINER], ...spec }: { containers?: unknown; initContainers?: unknown } = {},
    role: object = {},
  ) => !isUnapplied(object, { spec: { containers, ...spec } }, { ...APPLIED, ...role });
  const POD = { kind: "Pod", apiVersion: "v1", metadata: { name: "p" } };
  const DEPLOYMENT = { kind: "Deployment", apiVersion: "apps/v1", metadata: { name: "d" } };
  const SELECTED = { ...DEPLOYMENT, spec: { selector: {} } };
  const PATCHED = { isPatched: true };
  const SUITE = { isInSuite: true };

  test("in a file that is compared with the cluster", () => {
    expect(isApplied(POD)).toBe(true);
    expect(isApplied(POD, {}, { isExpected: true })).toBe(false);
  });

  test("with a container that has neither a name nor an image, in either list", () => {
    expect(isApplied(POD, { containers: [CONTAINER, {}] })).toBe(false);
    expect(isApplied(POD, { initContainers: [{ args: [] }] })).toBe(false);
    expect(isApplied(POD, { initContainers: [CONTAINER] })).toBe(true);
    expect(isApplied(POD, { containers: [{ image: "i" }] })).toBe(true);
    expect(isApplied(POD, { containers: "x" })).toBe(true);
  });

  test("with such a container after others, or with an entry that is not a container", () => {
    expect(isApplied(POD, { initContainers: [CONTAINER, CONTAINER, {}] })).toBe(false);
    expect(isApplied(POD, { containers: [CONTAINER, null] })).toBe(false);
    expect(isApplied(POD, { containers: [{ name: "", image: "" }] })).toBe(false);
    expect(isApplied(POD, { containers: [CONTAINER, { name: "b", image: "FILL IN" }] })).toBe(false);
    expect(isApplied(POD, { initContainers: [{ name: "b", image: "FILL IN" }] })).toBe(false);
    expect(isApplied(POD, { containers: [CONTAINER, { name: "b" }] }, PATCHED)).toBe(false);
    expect(isApplied(POD, { initContainers: [{ name: "b" }] }, SUITE)).toBe(false);
    expect(isUnapplied(POD, undefined, APPLIED)).toBe(false);
  });

  test.each([
    ["i", true],
    ["", true],
    ["FILL IN", false],
    ["a  b c", false],
    [" i ", true],
    ["i\tx", false],
  ])("with the image %j: applied is %j", (image, expected) => {
    expect(isApplied(POD, { containers: [{ name: "a", image }] })).toBe(expected);
  });

  const LACKING: readonly (readonly [what: string, object: object, containers: readonly object[]])[] = [
    ["a selector", DEPLOYMENT, [CONTAINER]],
    ["a name", { ...SELECTED, metadata: {} }, [CONTAINER]],
    ["an image", SELECTED, [{ name: "a" }]],
  ];

  test.each(LACKING)("without %s, only in a test suite or where it can be patched", (_, object, containers) => {
    expect(isApplied(object, { containers })).toBe(true);
    expect(isApplied(object, { containers }, PATCHED)).toBe(false);
    expect(isApplied(object, { containers }, SUITE)).toBe(false);
  });

  test("without two of them", () => {
    expect(isApplied(DEPLOYMENT, { containers: [{ name: "a" }] })).toBe(false);
    expect(isApplied({ ...DEPLOYMENT, metadata: {} })).toBe(false);
    expect(isApplied({ ...SELECTED, metadata: {} }, { containers: [{ name: "a" }] })).toBe(false);
    expect(isApplied(SELECTED, {}, PATCHED)).toBe(true);
  });

  test.each([
    ["Deployment", { selector: {} }],
    ["ReplicaSet", { selector: {} }],
    ["StatefulSet", { selector: {} }],
    ["DaemonSet", { selector: {} }],
    ["CronJob", { schedule: "@daily" }],
  ])("%s requires %j, except in a beta version", (kind, spec) => {
    const object = { kind, apiVersion: "apps/v1", metadata: { name: "d" } };
    expect(isApplied(object, {}, PATCHED)).toBe(false);
    expect(isApplied({ ...object, spec: {} }, {}, PATCHED)).toBe(false);
    expect(isApplied({ ...object, spec }, {}, PATCHED)).toBe(true);
    expect(isApplied({ ...object, apiVersion: "apps/v1beta2" }, {}, PATCHED)).toBe(true);
    expect(isApplied({ ...object, kind: "Other" }, {}, PATCHED)).toBe(true);
  });

  test("with a kind that is not a text, or that is the name of an inherited member", () => {
    for (const kind of [undefined, null, 5, ["Deployment"], "constructor", "toString"]) {
      expect(isApplied({ ...POD, kind }, {}, PATCHED)).toBe(true);
    }
    expect(isApplied({ kind: "Deployment", metadata: { name: "d" } }, {}, PATCHED)).toBe(false);
  });

  test("with metadata that is not a mapping, like one without a name", () => {
    for (const metadata of [undefined, null, "p", []]) {
      expect(isApplied({ ...POD, metadata })).toBe(true);
      expect(isApplied({ ...POD, metadata }, {}, SUITE)).toBe(false);
    }
  });

  test("with a status in a test suite", () => {
    expect(isApplied({ ...POD, status: {} }, {}, SUITE)).toBe(false);
    expect(isApplied({ ...POD, status: {} }, {}, PATCHED)).toBe(true);
    expect(isApplied(POD, {}, SUITE)).toBe(true);
  });
});
