import { expect, test } from "vitest";
import { resolvePod } from "../../../src/index.ts";
import { readManifestObjects } from "../../../src/kubernetes/cluster/objects.ts";

const job = (spec: object, kind = "Job") => ({
  apiVersion: "batch/v1",
  kind,
  metadata: { name: "j", namespace: "ns" },
  spec: kind === "CronJob" ? { jobTemplate: { spec } } : spec,
});
const podOf = (manifest: object) => readManifestObjects(manifest).workloads[0]!.pod;
const envNames = (container: { readonly env?: readonly { readonly name?: string }[] } | undefined) =>
  container?.env?.map(({ name }) => name);
const template = (container: object) => ({
  spec: { containers: [{ name: "a", ...container }], initContainers: [{ name: "i" }] },
});

test.each(["Job", "CronJob"])("an Indexed %s: the index is the last entry of every container's env", (kind) => {
  const { spec } = podOf(job({ completionMode: "Indexed", template: template({ env: [{ name: "A" }] }) }, kind));
  expect(envNames(spec?.containers?.[0])).toEqual(["A", "JOB_COMPLETION_INDEX"]);
  expect(envNames(spec?.initContainers?.[0])).toEqual(["JOB_COMPLETION_INDEX"]);
});

test("an entry of that name stays alone", () => {
  const env = [{ name: "JOB_COMPLETION_INDEX", value: "own" }, { name: "B" }];
  expect(podOf(job({ completionMode: "Indexed", template: template({ env }) })).spec?.containers?.[0]?.env).toEqual(
    env,
  );
});

test("other Jobs and other kinds do not have it", () => {
  const env = [{ name: "A" }];
  for (const manifest of [
    job({ template: template({ env }) }),
    job({ completionMode: "NonIndexed", template: template({ env }) }),
    { kind: "Deployment", spec: { completionMode: "Indexed", template: template({ env }) } },
  ]) {
    expect(envNames(podOf(manifest).spec?.containers?.[0])).toEqual(["A"]);
  }
});

test("what has a wrong type stays, for validation to find it", () => {
  for (const spec of [{ containers: [5, { env: "x" }, null] }, { containers: "x" }, "x"]) {
    expect(podOf(job({ completionMode: "Indexed", template: { spec } as never })).spec).toEqual(spec);
  }
});

test("args see it as unknown, env does not, and probes see the empty text", () => {
  const container = {
    env: [{ name: "A", value: "$(JOB_COMPLETION_INDEX)" }],
    args: ["$(JOB_COMPLETION_INDEX)"],
    livenessProbe: { exec: { command: ["x$(JOB_COMPLETION_INDEX)"] } },
  };
  for (const world of ["open", "closed"] as const) {
    const pod = podOf(job({ completionMode: "Indexed", template: template(container) }));
    const { containers } = resolvePod(pod, {}, { world });
    expect(containers[1]?.unresolved.map(({ path, verdict }) => [path.at(-1), verdict])).toEqual([
      ["value", "declared-later"],
      [0, "unknown"],
    ]);
    expect(containers[1]?.exec.livenessProbe).toEqual(["x"]);
    expect(containers[1]?.unknown).toMatchObject([{ name: "JOB_COMPLETION_INDEX", needsKind: "cluster" }]);
  }
});
