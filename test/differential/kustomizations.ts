/** Random kustomizations against `kubectl kustomize`: the environment, command, and args of every container, and the data. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { goPattern } from "../../src/cli/manifests/go-pattern.ts";
import { Kustomizer } from "../../src/kubernetes/kustomize/index.ts";
import { containersIn, dataIn, renderedByKubectl, writeAll } from "../kubernetes/kustomize/kubectl.ts";
import type { Files } from "../kubernetes/kustomize/render.ts";
import type { Random } from "../reference/random.ts";
import { hasTool } from "../tools.ts";
import type { Suite } from "./suite.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

const NAMES = ["A", "B", "C"];
const OBJECTS = ["settings", "other"];

/** Up to `most` values. */
const some = <T>(random: Random, most: number, make: () => T): T[] =>
  Array.from({ length: random.below(most + 1) }, make);

function envEntry(random: Random): Json {
  const name = random.pick(NAMES);
  const reference = { name: random.pick(OBJECTS), key: random.pick(NAMES) };
  switch (random.below(6)) {
    case 0:
      return { name, valueFrom: { configMapKeyRef: reference } };
    case 1:
      return { name, valueFrom: { secretKeyRef: { ...reference, optional: true } } };
    case 2:
      return { name, valueFrom: { fieldRef: { fieldPath: "metadata.name" } } };
    case 3:
      return { name };
    default:
      return { name, value: random.pick(["1", "", "$(A)", "$(B)-x", "yes"]) };
  }
}

/** Entries with different names: kustomize merges those of one name in ways that depend on their order. */
function env(random: Random): Json[] {
  const entries = some(random, 3, () => envEntry(random)) as { name: string }[];
  return [...new Map(entries.map((entry) => [entry.name, entry])).values()];
}

function container(random: Random, name: string): Json {
  const kind = random.pick(["configMapRef", "secretRef"]);
  const from = some(random, 1, () => ({ [kind]: { name: random.pick(OBJECTS) } }));
  return {
    name,
    image: "i",
    ...(random.below(4) > 0 && { env: env(random) }),
    ...(from.length > 0 && { envFrom: from }),
    ...(random.below(2) === 0 && { command: ["run", "$(A)"] }),
    ...(random.below(2) === 0 && { args: some(random, 3, () => random.pick(["--a", "$(B)", ""])) }),
  };
}

function workload(random: Random, name: string): Json {
  const containers = ["app", "side"].slice(0, 1 + random.below(2)).map((each) => container(random, each));
  const spec = { template: { spec: { containers } } };
  if (random.below(4) > 0) return { apiVersion: "apps/v1", kind: "Deployment", metadata: { name }, spec };
  return { apiVersion: "batch/v1", kind: "CronJob", metadata: { name }, spec: { jobTemplate: { spec } } };
}

const pathOf = (kind: string, list: string) =>
  `${kind === "CronJob" ? "/spec/jobTemplate" : ""}/spec/template/spec/containers/0/${list}`;

function patch(random: Random, target: { kind: string; name: string }): Json {
  if (random.below(2) === 0) {
    const value = random.pick<Json>([{ name: "N", value: "new" }, envEntry(random)]);
    const operation = random.pick<Json>([
      { op: "add", path: `${pathOf(target.kind, "env")}/-`, value },
      { op: "add", path: `${pathOf(target.kind, "env")}/0`, value },
      { op: "replace", path: `${pathOf(target.kind, "env")}/0`, value },
      { op: "remove", path: `${pathOf(target.kind, "env")}/0` },
      { op: "add", path: pathOf(target.kind, "args"), value: ["--patched"] },
      { op: "remove", path: pathOf(target.kind, "command") },
      { op: "copy", from: pathOf(target.kind, "command"), path: pathOf(target.kind, "args") },
      { op: "move", from: pathOf(target.kind, "args"), path: pathOf(target.kind, "command") },
    ]);
    const selector = random.pick<Json>([
      { kind: target.kind, name: target.name },
      { name: `.*${target.name}` },
      { kind: "D.*" },
    ]);
    return { target: selector, patch: JSON.stringify([operation]) };
  }
  const entries: Json[] = env(random).map((entry) =>
    random.below(4) === 0 ? { name: (entry as { name: string }).name, $patch: "delete" } : entry,
  );
  const changed: Json = {
    name: random.pick(["app", "side"]),
    ...(random.below(3) > 0 && { env: entries }),
    ...(random.below(3) === 0 && { args: random.pick<Json>([["--merged"], null]) }),
    ...(random.below(4) === 0 && { command: null }),
  };
  const spec = { template: { spec: { containers: [changed] } } };
  const isJob = target.kind === "CronJob";
  return {
    patch: JSON.stringify({
      apiVersion: isJob ? "batch/v1" : "apps/v1",
      kind: target.kind,
      metadata: { name: target.name },
      spec: isJob ? { jobTemplate: { spec } } : spec,
    }),
  };
}

