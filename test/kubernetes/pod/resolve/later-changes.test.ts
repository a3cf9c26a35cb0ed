/** A result does not change when the input changes afterwards. */
import { expect, test } from "vitest";
import { resolvePod } from "../../../../src/kubernetes/pod/resolve/resolve.ts";

test("services that change afterwards change no variable", () => {
  const service = {
    metadata: { name: "db", namespace: "shop" },
    spec: { clusterIP: "10.0.0.1", ports: [{ port: 80 }] },
  };
  const cluster = { services: [service] };
  const pod = { metadata: { namespace: "shop" }, spec: { containers: [{ name: "app" }] } };
  const [container] = resolvePod(pod, cluster).containers;
  service.spec.clusterIP = "10.0.0.2";
  service.spec.ports[0]!.port = 81;
  cluster.services.push({ ...service, metadata: { name: "cache", namespace: "shop" } });
  expect(container!.env.map(({ name, value }) => `${name}=${value}`)).toEqual([
    "DB_SERVICE_HOST=10.0.0.1",
    "DB_SERVICE_PORT=80",
    "DB_PORT=tcp://10.0.0.1:80",
    "DB_PORT_80_TCP=tcp://10.0.0.1:80",
    "DB_PORT_80_TCP_PROTO=tcp",
    "DB_PORT_80_TCP_PORT=80",
    "DB_PORT_80_TCP_ADDR=10.0.0.1",
  ]);
});

test("texts that change afterwards change neither references nor changes", () => {
  const env = [{ name: "A", value: "a" }];
  const args = ["$(A)", "$(B) and $(B)", "$(C)"];
  const pod = { spec: { containers: [{ name: "app", env, command: ["sh", "-c"], args }] } };
  const [container] = resolvePod(pod).containers;
  args.splice(0, 3, "$(X)");
  env[0]!.name = "B";
  const path = ["spec", "containers", 0, "args", 1];
  expect(
    container!.unresolved.map(({ name, path, start, end, verdict }) => ({ name, path, start, end, verdict })),
  ).toEqual([
    { name: "B", path, start: 0, end: 4, verdict: "undefined" },
    { name: "B", path, start: 9, end: 13, verdict: "undefined" },
    { name: "C", path: [...path.slice(0, 4), 2], start: 0, end: 4, verdict: "undefined" },
  ]);
  expect(container!.events.map(({ message }) => message)).toEqual([
    "$(B) is not expanded: the variable is not defined",
    "$(B) is not expanded: the variable is not defined",
    "$(C) is not expanded: the variable is not defined",
  ]);
  expect(container!.changes).toEqual([{ path: ["spec", "containers", 0, "args", 0], text: "a", escaped: "a" }]);
});

test("entries that change afterwards change neither variables nor what is declared later", () => {
  const env = [
    { name: "A", value: "$(B)" },
    { name: "C", valueFrom: { configMapKeyRef: { name: "c", key: "k" } } },
    { name: "B" },
  ];
  const configMap = { metadata: { name: "c" }, data: { k: "v" } };
  const service = { metadata: { name: "db" }, spec: { clusterIP: "10.0.0.1", ports: [] } };
  const pod = { spec: { containers: [{ name: "app", env }] } };
  const [container] = resolvePod(pod, { configMaps: [configMap], services: [service] }).containers;
  env[1]!.valueFrom!.configMapKeyRef.name = "other";
  env[1]!.name = "D";
  env.splice(2, 1);
  configMap.data.k = "changed";
  const path = (index: number) => ["spec", "containers", 0, "env", index];
  expect(container!.unresolved.map(({ verdict, declaration }) => ({ verdict, declaration }))).toEqual([
    { verdict: "declared-later", declaration: path(2) },
  ]);
  expect(container!.env.slice(0, 3)).toEqual([
    { name: "A", value: "$(B)", source: { kind: "value" }, path: path(0) },
    { name: "C", value: "v", source: { kind: "configMapKeyRef", namespace: "", name: "c", key: "k" }, path: path(1) },
    { name: "B", value: "", source: { kind: "value" }, path: path(2) },
  ]);
});

test("a container is plain data, with its members in order", () => {
  const pod = { spec: { containers: [{ name: "app", args: ["$(B)"] }] } };
  const [container] = resolvePod(pod).containers;
  expect(Object.keys(container!)).toEqual([
    "name",
    "kind",
    "path",
    "fieldPath",
    "env",
    "args",
    "mounts",
    "exec",
    "skipped",
    "unknown",
    "unresolved",
    "changes",
    "events",
  ]);
  expect(structuredClone(container)).toEqual(container);
});
