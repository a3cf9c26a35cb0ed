/** References that are not expanded: their places, and the reasons. */
import { describe, expect, test } from "vitest";
import { type Cluster, type Container, type ResolveOptions, resolvePod } from "../../../../src/index.ts";
import { reasonText } from "../../../../src/kubernetes/pod/reason-text.ts";

const resolve = (container: Container, cluster: Cluster = {}, options: ResolveOptions = {}) =>
  resolvePod(
    {
      metadata: { namespace: "shop" },
      spec: { enableServiceLinks: true, containers: [container], volumes: [{ name: "v", emptyDir: {} }] },
    },
    cluster,
    options,
  ).containers[0]!;
const env = (i: number) => ["spec", "containers", 0, "env", i];
const NOT_DEFINED = "undefined";
const LATER = "declared-later";

describe.each<ResolveOptions>([{ profile: "design" }, { profile: "kubelet" }])("%j", (options) => {
  test("each with its place and its reason, in order", () => {
    const container = resolve(
      {
        env: [
          { name: "A", value: "x $(C) $$(C) $(NONE)$(C)" },
          { name: "B", value: "$(B)" },
          { name: "C", value: "c" },
        ],
        args: ["$(C)", "- $(D)"],
      },
      {},
      options,
    );
    const args = ["spec", "containers", 0, "args", 1];
    const inA = { path: [...env(0), "value"] };
    expect(container.unresolved).toEqual([
      { name: "C", ...inA, start: 2, end: 6, verdict: "declared-later", reason: LATER, declaration: env(2) },
      { name: "NONE", ...inA, start: 13, end: 20, verdict: "undefined", reason: NOT_DEFINED },
      { name: "C", ...inA, start: 20, end: 24, verdict: "declared-later", reason: LATER, declaration: env(2) },
      {
        name: "B",
        path: [...env(1), "value"],
        start: 0,
        end: 4,
        verdict: "declared-later",
        reason: "self-reference",
        declaration: env(1),
      },
      { name: "D", path: args, start: 2, end: 6, verdict: "undefined", reason: NOT_DEFINED },
    ]);
    expect(container.events.map(({ message, reference }) => [message, reference])).toEqual(
      container.unresolved.map((reference) => [
        `$(${reference.name}) is not expanded: ${reasonText(reference)}`,
        reference,
      ]),
    );
  });

  test("an entry without a name declares the empty one", () => {
    const { unresolved } = resolve({ env: [{ name: "A", value: "$()$(B)" }, { value: "x" }] }, {}, options);
    expect(unresolved.map(({ name, reason, declaration }) => [name, reason, declaration])).toEqual([
      ["", LATER, env(1)],
      ["B", NOT_DEFINED, undefined],
    ]);
  });

  test("the next entry of several is the declaration", () => {
    const names = ["A", "X", "A", "X", "A"];
    const { unresolved } = resolve(
      { env: names.map((name) => ({ name, value: name === "X" ? "$(Z)" : "a" })) },
      {},
      options,
    );
    expect(unresolved.map(({ verdict }) => verdict)).toEqual(["undefined", "undefined"]);
    const skipped = { configMapKeyRef: { name: "c", key: "k", optional: true } };
    const entries = [
      { name: "A", valueFrom: skipped },
      { name: "X", value: "$(A)" },
      { name: "A", valueFrom: skipped },
      { name: "X", value: "$(A)" },
      { name: "A", value: "a" },
      { name: "X", value: "$(A)" },
    ];
    const later = resolve({ env: entries }, { configMaps: [] }, { ...options, world: "closed" });
    expect(later.unresolved.map(({ declaration }) => declaration)).toEqual([env(2), env(4)]);
  });

  test("an optional source that is not there", () => {
    const entries = [{ name: "A", valueFrom: { configMapKeyRef: { name: "c", key: "k", optional: true } } }];
    const { unresolved } = resolve(
      { env: entries, args: ["$(A)"] },
      { configMaps: [] },
      { ...options, world: "closed" },
    );
    expect(unresolved).toMatchObject([{ verdict: "undefined", reason: "optional-missing" }]);
  });

  test("a probe sees only what env sets", () => {
    const services = [{ metadata: { name: "db", namespace: "shop" }, spec: { clusterIP: "10.0.0.1" } }];
    const livenessProbe = { exec: { command: ["$(DB_SERVICE_HOST)", "$(NONE)", "$(A)"] } };
    const { unresolved } = resolve({ env: [{ name: "A", value: "a" }], livenessProbe }, { services }, options);
    expect(unresolved.map(({ name, verdict, reason }) => [name, verdict, reason])).toEqual([
      ["DB_SERVICE_HOST", "undefined", "not-in-env"],
      ["NONE", "undefined", NOT_DEFINED],
    ]);
  });
});

test("unknown goes before declared later: what is not given could define the name before", () => {
  const entries = [
    { name: "A", value: "$(LATE) $(DB_PORT) $(A)" },
    { name: "LATE", value: "x" },
    { name: "DB_PORT", value: "y" },
  ];
  const open = resolve({ env: entries, envFrom: [{ secretRef: { name: "s" } }] });
  expect(open.unresolved.map(({ name, verdict, reason }) => [name, verdict, reason])).toEqual([
    ["LATE", "unknown", "unknown"],
    ["DB_PORT", "unknown", "unknown"],
    ["A", "unknown", "unknown"],
  ]);
  expect(open.events).toEqual([]);
  const links = resolve({ env: entries });
  expect(links.unresolved.map(({ name, verdict, need }) => [name, verdict, need])).toEqual([
    ["LATE", "declared-later", undefined],
    ["DB_PORT", "unknown", { needs: "Service shop/db", needsKind: "service" }],
    ["A", "declared-later", undefined],
  ]);
});

test("a reference to an entry that is unknown needs what the entry needs", () => {
  const entries = [{ name: "IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } }];
  const volumeMounts = [{ name: "v", mountPath: "/v", subPathExpr: "d-$(IP)" }];
  const { unresolved } = resolve({ env: entries, volumeMounts });
  expect(unresolved).toMatchObject([
    {
      name: "IP",
      path: ["spec", "containers", 0, "volumeMounts", 0, "subPathExpr"],
      start: 2,
      end: 7,
      verdict: "unknown",
      need: { needs: "the pod's IP addresses", needsKind: "pod-ip" },
    },
  ]);
});
