import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type Cluster,
  type ManifestPath,
  type Pod,
  type ResolvedContainer,
  type ResolvedPod,
  type ResolveOptions,
  resolvePod,
} from "../../../../src/index.ts";
import { fuzzCases, Random } from "../../../reference/random.ts";

/** The pod with what its changes say in place of the scalars. */
function printed(pod: Pod, { containers }: ResolvedPod): Pod {
  const copy = structuredClone(pod);
  for (const { path, escaped } of containers.flatMap(({ changes }) => changes)) {
    if (escaped !== undefined) setAt(copy, path, escaped);
  }
  return copy;
}

function setAt(target: unknown, path: ManifestPath, text: string): void {
  const parent = path.slice(0, -1).reduce<never>((value, step) => value[step as never], target as never);
  (parent as Record<string | number, unknown>)[path.at(-1)!] = text;
}

/**
 * Everything that a container sees, and its diagnostics. Printing turns values from Secrets into plain text, and moves
 * references after the values that are printed before them.
 */
const seen = ({ changes: _, ...container }: ResolvedContainer) => ({
  ...container,
  env: container.env.map(({ isSecret: _, ...variable }) => variable),
  unresolved: container.unresolved.map(({ start: _start, end: _end, ...reference }) => reference),
  events: container.events.map(({ reference: _, ...event }) => event),
});

/** Resolves what is printed of a pod again, as the next reader or a cluster does. */
function expectSameAgain(pod: Pod, cluster: Cluster, options: ResolveOptions, label: string): void {
  const first = resolvePod(pod, cluster, options);
  const again = resolvePod(printed(pod, first), cluster, options);
  expect(again.containers.map(seen), label).toEqual(first.containers.map(seen));
  const changes = again.containers.flatMap((container) => container.changes);
  expect(
    changes.filter(({ escaped }) => escaped !== undefined),
    label,
  ).toEqual([]);
}