function generator(random: Random, behavior?: string): Json {
  return {
    name: random.pick(OBJECTS),
    ...(behavior && { behavior }),
    literals: some(random, 3, () => `${random.pick(NAMES)}=${random.pick(["1", "", "a=b", "x y"])}`),
    ...(random.below(3) === 0 && { envs: ["settings.env"] }),
    ...(random.below(3) === 0 && { options: { disableNameSuffixHash: true } }),
  };
}

function replacement(random: Random, target: { kind: string; name: string }): Json {
  return {
    source: { kind: "ConfigMap", name: random.pick(OBJECTS), fieldPath: `data.${random.pick(NAMES)}` },
    targets: [
      {
        select: { kind: target.kind, name: target.name },
        fieldPaths: [
          `${pathOf(target.kind, "env").slice(1).replaceAll("/", ".").replace("containers.0", "containers.[name=app]")}.[name=${random.pick(NAMES)}].value`,
        ],
        ...(random.below(3) === 0 && { options: { delimiter: "-", index: random.below(2) } }),
      },
    ],
  };
}

/** A base with one or two workloads, and one or two overlays; sometimes with a component between them. */
function kustomizations(random: Random): Files {
  const workloads = ["web", "job"].slice(0, 1 + random.below(2)).map((name) => workload(random, name));
  const targets = (workloads as { kind: string; metadata: { name: string } }[]).map(({ kind, metadata }) => {
    return { kind, name: metadata.name };
  });
  const target = () => random.pick(targets);
  const maybe = (chance: number, member: string, make: () => Json) =>
    random.below(chance) === 0 ? { [member]: make() } : {};
  const base = {
    resources: workloads.map((_, i) => `w${i}.yaml`),
    ...maybe(2, "configMapGenerator", () => [generator(random)]),
    ...maybe(3, "secretGenerator", () => [generator(random)]),
    ...maybe(4, "namePrefix", () => "base-"),
    ...maybe(4, "replacements", () => [replacement(random, target())]),
  };
  const overlay = (resource: string) => ({
    resources: [resource],
    ...maybe(3, "components", () => ["../component"]),
    ...maybe(2, "patches", () => some(random, 2, () => patch(random, target()))),
    ...maybe(2, "configMapGenerator", () => [generator(random, random.pick(["create", "merge", "replace"]))]),
    ...maybe(3, "namespace", () => random.pick(["prod", "test"])),
    ...maybe(3, "namePrefix", () => "my-"),
    ...maybe(3, "nameSuffix", () => "-v1"),
    ...maybe(4, "replacements", () => [replacement(random, target())]),
    ...maybe(4, "generatorOptions", () => ({ disableNameSuffixHash: true })),
  });
  const hasMiddle = random.below(2) === 0;
  const component = {
    apiVersion: "kustomize.config.k8s.io/v1alpha1",
    kind: "Component",
    patches: some(random, 1, () => patch(random, target())),
    ...maybe(2, "configMapGenerator", () => [generator(random, random.pick(["create", "merge"]))]),
  };
  const settings = "A=from-file\n# comment\nC=\n";
  return {
    "app/kustomization.yaml": JSON.stringify(overlay(hasMiddle ? "../middle" : "../base")),
    ...(hasMiddle && {
      "middle/kustomization.yaml": JSON.stringify(overlay("../base")),
      "middle/settings.env": settings,
    }),
    "app/settings.env": settings,
    "base/kustomization.yaml": JSON.stringify(base),
    "base/settings.env": settings,
    ...Object.fromEntries(workloads.map((each, i) => [`base/w${i}.yaml`, JSON.stringify(each)])),
    "component/kustomization.yaml": JSON.stringify(component),
    "component/settings.env": settings,
  };
}

const shown = (objects: readonly unknown[]) => ({ containers: containersIn(objects), data: dataIn(objects) });

export const kustomizationSuite: Suite<Files> = {
  name: "kubectl kustomize",
  missing: hasTool("kubectl", "version", "--client") ? undefined : "install kubectl",
  batch: 20,
  make: kustomizations,
  ours(files) {
    const rendering = new Kustomizer({ read: (path) => files[path.slice(1)], pattern: goPattern }).render("/app");
    if (rendering === undefined || !rendering.isComplete) return undefined;
    if (rendering.objects.some(({ isUnknown }) => isUnknown)) return undefined;
    return shown(rendering.objects.map(({ document }) => document.value));
  },
  theirs: (all) =>
    all.map((files) => {
      const folder = mkdtempSync(join(tmpdir(), "kustomizations-"));
      try {
        writeAll(files, folder);
        const objects = renderedByKubectl(join(folder, "app"));
        return objects && shown(objects);
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
};
