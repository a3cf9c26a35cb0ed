import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type ResolvedContainer, resolveContainer } from "../../../../src/index.ts";

interface Case {
  readonly id: string;
  readonly note: string;
  readonly input: {
    readonly pod: object;
    readonly container: string;
    readonly cluster: object;
    readonly volumeContents?: object;
    readonly gateEnvFiles?: boolean;
    readonly legacyEnvFromFilter?: boolean;
  };
  readonly expected: Record<string, unknown> & { readonly error: string | null };
}

function read<T>(name: string): T[] {
  const text = readFileSync(new URL(`../../../vectors/kubernetes/${name}`, import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : Number(a.name > b.name));

/** The result in the shape of the vectors. Events for references are ours alone. */
function recorded(container: ResolvedContainer): Record<string, unknown> {
  const events = container.events
    .filter(({ reason }) => reason !== "UnresolvedReference")
    .map(({ path: _, ...event }) => event);
  const result: Record<string, unknown> = events.length > 0 ? { events } : {};
  if (container.error) {
    const { message, stage, waitingReason } = container.error;
    return { ...result, error: message, stage, waitingReason };
  }
  const { exec } = container;
  const optional = {
    command: container.command,
    args: container.args,
    mounts: container.mounts.length > 0 ? container.mounts : undefined,
    livenessExec: exec.livenessProbe,
    readinessExec: exec.readinessProbe,
    startupExec: exec.startupProbe,
    postStartExec: exec.postStart,
    preStopExec: exec.preStop,
  };
  for (const [name, value] of Object.entries(optional)) if (value !== undefined) result[name] = value;
  const env = container.env.map(({ name, value }) => ({ name, value })).sort(byName);
  return { ...result, env, error: null };
}

describe("pod-public: the kubelet's own functions", () => {
  const cases = read<Case>("pod-public.jsonl");
  test.each(cases.map((vector) => [vector.id, vector.note, vector] as const))("%s %s", (_, __, { input, expected }) => {
    const { pod, container, cluster, volumeContents, gateEnvFiles, legacyEnvFromFilter } = input;
    const result = recorded(
      resolveContainer(
        pod,
        container,
        { ...cluster, ...(volumeContents && { volumeContents: volumeContents as never }) },
        {
          profile: "kubelet",
          ...(gateEnvFiles !== undefined && { gateEnvFiles }),
          ...(legacyEnvFromFilter !== undefined && { legacyEnvFromFilter }),
        },
      ),
    );
    expect(result).toEqual(expected);
  });
});

interface ResourceCase {
  readonly divisor: string;
  readonly quantity: string;
  readonly resource: string;
  readonly value: string;
  readonly exactValue?: string;
}

describe("resource-public: resourceFieldRef", () => {
  const cases = read<ResourceCase>("resource-public.jsonl");

  function resolve({ divisor, quantity, resource }: ResourceCase, profile: "design" | "kubelet"): string | undefined {
    const dot = resource.indexOf(".");
    const env = [{ name: "R", valueFrom: { resourceFieldRef: { resource, ...(divisor && { divisor }) } } }];
    const resources = { [resource.slice(0, dot)]: { [resource.slice(dot + 1)]: quantity } };
    const pod = { spec: { enableServiceLinks: true, containers: [{ name: "app", env, resources }] } };
    const container = resolveContainer(pod, "app", { node: { allocatable: {} } }, { profile });
    expect(container.error).toBeUndefined();
    return container.env[0]?.value;
  }

  test(`${cases.length} cases as released kubelets compute them`, () => {
    for (const vector of cases) expect(resolve(vector, "kubelet"), JSON.stringify(vector)).toBe(vector.value);
  });

  test("the design profile is exact", () => {
    for (const vector of cases) {
      expect(resolve(vector, "design"), JSON.stringify(vector)).toBe(vector.exactValue ?? vector.value);
    }
  });
});
