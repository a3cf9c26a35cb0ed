/** Which applied objects another object can refer to. */
import { expect, test } from "vitest";
import {
  AppliedObjects,
  appliedObject,
  isAuthentication,
  isScaling,
  readsOthers,
} from "../../src/lint/applied-objects.ts";
import { listIn } from "../../src/text/own-keys.ts";

const KEDA = "keda.sh/v1alpha1";
const workload = (name: string, namespace?: string, kind = "Deployment") => ({
  apiVersion: "apps/v1",
  ...{ kind, metadata: { name, namespace, labels: { app: name } }, spec: { template: {} } },
});
const scaler = (name: string, triggers: unknown, namespace?: string, kind = "ScaledObject") => ({
  apiVersion: KEDA,
  ...{ kind, metadata: { name, namespace }, spec: { triggers } },
});
const uses = (...references: unknown[]) => references.map((authenticationRef) => ({ authenticationRef }));

function applied(...objects: unknown[]): AppliedObjects {
  const all = new AppliedObjects();
  for (const object of objects) all.add(object, false);
  return all;
}

test("an applied object has the name and namespace of its metadata", () => {
  const { apiVersion, kind, spec } = workload("web", "a");
  const object = { apiVersion, kind, name: "web", namespace: "a", spec, isUnknown: false };
  expect(appliedObject(workload("web", "a"))).toEqual(object);
  expect(appliedObject(workload("web"), true)).toEqual({ ...object, namespace: "", isUnknown: true });
  expect(appliedObject({ apiVersion, kind, metadata: { name: "web", namespace: null } })).toEqual({
    ...{ ...object, namespace: "", spec: undefined },
  });
});

test.each([
  [null],
  [5],
  [{}],
  [{ ...workload("web"), apiVersion: undefined }],
  [{ ...workload("web"), apiVersion: 1 }],
  [{ ...workload("web"), kind: null }],
  [{ ...workload("web"), metadata: null }],
  [{ ...workload("web"), metadata: { name: 5 } }],
])("%j is not an applied object", (value) => {
  expect(appliedObject(value)).toBeUndefined();
  expect(applied(value).named("Deployment", "web", "")).toEqual([]);
});

test.each<[apiVersion: string, kind: string, is: string]>([
  [KEDA, "ScaledObject", "reads others, scales"],
  ["keda.sh/v2", "ScaledJob", "reads others, scales"],
  [KEDA, "TriggerAuthentication", "reads others, authenticates"],
  [KEDA, "ClusterTriggerAuthentication", "reads others, authenticates"],
  [KEDA, "TriggerAuthenticationList", "reads others"],
  [KEDA, "ScaledObjectList", "reads others"],
  ["eventing.keda.sh/v1alpha1", "ScaledObject", ""],
  ["keda.sh", "ScaledJob", ""],
  ["apps/v1", "TriggerAuthentication", ""],
])("%s %s: %s", (apiVersion, kind, is) => {
  const value = { apiVersion, kind, metadata: { name: "x" } };
  const object = appliedObject(value)!;
  const found = [
    readsOthers(value) && "reads others",
    isScaling(object) && "scales",
    isAuthentication(object) && "authenticates",
  ];
  expect(found.filter(Boolean).join(", ")).toBe(is);
});

test.each([[null], [5], [{}], [{ apiVersion: null }], [{ kind: "ScaledObject" }], [{ apiVersion: [] }]])(
  "%j does not read others",
  (value) => {
    expect(readsOthers(value)).toBe(false);
  },
);

test.each<[kind: string, name: string, namespace: string, found: string[]]>([
  ["Deployment", "web", "", ["a", "b", ""]],
  ["Deployment", "web", "a", ["a", ""]],
  ["Deployment", "web", "b", ["b", ""]],
  ["Deployment", "web", "c", [""]],
  ["StatefulSet", "web", "a", ["a"]],
  ["Deployment", "db", "a", []],
  // Not workloads.
  ["ConfigMap", "web", "a", []],
  ["ScaledObject", "web", "a", []],
])("%s %s of namespace %j is in the namespaces %j, or in any", (kind, name, namespace, found) => {
  const objects = applied(
    ...[workload("web", "a"), workload("web", "b"), workload("web"), workload("web", "a", "StatefulSet")],
    { ...workload("web", "a", "ConfigMap"), spec: undefined },
    { ...scaler("web", [], "a"), spec: { template: {}, triggers: [] } },
  );
  expect(objects.named(kind, name, namespace).map((object) => object.namespace)).toEqual(found);
});

test.each<[kind: string, name: string, namespace: string, found: string[]]>([
  ["TriggerAuthentication", "x", "", ["first", "job", "anywhere"]],
  ["TriggerAuthentication", "x", "a", ["first", "anywhere"]],
  ["TriggerAuthentication", "x", "b", ["job", "anywhere"]],
  ["TriggerAuthentication", "y", "a", ["first"]],
  // A cluster's authentication can be used in each namespace.
  ["ClusterTriggerAuthentication", "x", "", ["first", "cluster"]],
  ["ClusterTriggerAuthentication", "x", "c", ["first", "cluster"]],
  ["ClusterTriggerAuthentication", "y", "a", []],
])("%s %s of namespace %j is used by %j", (kind, name, namespace, found) => {
  const objects = applied(
    scaler("first", uses({ name: "x" }, { name: "y" }, { name: "x", kind: "ClusterTriggerAuthentication" }), "a"),
    // Twice in one object.
    scaler("job", uses({ name: "x" }, { name: "x", kind: "TriggerAuthentication" }), "b", "ScaledJob"),
    scaler("anywhere", uses(undefined, null, {}, { name: 5 }, { name: "x", kind: null })),
    scaler("cluster", uses({ name: "x", kind: "ClusterTriggerAuthentication" }), "b"),
    scaler("none", { authenticationRef: { name: "x" } }),
    { ...scaler("unrelated", uses({ name: "x" })), apiVersion: "apps/v1" },
  );
  const authentication = appliedObject({ apiVersion: KEDA, kind, metadata: { name, namespace } })!;
  expect(objects.using(authentication).map((object) => object.name)).toEqual(found);
});

test("added objects are copies without their other metadata", () => {
  const value = workload("web", "a");
  const objects = new AppliedObjects();
  objects.add(value, true);
  value.spec.template = { changed: true };
  expect(objects.named("Deployment", "web", "a")).toEqual([
    { apiVersion: "apps/v1", kind: "Deployment", name: "web", namespace: "a", spec: { template: {} }, isUnknown: true },
  ]);
});

test.each<[value: unknown, list: readonly unknown[]]>([
  [{ env: [1, null] }, [1, null]],
  [{ env: {} }, []],
  [{ env: "ab" }, []],
  [{ env: null }, []],
  [{}, []],
  [null, []],
])("the list `env` of %j: %j", (value, list) => {
  expect(listIn(value, "env")).toEqual(list);
});
