/** What a fix may change. */
import { expect, test } from "vitest";
import { APPLIED } from "../../../src/kubernetes/cluster/not-applied.ts";
import {
  type ContainerSnapshot,
  otherDifference,
  snapshotOf,
  unitOf,
} from "../../../src/lint/fix/resolved-snapshot.ts";
import { lintPart } from "../../../src/lint/manifest-lint.ts";
import { SourceText } from "../../../src/lint/source-text.ts";
import { defaultSettings } from "../../../src/lsp/settings.ts";
import { KUBERNETES } from "../../../src/yaml/dialect.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { clustersOf, pod } from "../looked.ts";

type Texts = Readonly<Record<string, string>>;

/** What containers come to; texts are as they are written, or after a `|`. */
const snapshot = (...containers: Texts[]): ContainerSnapshot[] =>
  containers.map((units) => {
    const entries = Object.entries(units).map(([name, text]) => {
      const [written, resolved = text] = text.split("|");
      return [name, { written, resolved }] as const;
    });
    return new Map(entries);
  });

test.each<[title: string, before: Texts[], after: Texts[], changed: string[], other: string | undefined]>([
  ["the same", [{ "env A": "a" }], [{ "env A": "a" }], [], undefined],
  ["what may", [{ "env A": "a" }], [{ "env A": "b" }], ["env A"], undefined],
  ["what may not", [{ "env A": "a", "args 0": "x" }], [{ "env A": "b", "args 0": "y" }], ["env A"], "args 0"],
  [
    "what may not, in one of two containers",
    [{ "env A": "a" }, { args: "x" }],
    [{ "env A": "a" }, { args: "y" }],
    [],
    "args",
  ],
  ["a container less", [{ "env A": "a" }, {}], [{ "env A": "a" }], [], "containers"],
  ["a container more", [{ "env A": "a" }], [{ "env A": "a" }, {}], [], "containers"],
  ["a text less", [{ "env A": "a", "env B": "b" }], [{ "env A": "a" }], ["env B"], "env B"],
  ["another text", [{ "env A": "a" }], [{ "env B": "a" }], ["env A", "env B"], "env A"],
  [
    "what refers to what may",
    [{ "env A": "a", "env B": "$(A)|a", "args 0": "x$(B)|xa", "volumeMounts 0": "$(B)|a" }],
    [{ "env A": "b", "env B": "$(A)|b", "args 0": "x$(B)|xb", "volumeMounts 0": "$(B)|b" }],
    ["env A"],
    undefined,
  ],
  [
    "what refers to it before",
    [{ "env A": "a", "args 0": "$(A)|a" }],
    [{ "env A": "b", "args 0": "c" }],
    ["env A"],
    undefined,
  ],
  [
    "what refers to it afterward",
    [{ "env A": "a", "args 0": "c" }],
    [{ "env A": "b", "args 0": "$(A)|b" }],
    ["env A"],
    undefined,
  ],
  [
    "what does not refer to it",
    [{ "env A": "a", "args 0": "$(B)|a" }],
    [{ "env A": "b", "args 0": "$(B)|b" }],
    ["env A"],
    "args 0",
  ],
  [
    "what has an escaped reference to it",
    [{ "env A": "a", "args 0": "$$(A)|a" }],
    [{ "env A": "b", "args 0": "$$(A)|b" }],
    ["env A"],
    "args 0",
  ],
  [
    "what refers to what may in another container",
    [{ "env A": "a" }, { "args 0": "$(A)|a" }],
    [{ "env A": "b" }, { "args 0": "$(A)|b" }],
    ["env A"],
    "args 0",
  ],
])("%s", (_, before, after, changed, other) => {
  expect(otherDifference(snapshot(...before), snapshot(...after), new Set(changed))).toBe(other);
});

/** What the container of a pod comes to. */
function snapshotIn(text: string): Record<string, { written: string | undefined; resolved: string }> {
  const documents = parseManifest(text, KUBERNETES);
  const found: ContainerSnapshot[] = [];
  lintPart(
    { documents },
    new SourceText(text),
    { clusters: clustersOf(documents), role: APPLIED },
    {
      ...defaultSettings("a.yaml"),
      onPod: (trace, place) => found.push(...trace.containers.map((container) => snapshotOf(container, place))),
    },
  );
  expect(found).toHaveLength(1);
  return Object.fromEntries(found[0]!);
}

const OBJECTS = `kind: ConfigMap
metadata: {name: c}
data: {K: $(A)}
---
kind: Service
metadata: {name: api}
spec: {clusterIP: 10.0.0.1, ports: [{port: 80}]}
---
`;

test("a container: its variables, commands, mounts, and probes, except variables that announce Services", () => {
  const text = pod(
    `command: [run, $(A)]
args: ["$(B)$$"]
envFrom: [{configMapRef: {name: c}}]
env:
- {name: A, value: a}
- {name: B, value: 1$(A)}
- {name: C, valueFrom: {configMapKeyRef: {name: c, key: K}}}
- {name: D}
volumeMounts:
- {name: v, mountPath: /v, subPathExpr: $(A)}
- {name: v, mountPath: /w, subPath: $(A)}
- {name: v, mountPath: /x}
livenessProbe: {exec: {command: [live, $(A)]}}
readinessProbe: {exec: {command: [$(B)]}}`,
    "  volumes: [{name: v, emptyDir: {}}]\n",
  );
  const mount = (mountPath: string, more: object = {}) =>
    expect.stringContaining(JSON.stringify({ name: "v", mountPath, ...more }).slice(1, -1));
  expect(snapshotIn(OBJECTS + text)).toEqual({
    "env K": { written: undefined, resolved: "configMapRef $(A)" },
    "env A": { written: "a", resolved: "value a" },
    "env B": { written: "1$(A)", resolved: "value 1a" },
    "env C": { written: undefined, resolved: "configMapKeyRef $(A)" },
    "env D": { written: undefined, resolved: "value " },
    "command 0": { written: "run", resolved: "run" },
    "command 1": { written: "$(A)", resolved: "a" },
    "args 0": { written: "$(B)$$", resolved: "1a$" },
    "volumeMounts 0": { written: "$(A)", resolved: mount("/v") },
    "volumeMounts 1": { written: "$(A)", resolved: mount("/w") },
    "volumeMounts 2": { written: undefined, resolved: mount("/x") },
    "livenessProbe 0": { written: "live", resolved: "live" },
    "livenessProbe 1": { written: "$(A)", resolved: "a" },
    "readinessProbe 0": { written: "$(B)", resolved: "1$(A)" },
  });
});

test("a container that does not start", () => {
  const text = pod("args: [$(A)]\nenv: [{name: A, valueFrom: {configMapKeyRef: {name: c, key: NONE}}}]");
  expect(snapshotIn(OBJECTS + text)).toEqual({
    error: { written: undefined, resolved: "couldn't find key NONE in ConfigMap c" },
  });
});

test.each([
  [["env", 3, "value"], "A", "env A"],
  [["args", 0], undefined, "args 0"],
  [["volumeMounts", 2, "subPath"], undefined, "volumeMounts 2"],
])("the unit of %j is %s %s", (path, variable, unit) => {
  expect(unitOf(path, variable)).toBe(unit);
});
