import { expect, test } from "vitest";
import { resolveContainer } from "../../../../src/index.ts";
import { suggestionsFrom, suggestionsIn } from "../../../../src/kubernetes/pod/trace/suggestions.ts";

test("the names are read once, and at most a hundred are compared with them", () => {
  let reads = 0;
  const suggestion = suggestionsFrom(() => {
    reads++;
    return ["DATABASE_HOST"];
  });
  const names = Array.from({ length: 100 }, (_, i) => `NONE_${i}`);
  for (const name of names.slice(0, 99)) expect(suggestion(name)).toBeUndefined();
  expect(suggestion("DATABASE_HOTS")).toBe("DATABASE_HOST");
  expect(suggestion("DATABASE_HOSTS")).toBeUndefined();
  expect(suggestion("DATABASE_HOTS")).toBe("DATABASE_HOST");
  expect(reads).toBe(1);
});

test.each([
  ["HOST", ["DB_HOST", "PORT"], "DB_HOST"],
  ["URL", ["LONG_PREFIX_URL"], "LONG_PREFIX_URL"],
  ["HOST", ["DB_HOST", "API_HOST"], undefined],
  ["HOST", ["LOCALHOST"], undefined],
  ["HOST", ["HOST_OF_THE_DB"], undefined],
  ["ID", ["LONG_PREFIX_ID"], undefined],
  // The name is set, but its use is in a place that does not see it.
  ["HOST", ["HOST", "HOSTS", "DB_HOST"], undefined],
])("%s with the names %j suggests %s", (name, names, expected) => {
  expect(suggestionsFrom(() => names)(name)).toBe(expected);
});

test("the variables of a container, also those that are skipped or unknown, precede those of services", () => {
  const optional = { configMapKeyRef: { name: "none", key: "k", optional: true } };
  const env = [
    { name: "DATABASE", value: "d" },
    { name: "SKIPPED", valueFrom: optional },
    { name: "UNKNOWN", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
    { name: "API_SERVICE_HOSTS", value: "a" },
  ];
  const envFrom = [{ configMapRef: { name: "none", optional: true } }];
  const services = [{ metadata: { name: "api" }, spec: { clusterIP: "10.0.0.1", ports: [{ port: 80 }] } }];
  const pod = { spec: { containers: [{ name: "app", env, envFrom }] } };
  const suggestion = suggestionsIn(resolveContainer(pod, "app", { services }, { world: "closed" }));
  const names = ["DATABSE", "SKIPED", "UNKNWN", "API_SERVICE_HOSTX", "API_SERVICE_PROT", "OTHER"];
  expect(names.map(suggestion)).toEqual([
    ...["DATABASE", "SKIPPED", "UNKNOWN", "API_SERVICE_HOSTS", "API_SERVICE_PORT"],
    undefined,
  ]);
});
