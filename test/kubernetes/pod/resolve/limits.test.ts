import { describe, expect, test } from "vitest";
import { type Container, type Pod, PodError, resolveContainer, resolvePod } from "../../../../src/index.ts";
import { type EnvVar, ExpansionLimitError, tracePod } from "../../../../src/kubernetes/index.ts";
import { growthExponent, LINEAR } from "../../../reference/linearity.ts";

const podOf = (container: Container): Pod => ({ spec: { containers: [{ name: "app", ...container }] } });
const chain = (length: number, text: string): EnvVar[] =>
  Array.from({ length }, (_, i) => ({ name: `V${i}`, value: text.replaceAll("@", `V${i - 1}`) }));

function limitError(pod: Pod, expansionLimit?: number): ExpansionLimitError {
  try {
    resolvePod(pod, {}, expansionLimit === undefined ? {} : { expansionLimit });
  } catch (error) {
    if (error instanceof ExpansionLimitError) return error;
    throw error;
  }
  throw new Error("resolved");
}

describe("hostile pods", () => {
  test("10,000 variables that each use the one before", () => {
    const [container] = resolvePod(podOf({ env: chain(10_000, "$(@)") })).containers;
    expect(container?.env.at(-1)?.value).toBe("$(V-1)");
    expect(container?.events).toHaveLength(1);
    const growing = podOf({ env: chain(10_000, "$(@)x") });
    expect(limitError(growing).path).toEqual(["spec", "containers", 0, "env", 5787, "value"]);
    const [resolved] = resolvePod(growing, {}, { expansionLimit: 64 * 1024 * 1024 }).containers;
    expect(resolved?.env.at(-1)?.value).toBe(`$(V-1)${"x".repeat(10_000)}`);
  });

  test("references that double end at the limit", () => {
    const error = limitError(podOf({ env: chain(10_000, "$(@)$(@)") }));
    expect(error).toMatchObject({ name: "ExpansionLimitError", code: "expansion-limit", limit: 16 * 1024 * 1024 });
    expect(error.path[4]).toBeLessThan(30);
    expect(error.message).toBe(
      `spec.containers[0].env[${error.path[4]}].value: the pod's references expand to more than 16777216 characters`,
    );
  });

  test.each<[string, Container]>([
    ["args", { args: ["$(A)$(A)"] }],
    ["command", { command: ["$(A)", "$(A)"] }],
    ["env", { env: [{ name: "B", value: "$(A)$(A)" }] }],
    ["probes", { livenessProbe: { exec: { command: ["$(A)$(A)"] } } }],
    ["mounts", { volumeMounts: [{ name: "v", mountPath: "/v", subPathExpr: "$(A)$(A)" }] }],
  ])("the limit counts %s", (_, { env = [], ...container }) => {
    const pod: Pod = {
      spec: {
        containers: [{ name: "app", env: [{ name: "A", value: "x".repeat(100) }, ...env], ...container }],
        volumes: [{ name: "v" }],
      },
    };
    expect(limitError(pod, 199).limit).toBe(199);
    expect(resolvePod(pod, {}, { expansionLimit: 200 }).containers[0]?.error).toBeUndefined();
  });

  test("the limit counts all containers of a pod together", () => {
    const container: Container = { env: [{ name: "A", value: "x".repeat(100) }], args: ["$(A)"] };
    const pod: Pod = { spec: { containers: [container, container] } };
    expect(limitError(pod, 199).path).toEqual(["spec", "containers", 1, "args", 0]);
    expect(resolvePod(pod, {}, { expansionLimit: 200 }).containers).toHaveLength(2);
  });

  test("references without a value are limited in number, however short they are", () => {
    const pod = (count: number) => podOf({ args: ["$(A) ".repeat(count)] });
    expect(resolvePod(pod(131_072)).containers[0]!.events).toHaveLength(131_072);
    const error = limitError(pod(131_073));
    expect(error).toMatchObject({ limit: 131_072, path: ["spec", "containers", 0, "args", 0] });
    expect(error.message).toBe("spec.containers[0].args[0]: the pod has more than 131072 references");
    expect(limitError(pod(131_073), 100).limit).toBe(100);
    expect(resolvePod(pod(131_073), {}, { expansionLimit: 20_000_000 }).containers).toHaveLength(1);
  });

  test.each<[what: string, pod: (text: string) => Pod]>([
    ["a text that is expanded", (text) => podOf({ args: [text] })],
    ["a text that is not expanded", (text) => podOf({ workingDir: text } as Container)],
    ["a text outside the containers", (text) => ({ ...podOf({}), metadata: { annotations: { a: text } } })],
  ])("a trace is limited in the number of its $: %s", (_, pod) => {
    for (const piece of ["$$", "$A ", "${A}", "$(A"]) {
      const count = piece === "$$" ? 65_536 : 131_072;
      expect(() => tracePod(pod(piece.repeat(count)))).not.toThrow();
      expect(() => tracePod(pod(piece.repeat(count + 1)))).toThrow("the pod has more than 131072 references");
    }
  });

  test("the names and values of service variables count, too", () => {
    const pod: Pod = { spec: { enableServiceLinks: true, containers: [{ name: "app" }] } };
    const services = [{ metadata: { name: "a" }, spec: { clusterIP: "10.0.0.7" } }];
    const length = "A_SERVICE_HOST".length + "10.0.0.7".length;
    const resolveWith = (expansionLimit: number) => () => resolvePod(pod, { services }, { expansionLimit });
    expect(resolveWith(length)().containers[0]?.env).toMatchObject([{ name: "A_SERVICE_HOST", value: "10.0.0.7" }]);
    expect(resolveWith(length - 1)).toThrow(
      "spec.enableServiceLinks: the pod's references expand to more than 21 characters",
    );
  });

  test("each container counts one for each service variable in its environment", () => {
    const containers = Array.from({ length: 30 }, (_, i) => ({ name: `c${i}` }));
    const services = [{ metadata: { name: "a" }, spec: { clusterIP: "10.0.0.7" } }];
    const resolveWith = (expansionLimit: number) => () =>
      resolvePod({ spec: { containers } }, { services }, { expansionLimit });
    expect(resolveWith(30)().containers.at(-1)?.env).toHaveLength(1);
    expect(resolveWith(29)).toThrow("spec.enableServiceLinks: the pod's references expand to more than 29 characters");
  });

  test("variables of envFrom count with their names, and 64 more for each", () => {
    const pod = podOf({ envFrom: [{ prefix: "P_", configMapRef: { name: "c" } }] });
    const configMaps = [{ metadata: { name: "c" }, data: { K: "abc", L: "" } }];
    const resolveWith = (expansionLimit: number) => () => resolvePod(pod, { configMaps }, { expansionLimit });
    expect(resolveWith(137)().containers[0]?.env).toMatchObject([{ name: "P_K" }, { name: "P_L" }]);
    expect(resolveWith(136)).toThrow(
      "spec.containers[0].envFrom[0]: the pod's references expand to more than 136 characters",
    );
  });

  test("unknown and unresolved references count, too", () => {
    expect(limitError(podOf({ args: ["$(ABC)"] }), 5).path.at(-1)).toBe(0);
    expect(resolvePod(podOf({ args: ["$(ABC)"] }), {}, { expansionLimit: 6 }).containers[0]?.args).toEqual(["$(ABC)"]);
  });

  test("deep nesting where no pod has any", () => {
    let deep: unknown = "x";
    for (let i = 0; i < 100_000; i++) deep = [deep];
    const pod = podOf({ env: [{ name: "A", value: "a", valueFrom: deep as never }] });
    expect(() => resolvePod(pod)).toThrow(PodError);
    expect(resolvePod({ ...podOf({}), more: deep } as Pod).containers).toHaveLength(1);
  });

  test("10,000 references to one env file scan it once", () => {
    const text = Array.from({ length: 1000 }, (_, i) => `K${i}='${"v".repeat(40)}${i}'\n`).join("");
    const env = Array.from({ length: 10_000 }, (_, i) => ({
      name: `V${i}`,
      valueFrom: { fileKeyRef: { volumeName: "v", path: "f", key: `K${i % 1000}` } },
    }));
    let reads = 0;
    const v = {
      readLink: () => undefined,
      readFile: () => {
        reads++;
        return text;
      },
    };
    for (const profile of ["design", "kubelet"] as const) {
      const pod: Pod = { spec: { containers: [{ name: "app", env }], volumes: [{ name: "v" }] } };
      const [container] = resolvePod(pod, { volumeContents: { v } }, { profile, input: "manifest" }).containers;
      expect(container?.env.at(-1)?.value).toBe(`${"v".repeat(40)}999`);
    }
    expect(reads).toBe(2);
  });
});

describe("time is linear", () => {
  test.each<[string, (size: number) => Container]>([
    ["variables", (size) => ({ env: chain(size, "$(@)") })],
    ["references in one text", (size) => ({ env: [{ name: "A", value: "a" }], args: ["$(A)$(NONE)".repeat(size)] })],
    ["unterminated references", (size) => ({ args: ["$(".repeat(size * 4)] })],
    ["duplicates", (size) => ({ env: Array.from({ length: size }, () => ({ name: "A", value: "$$" })) })],
    [
      "missing names",
      (size) => ({
        volumeMounts: [
          { name: "v", mountPath: "/v", subPathExpr: Array.from({ length: size }, (_, i) => `$(N${i})`).join("") },
        ],
      }),
    ],
  ])("in %s", (_, containerOf) => {
    const run = (size: number) => {
      resolveContainer(podOf(containerOf(size)), "app", { volumeContents: { v: {} } }, { expansionLimit: 1e9 });
    };
    // Warm, and small enough that what is measured is not the garbage collector.
    for (let round = 0; round < 20; round++) run(1000);
    expect(growthExponent(run, 250)).toBeLessThan(LINEAR);
  });
});
