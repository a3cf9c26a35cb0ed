/** Many pods: in bounded memory, whatever they are written in, and as if they were few. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { main } from "../../processes.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();
/** Far more than fit into 48 MB of heap as nodes, in any of the formats. */
const COUNT = 10_000;

describe(`${COUNT} pods in 48 MB of heap`, () => {
  const run = (args: string[], file: string): SpawnSyncReturns<Buffer> => {
    const stdin = openSync(file, "r");
    try {
      const all = ["--max-old-space-size=48", main, "pod", ...args];
      return spawnSync(process.execPath, all, { stdio: [stdin, "pipe", "pipe"], maxBuffer: 1 << 28 });
    } finally {
      closeSync(stdin);
    }
  };
  const expectOutput = ({ status, stdout, stderr }: SpawnSyncReturns<Buffer>, expected: string) => {
    expect({ status, stderr: stderr.toString().slice(0, 1000) }).toEqual({ status: 0, stderr: "" });
    expect(createHash("sha256").update(stdout).digest("hex")).toBe(createHash("sha256").update(expected).digest("hex"));
  };
  const all = (make: (i: number) => string, separator = "") =>
    Array.from({ length: COUNT }, (_, i) => make(i)).join(separator);

  const yaml = (args: string) => (i: number) =>
    `---
apiVersion: v1
kind: Pod
metadata: {name: web-${i}, namespace: shop} # ${i}
spec:
  containers:
  - name: app
    env: [{name: POD, value: web-${i}}]
    args:
    - ${args.replace("web-0", `web-${i}`)}
    - "no reference"
`;
  const service =
    "---\nkind: Service\nmetadata: {name: db, namespace: shop}\nspec: {clusterIP: 10.0.0.1, ports: [{port: 80}]}\n";

  test("YAML from a file, twice, as the last document is one that the pods refer to", () => {
    const file = folder.file("pods.yaml", all(yaml("$(POD) at $(DB_SERVICE_HOST)")) + service);
    expectOutput(run(["-f", file], "/dev/null"), all(yaml("web-0 at 10.0.0.1")) + service);
  }, 120_000);

  const pod = (i: number, arg: string) => ({
    kind: "Pod",
    metadata: { name: `web-${i}`, annotations: { note: "n".repeat(2000) } },
    spec: { containers: [{ name: "app", env: [{ name: "POD", value: `web-${i}` }], args: [arg] }] },
  });

  test("JSON lines from standard input, as one List", () => {
    const file = folder.file(
      "pods.json",
      all((i) => `${JSON.stringify(pod(i, "at $(POD)"))}\n`),
    );
    const items = Array.from({ length: COUNT }, (_, i) => pod(i, `at web-${i}`));
    const list = { apiVersion: "v1", kind: "List", items };
    expectOutput(run(["-f", "-", "-o", "json"], file), `${JSON.stringify(list, null, 2)}\n`);
  }, 120_000);

  test("a List in JSON", () => {
    const list = (arg: (i: number) => string) =>
      `{"apiVersion":"v1","items":[\n${all((i) => JSON.stringify(pod(i, arg(i))), ",\n")}\n],"kind":"List"}\n`;
    const file = folder.file(
      "list.json",
      list(() => "at $(POD)"),
    );
    expectOutput(
      run(["-f", "-"], file),
      list((i) => `at web-${i}`),
    );
  }, 120_000);
});

describe("a List that is read item by item prints what a small one does", () => {
  const container = (arg: string) => ({ spec: { containers: [{ name: "app", args: [arg, "$(NONE)"] }] } });
  const list = (arg: string, kind: string) => ({
    apiVersion: "v1",
    items: [
      { kind: "Pod", metadata: { name: "a" }, ...container(arg) },
      { kind: "Service", metadata: { name: "s" }, spec: { clusterIP: "10.0.0.1", ports: [{ port: 80 }] } },
      { ...(kind === "List" && { kind: "Pod" }), metadata: { name: "é" }, ...container(`é ${arg}`) },
    ],
    kind,
    metadata: { resourceVersion: "" },
  });
  /** Spaces make a text large without changing its meaning. */
  const LARGE = " ".repeat(1 << 20);
  const other = folder.file("other.yaml", "kind: ConfigMap\nmetadata: {name: c}\n");

  describe.each(["List", "PodList"])("%s", (kind) => {
    const text = (arg: string) =>
      JSON.stringify(list(arg, kind), null, 1).replace('"items": [', (found) => `\n${found}`);
    const small = text("$(S_SERVICE_HOST)$$");
    const large = small.replace('"items": [', `"items": [${LARGE}`);

    for (const others of [[], ["-f", other]]) {
      test.each(["yaml", "json", "env", "table"])(`-o %s, with ${others.length / 2} other files`, async (format) => {
        const run = (stdin: string) => runInMemory(["pod", "--all", "-f", "-", ...others, "-o", format], { stdin });
        const expected = await run(small);
        const { code, output, messages } = await run(large);
        expect({ code, output: output.replace(LARGE, "") }).toEqual({ code: 0, output: expected.output });
        expect(messages.length).toBe(format === "table" ? 3 : 2);
        // The spaces increase the column numbers in the first item.
        expect(messages.map((line) => line.replace(/:\d+: /, ":C: "))).toEqual(
          expected.messages.map((line) => line.replace(/:\d+: /, ":C: ")),
        );
        expect(output).toContain(format === "json" || format === "yaml" ? "é 10.0.0.1$" : "é");
      });
    }
  });

  test("without items", async () => {
    const large = `{"kind":"List","items":[${LARGE}],"x":1}`;
    const { code, output } = await runInMemory(["pod", "-f", "-", "-o", "json"], { stdin: large });
    expect({ code, output }).toEqual({ code: 0, output: '{\n  "kind": "List",\n  "items": [],\n  "x": 1\n}\n' });
  });
});

