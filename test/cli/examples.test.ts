import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runInMemory } from "./memory-io.ts";

const pathOf = (name: string) => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

/** The lines that `varexpand pod` changes, trimmed, and what it reports. */
async function changes(name: string, ...options: string[]): Promise<{ lines: string[]; events: string[] }> {
  const file = pathOf(name);
  const before = readFileSync(file, "utf8").split("\n");
  const { code, output, messages } = await runInMemory(["pod", "-f", file, "--strict", ...options]);
  const after = output.split("\n");
  expect(after.length).toBe(before.length);
  const events = messages.map((message) => message.replace(file, name));
  expect(code).toBe(events.length > 0 ? 1 : 0);
  return { lines: after.filter((line, i) => line !== before[i]).map((line) => line.trim()), events };
}

test("service-url.yaml: the seed's first pod, with a Service", async () => {
  expect(await changes("service-url.yaml")).toEqual({ lines: ['value: "http://10.0.171.239:80"'], events: [] });
});

test("downward-api-url.yaml: the seed's second pod", async () => {
  expect(await changes("downward-api-url.yaml", "--complete", "-n", "default")).toEqual({
    lines: ['value: "http://gitserver.default:$(SERVICE_PORT)"'],
    events: [
      "downward-api-url.yaml:18:53: Pod/default/expansion-pod spec.containers{test-container}: " +
        "Warning UnresolvedReference: $(SERVICE_PORT) is not expanded: the variable is not defined",
    ],
  });
  // The namespace may be any, and may have a Service that is called "service".
  const { code, output, messages } = await runInMemory(["pod", "-f", pathOf("downward-api-url.yaml"), "--strict"]);
  expect({ code, output }).toEqual({ code: 0, output: readFileSync(pathOf("downward-api-url.yaml"), "utf8") });
  expect(messages.map((line) => line.replace(/.*unknown: needs /, ""))).toEqual([
    "the pod's namespace (set -n NAMESPACE)",
    "Service service (add it with -f)",
  ]);
});

test("shop.yaml: three workloads, and a mistake", async () => {
  const report =
    "CronJob/shop/report spec.jobTemplate.spec.template.spec.containers{report}: Warning UnresolvedReference:";
  expect(await changes("shop.yaml")).toEqual({
    lines: [
      'args: [--database, "postgres://shop:pa$$$$word@10.96.12.7:5432/shop"]',
      "value: postgres://shop:pa$$$$word@10.96.12.7:5432/shop",
      "- --database=postgres://shop:pa$$$$word@10.96.12.7:5432/shop",
      'args: ["--api=http://10.96.12.8:8080/v1", "--title=The shop"]',
      "value: http://10.96.12.8:8080/v1",
      "The shop in eu-north,",
      "prices in EUR.",
      'value: "Report of $(PERIOD) for shop"',
      'args: ["--title", "Report of $$(PERIOD) for shop", "--period", "yesterday"]',
    ],
    events: [`shop.yaml:122:37: ${report} $(PERIOD) is not expanded: the variable is declared later at line 123`],
  });
});

test("distroless.yaml and per-pod-config.yaml: the stories of KEP-3721", async () => {
  const folder = (name: string) => ["--volume", `config=${pathOf(name)}`];
  expect(await changes("distroless.yaml", ...folder("distroless"))).toEqual({ lines: [], events: [] });
  const { output } = await runInMemory(["pod", "-f", pathOf("distroless.yaml"), ...folder("distroless"), "-o", "env"]);
  expect(output).toBe(
    "# Pod/dapi-test-pod, init container setup-envfile\n\n# Pod/dapi-test-pod, container use-envfile\nCONFIG_VAR=HELLO\n",
  );
  expect(await changes("per-pod-config.yaml", ...folder("per-pod-config"))).toEqual({
    lines: ['command: [ "/bin/sh", "-c", "env; echo hello" ]'],
    events: [],
  });
});

test("shards.yaml: each pod of the Job knows the number of shards, and gets its own from Kubernetes", async () => {
  const file = pathOf("shards.yaml");
  const { code, output, messages } = await runInMemory(["pod", file, "--strict"]);
  expect(output).toBe(readFileSync(file, "utf8").replace("--shard-count=$(SHARDS)", "--shard-count=8"));
  expect({ code, unknown: messages.map((line) => / \((\w+)\): unknown: /.exec(line)?.[1]) }).toEqual({
    code: 0,
    unknown: ["JOB_COMPLETION_INDEX"],
  });
});