describe("one container", () => {
  const bytes = { metadata: { name: "s" }, data: { raw: "/w==", text: "cGEkd29yZA==" } };
  const secretKey = (key: string) => ({ valueFrom: { secretKeyRef: { name: "s", key } } });
  const env = [
    { name: "HOST", value: "db" },
    { name: "DOLLARS", value: "a$$b$$$$" },
    { name: "QUOTED", value: "$$(HOST)" },
    { name: "PASSWORD", ...secretKey("text") },
    { name: "RAW", ...secretKey("raw") },
    { name: "OF_RAW", value: "<$(RAW)>" },
    { name: "IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
    { name: "URL", value: "$(HOST):$(IP)" },
    { name: "EARLY", value: "$(HOST)-$(LATER)" },
    { name: "LATER", value: "x" },
    { name: "EMPTY", value: "" },
  ];
  const textOf = (text: string) => {
    const pod: Pod = { spec: { containers: [{ name: "app", env, args: [text] }] } };
    const [container] = resolvePod(pod, { secrets: [bytes] }).containers;
    const change = container!.changes.find(({ path }) => path.includes("args"));
    return [container!.args![0], change?.escaped];
  };

  test.each([
    ["--host=$(HOST)", "--host=db", "--host=db"],
    ["$(DOLLARS)", "a$b$$", "a$$b$$$$"],
    ["$(QUOTED)", "$(HOST)", "$$(HOST)"],
    ["$(EARLY)", "db-$(LATER)", "db-$$(LATER)"],
    ["$(PASSWORD)", "pa$word", "pa$$word"],
    ["costs $$5", "costs $5", undefined],
    ["costs $$5 at $(HOST)", "costs $5 at db", "costs $$5 at db"],
    ["$$$(HOST)$$(HOST)", "$db$(HOST)", "$$db$$(HOST)"],
    ["$(HOST)$(UNDEFINED)", "db$(UNDEFINED)", "db$(UNDEFINED)"],
    ["$(HOST)$(NO$$BODY)", "db$(NO$$BODY)", "db$(NO$$BODY)"],
    ["$(HOST)$x$", "db$x$", "db$x$"],
    ["$(HOST)$(", "db$(", "db$("],
    ["$(EMPTY)", "", ""],
    ["$(UNDEFINED)", "$(UNDEFINED)", undefined],
  ])("%s is seen as %s, and written as %s", (text, value, escaped) => {
    expect(textOf(text)).toEqual([value, escaped]);
  });

  test.each(["$(HOST)$(IP)", "$(HOST)$(URL)", "$(HOST)$(RAW)", "$(RAW)$(HOST)", "$(HOST)$(OF_RAW)"])(
    "%s stays as it is written: a part of it is unknown or not UTF-8",
    (text) => {
      expect(textOf(text)[1]).toBeUndefined();
    },
  );

  test("a name that is set again may be known", () => {
    const again = [...env, { name: "RAW", value: "r" }, { name: "OF_RAW", value: "$(RAW)" }];
    const pod: Pod = { spec: { containers: [{ name: "app", env: again, args: ["$(OF_RAW)$(RAW)"] }] } };
    const { changes } = resolvePod(pod, { secrets: [bytes] }).containers[0]!;
    expect(changes.at(-1)).toMatchObject({ path: ["spec", "containers", 0, "args", 0], escaped: "rr" });
  });

  test("a probe's command is expanded, and entries of env are unchanged", () => {
    const probe = { exec: { command: ["$(URL) $(PASSWORD)$(DOLLARS)", "$(UNDEFINED)$(HOST)"] } };
    const pod: Pod = { spec: { containers: [{ name: "app", env, livenessProbe: probe }] } };
    const { changes, exec } = resolvePod(pod, { secrets: [bytes] }).containers[0]!;
    expect(exec.livenessProbe).toEqual(["$(HOST):$(IP) a$$b$$$$", "$(UNDEFINED)db"]);
    const written = changes.filter(({ path }) => path.includes("command")).map(({ escaped }) => escaped);
    expect(written).toEqual(["$$(HOST):$$(IP) a$$$$b$$$$$$$$", "$(UNDEFINED)db"]);
  });

  test("a container that does not start has no changes", () => {
    const failing = [...env, { name: "X", valueFrom: { secretKeyRef: { name: "s", key: "none" } } }];
    const pod: Pod = { spec: { containers: [{ name: "app", env: failing, args: ["$(HOST)"] }] } };
    expect(resolvePod(pod, { secrets: [bytes] }).containers[0]).toMatchObject({ changes: [], error: {} });
  });
});

const vectors = readFileSync(new URL("../../../vectors/kubernetes/pod-public.jsonl", import.meta.url), "utf8");
const cases = vectors
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

test(`what is printed of ${cases.length} vectors means the same when it is resolved again`, () => {
  expect(cases.length).toBeGreaterThan(100);
  for (const { id, input } of cases) {
    const { pod, volumeContents, gateEnvFiles, legacyEnvFromFilter } = input;
    const cluster: Cluster = { ...input.cluster, ...(volumeContents && { volumeContents }) };
    const more = {
      ...(gateEnvFiles !== undefined && { gateEnvFiles }),
      ...(legacyEnvFromFilter !== undefined && { legacyEnvFromFilter }),
    };
    for (const profile of ["design", "kubelet"] as const) {
      for (const kind of ["manifest", "object"] as const) {
        expectSameAgain(pod, cluster, { ...more, profile, input: kind }, `${id} ${profile} ${kind}`);
      }
    }
  }
});

const NAMES = ["A", "B", "C", "a.b", "é", "__proto__", "API_PORT", "P_A", "S_raw", "", "\u{1f600}"];
const PIECES = ["$", "$$", "(", ")", "$(", "x", "é", "\u{1f600}", "\n", ...NAMES.map((name) => `$(${name})`)];

test("what is printed of random pods means the same when it is resolved again", () => {
  const seed = 20_261_122;
  const random = new Random(seed);
  const list = <T>(most: number, make: () => T) => Array.from({ length: random.below(most + 1) }, make);
  const text = () => list(6, () => random.pick(PIECES)).join("");
  for (let i = 0; i < fuzzCases(2000); i++) {
    const data = Object.fromEntries(list(4, () => [random.pick(NAMES), text()]));
    const secrets = [{ metadata: { name: "s", namespace: "shop" }, data: { raw: "/yQoQSk=", A: "JCQoQSk=" } }];
    const cluster: Cluster = {
      services: [
        { metadata: { name: "api", namespace: "shop" }, spec: { clusterIP: "10.0.0.7", ports: [{ port: 80 }] } },
      ],
      configMaps: [{ metadata: { name: "c", namespace: "shop" }, data }],
      ...(random.below(3) > 0 && { secrets }),
    };
    const source = () =>
      random.pick<object>([
        { configMapKeyRef: { name: "c", key: random.pick(NAMES), optional: true } },
        { secretKeyRef: { name: "s", key: random.pick(["raw", "A"]) } },
        { fieldRef: { apiVersion: "v1", fieldPath: random.pick(["status.podIP", "metadata.namespace"]) } },
      ]);
    const env = list(8, () => {
      const name = random.pick(NAMES);
      return random.below(4) === 0 ? { name, valueFrom: source() } : { name, value: text() };
    });
    const container = {
      name: "app",
      env,
      envFrom: list(2, () =>
        random.pick<object>([
          { prefix: random.pick(["", "P_"]), configMapRef: { name: "c" } },
          { prefix: "S_", secretRef: { name: "s" } },
          { prefix: "P_", configMapRef: { name: "elsewhere", optional: true } },
        ]),
      ),
      command: list(2, text),
      args: list(3, text),
      volumeMounts: list(1, () => ({ name: "v", mountPath: "/v", subPathExpr: `${random.pick(["A", "B"])}$(A)` })),
      livenessProbe: { exec: { command: list(2, text) } },
    };
    const pod: Pod = {
      metadata: { namespace: "shop" },
      spec: { enableServiceLinks: random.below(2) === 0, containers: [container], volumes: [{ name: "v" }] },
    };
    for (const profile of ["design", "kubelet"] as const) {
      const label = `seed ${seed}, case ${i}, ${profile}: ${JSON.stringify({ pod, cluster })}`;
      expectSameAgain(pod, cluster, { profile }, label);
    }
  }
});