describe("objects after a pod", () => {
  const pod = (name: string) => `---
kind: Pod
metadata: {name: ${name}}
spec:
  containers:
  - name: app
    env:
    - {name: C, valueFrom: {configMapKeyRef: {name: c, key: k}}}
    args: [$(C) $(S_SERVICE_HOST)]
`;
  const objects = `---
kind: ConfigMap
metadata: {name: c}
data: {k: v}
---
kind: Service
metadata: {name: s}
spec: {clusterIP: 10.0.0.1, ports: [{port: 80}]}
`;

  test.each(["yaml", "json", "env", "table"])("is used, -o %s", async (format) => {
    const run = async (...texts: string[]) => {
      const files = texts.flatMap((text, i) => ["-f", folder.file(`${i}.yaml`, text)]);
      return {
        inFiles: await runInMemory(["pod", ...files, "-o", format]),
        inStdin: await runInMemory(["pod", "-f", "-", "-o", format], { stdin: texts.join("") }),
      };
    };
    const before = await run(objects, pod("a"), pod("b"));
    const after = await run(pod("a"), pod("b"), objects);
    const between = await run(pod("a"), objects, pod("b"));
    for (const outcomes of [before, after, between]) {
      for (const { code, output, messages } of Object.values(outcomes)) {
        const summary = "2 pods, 2 containers: nothing to report; --wide shows everything in full";
        expect({ code, messages }).toEqual({ code: 0, messages: format === "table" ? [summary] : [] });
        expect(output).toContain("v 10.0.0.1".slice(format === "env" ? 2 : 0));
        expect(output).not.toContain("$(");
      }
    }
  });

  test("prevents all output if it is invalid", async () => {
    for (const wrong of ["---\na: [\n", "---\n- a\n", "---\nkind: Pod\nspec: {containers: []}\n"]) {
      const { code, output, messages } = await runInMemory(["pod", "-f", "-"], { stdin: pod("a") + objects + wrong });
      expect({ code, output }).toEqual({ code: 2, output: "" });
      expect(messages).toEqual([expect.stringMatching(/^varexpand: <stdin>:\d+:\d+: /)]);
    }
  });
});

test("every pod whose expansion is too large is reported, after pods that are rejected", async () => {
  const doubling = (name: string) => {
    const env = Array.from(
      { length: 64 },
      (_, i) => `   - {name: A${i}, value: "${i === 0 ? "x" : `$(A${i - 1})$(A${i - 1})`}"}\n`,
    );
    return `---\nkind: Pod\nmetadata: {name: ${name}}\nspec:\n containers:\n - name: a\n   env:\n${env.join("")}`;
  };
  const fine = "---\nkind: Pod\nmetadata: {name: fine}\nspec: {containers: [{name: a}]}\n";
  const text = `${doubling("x")}${fine}${doubling("z")}`;
  const { code, output, messages } = await runInMemory(["pod", "-f", "-"], { stdin: text });
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(messages).toEqual([
    expect.stringMatching(/^varexpand: <stdin>:32:\d+: Pod\/x: .* expand to more than \d+ characters$/),
    expect.stringMatching(/^varexpand: <stdin>:107:\d+: Pod\/z: .* expand to more than \d+ characters$/),
  ]);
  const refused = await runInMemory(["pod", "-f", "-"], { stdin: text + fine.replace("{name: a}", "{}") });
  expect(refused.messages).toEqual([expect.stringContaining("Pod/fine: spec.containers[0].name: Required value")]);
});
