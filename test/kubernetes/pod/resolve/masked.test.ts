/** What of a resolved container is masked for display. */
import { expect, test } from "vitest";
import { resolveContainer } from "../../../../src/index.ts";
import { expandedCommands, maskedCommands, maskedContainer } from "../../../../src/kubernetes/pod/resolve/masked.ts";

const metadata = { name: "s", namespace: "shop" };
const cluster = {
  secrets: [{ metadata, stringData: { KEY: "hidden" }, data: { BYTES: "/w==" } }],
  configMaps: [{ metadata, data: { KEY: "shown" } }],
};

const valueFrom = (kind: string, key = "KEY") => ({ [`${kind}KeyRef`]: { name: "s", key } });
const ENV = [
  { name: "PLAIN", value: "p" },
  { name: "CONFIG", valueFrom: valueFrom("configMap") },
  { name: "SECRET", valueFrom: valueFrom("secret") },
  { name: "BYTES", valueFrom: valueFrom("secret", "BYTES") },
  { name: "DERIVED", value: "a $(SECRET)" },
  { name: "OTHER", value: "a $(PLAIN)" },
];

function resolved(container: object) {
  const pod = {
    metadata: { namespace: "shop" },
    spec: { containers: [{ name: "app", ...container }], volumes: [{ name: "v" }] },
  };
  return resolveContainer(pod, "app", cluster, { world: "closed" });
}

test("variables, words, mounts, and changes that contain a part of a Secret", () => {
  const exec = { command: ["probe", "$(SECRET)", "$(PLAIN)", "$(CONFIG)"] };
  const container = resolved({
    env: ENV,
    command: ["run", "$(SECRET)"],
    args: ["$(PLAIN)", "x $(DERIVED)", "$(OTHER)"],
    volumeMounts: [
      { name: "v", mountPath: "/a", subPathExpr: "a/$(SECRET)" },
      { name: "v", mountPath: "/b", subPathExpr: "b/$(PLAIN)" },
    ],
    livenessProbe: { exec },
    lifecycle: { preStop: { exec } },
  });
  const masked = maskedContainer(container);
  expect(masked.env.map(({ bytes, name, value }) => [name, value, bytes])).toEqual([
    ["PLAIN", "p", undefined],
    ["CONFIG", "shown", undefined],
    ["SECRET", "***", undefined],
    ["BYTES", "***", undefined],
    ["DERIVED", "***", undefined],
    ["OTHER", "a p", undefined],
  ]);
  expect(masked.command).toEqual(["run", "***"]);
  expect(masked.args).toEqual(["p", "***", "a p"]);
  expect(masked.mounts.map(({ subPath }) => subPath)).toEqual(["***", "b/p"]);
  // A probe sees nothing of a Secret, and a hook is not expanded.
  expect(masked.exec).toEqual({ livenessProbe: ["probe", "", "p", ""], preStop: exec.command });
  expect(masked.changes.map(({ path, text, escaped }) => [path.slice(3).join("."), text, escaped])).toEqual([
    ["env.4.value", "***", undefined],
    ["env.5.value", "a p", "a p"],
    ["volumeMounts.0.subPathExpr", "***", undefined],
    ["volumeMounts.1.subPathExpr", "b/p", "b/p"],
    ["command.1", "***", undefined],
    ["args.0", "p", "p"],
    ["args.1", "***", undefined],
    ["args.2", "a p", "a p"],
    ["livenessProbe.exec.command.1", "", ""],
    ["livenessProbe.exec.command.2", "p", "p"],
    ["livenessProbe.exec.command.3", "", ""],
  ]);
  const { changes: _, command, args, env, exec: __, mounts, ...rest } = container;
  expect(masked).toMatchObject(rest);
  expect(maskedCommands(container)).toEqual([
    ["command", ["run", "***"]],
    ["args", ["p", "***", "a p"]],
    ["livenessProbe", ["probe", "", "p", ""]],
  ]);
});

test("a container without a part of a Secret stays itself", () => {
  const container = resolved({ env: [ENV[0]!, ENV[1]!, ENV[5]!], args: ["$(OTHER)"] });
  expect(maskedContainer(container)).toBe(container);
});

test("changes by a Secret, even if no variable has its value in the end", () => {
  const env = [ENV[2]!, { name: "A", value: "a $(SECRET)" }, { name: "SECRET", value: "s" }, { name: "A", value: "b" }];
  const masked = maskedContainer(resolved({ env, args: ["$(A)"] }));
  expect(masked.env.map(({ name, value }) => [name, value])).toEqual([
    ["SECRET", "s"],
    ["A", "b"],
  ]);
  expect(masked.args).toEqual(["b"]);
  expect(masked.changes.map(({ escaped, path, text }) => [path.slice(3).join("."), text, escaped])).toEqual([
    ["env.1.value", "***", undefined],
    ["args.0", "b", "b"],
  ]);
});

test.each([
  ["an argument", { envFrom: [{ secretRef: { name: "s" } }], args: ["$(KEY)"] }, { args: ["***"] }],
  ["a variable", { envFrom: [{ secretRef: { name: "s" } }], args: ["x"] }, { args: ["x"] }],
])("%s is enough, and what the container does not have is not added", (_, container, expected) => {
  const masked = maskedContainer(resolved(container));
  expect(masked).toMatchObject({ ...expected, env: [{ value: "***" }, { value: "***" }], exec: {}, mounts: [] });
  expect(masked).not.toHaveProperty("command");
});

test("the value that counts if an unknown source does not override it", () => {
  const envFrom = [{ secretRef: { name: "s" } }, { configMapRef: { name: "unknown" } }];
  const pod = { metadata: { namespace: "shop" }, spec: { containers: [{ name: "app", envFrom }] } };
  const masked = maskedContainer(resolveContainer(pod, "app", cluster, { world: "open" }));
  expect(masked.unknown.map(({ name, otherwise }) => [name, otherwise?.value])).toEqual([
    ["", undefined],
    ["BYTES", "***"],
    ["KEY", "***"],
  ]);
});

test("the commands that are expanded, with their paths", () => {
  const command = ["x"];
  const probes = { livenessProbe: { exec: { command } }, readinessProbe: { exec: { command } } };
  const container = {
    args: [],
    ...probes,
    startupProbe: { exec: { command } },
    lifecycle: { preStop: { exec: { command } } },
  };
  expect(expandedCommands(resolved(container))).toEqual([
    ["args", [], ["args"]],
    ["livenessProbe", ["x"], ["livenessProbe", "exec", "command"]],
    ["readinessProbe", ["x"], ["readinessProbe", "exec", "command"]],
    ["startupProbe", ["x"], ["startupProbe", "exec", "command"]],
  ]);
});
