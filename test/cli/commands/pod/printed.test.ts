import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";

async function printed(stdin: string, ...args: string[]): Promise<string> {
  const { code, output, messages } = await runInMemory(["pod", "-f", "-", ...args], { stdin });
  expect({ code, messages }, stdin).toMatchObject({ code: 0 });
  return output;
}

const vectors = readFileSync(new URL("../../../vectors/kubernetes/pod-public.jsonl", import.meta.url), "utf8");
const pods = vectors
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line).input.pod);

describe("the output resolves to the same result", () => {
  test.each(["yaml", "json"])("-o %s of the valid pods of the vectors", async (format) => {
    let changed = 0;
    for (const pod of pods) {
      const text = `${JSON.stringify({ ...pod, kind: "Pod" }, undefined, 2)}\n`;
      for (const profile of ["design", "kubelet"]) {
        const args = ["-o", format, "--profile", profile];
        const { code, output } = await runInMemory(["pod", "-f", "-", ...args], { stdin: text });
        if (code !== 0) continue;
        expect(await printed(output, ...args)).toBe(output);
        const environment = (stdin: string) =>
          runInMemory(["pod", "-f", "-", "-o", "env", "--profile", profile], { stdin });
        expect((await environment(output)).output).toBe((await environment(text)).output);
        if (output !== text) changed++;
      }
    }
    expect(changed).toBeGreaterThan(50);
  });

  test("a dollar in a password", async () => {
    const text = `kind: Secret
metadata: {name: db}
stringData: {password: pa$$word}
---
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    env:
    - name: PASSWORD
      valueFrom: {secretKeyRef: {name: db, key: password}}
    - {name: URL, value: "db://u:$(PASSWORD)@db"}
    args: ["--password=$(PASSWORD)", costs $$5]
`;
    const output = await printed(text);
    expect(output).toBe(
      text
        .replace("db://u:$(PASSWORD)@db", () => "db://u:pa$$$$word@db")
        .replace("--password=$(PASSWORD)", () => "--password=pa$$$$word"),
    );
    expect(await printed(output)).toBe(output);
    expect(await printed(output, "-o", "env")).toContain("URL='db://u:pa$$word@db'\n");
  });
});

describe("integers keep their digits", () => {
  const numbers = `kind: Pod
metadata: {name: x}
spec:
  securityContext: &id {runAsUser: 1234567890123456789, fsGroup: -9223372036854775808}
  limits: [18446744073709551615, 9007199254740993, 9007199254740991, 18446744073709551616, 0x7fffffffffffffff, 1.5]
  1234567890123456789: key
  containers:
  - {name: a, args: &args [$(A)], env: [{name: A, value: "1"}]}
  - {name: b, args: *args, env: [{name: A, value: "2"}], securityContext: *id}
`;

  test("-o json", async () => {
    const output = await printed(numbers, "-o", "json");
    expect(output).toContain('"runAsUser": 1234567890123456789,\n      "fsGroup": -9223372036854775808\n');
    expect(output).toContain(
      "[\n      18446744073709551615,\n      9007199254740993,\n      9007199254740991,\n      18446744073709552000,\n" +
        "      9223372036854775807,\n      1.5\n    ]",
    );
    expect(output).toContain('"1234567890123456789": "key"');
  });

  test("-o json of JSON", async () => {
    const text = '{"kind": "Pod", "spec": {"containers": [{"name": "a"}]}, "n": [12345678901234567890, 1e3, -0]}';
    expect(await printed(text, "-o", "json")).toContain('"n": [\n    12345678901234567890,\n    1000,\n    0\n  ]');
  });

  test("-o yaml, even if an alias is written out", async () => {
    const text = numbers.replace("securityContext: *id", "securityContext: {a: [*id, $(A)]}");
    expect(await printed(text)).toBe(text.replace("[$(A)]", '["1"]').replace("*args", '["2"]'));
    const aliased = `kind: Pod
spec:
  containers:
  - &c {name: a, args: [$(A)], n: 1234567890123456789, env: [&e {name: A, value: "1"}]}
  - {<<: *c, name: b, env: [{name: A, value: "2"}]}
`;
    expect(await printed(aliased)).toContain("1234567890123456789");
    expect(JSON.parse(await printed(await printed(aliased), "-o", "json")).spec.containers[1].args).toEqual(["2"]);
  });

  test("a quantity, a port and a ConfigMap's value", async () => {
    const text = `kind: Pod
metadata: {name: x}
spec:
  containers:
  - name: a
    resources: {limits: {memory: 9007199254740993}}
    env: [{name: M, valueFrom: {resourceFieldRef: {resource: limits.memory}}}]
    args: [$(M)]
`;
    expect(await printed(text)).toBe(text.replace("$(M)", '"9007199254740993"'));
    const wrong = text.replace("args: [$(M)]", "args: [9007199254740993]");
    const { code, messages } = await runInMemory(["pod", "-f", "-"], { stdin: wrong });
    expect({ code, messages }).toEqual({
      code: 2,
      messages: ["varexpand: <stdin>:8:12: Pod/x: spec.containers[0].args[0]: expected a string, found a number"],
    });
  });
});

test("a line break that only some readers of YAML see is refused where a text changes, unless a pod is invalid", async () => {
  const pod = (args: string, env = "A") =>
    `kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, env: [{name: ${env}, value: b}], args: ["${args}"]}]}\n`;
  const [same, changed, invalid] = [pod("\u2028"), pod("$(A)\u2028"), pod("x", '"="')];
  expect(await printed(same)).toBe(same);
  expect(await printed(changed, "-o", "json")).toContain('"b\\u2028"');
  for (const [stdin, message] of [
    [changed, "readers of YAML differ about this CR, U+0085, U+2028, or U+2029; remove it"],
    [`${invalid}---\n${changed}`, 'Pod/a: spec.containers[0].env[0].name: Invalid value: "="'],
  ] as const) {
    const { code, messages, output } = await runInMemory(["pod", "-f", "-"], { stdin });
    expect({ code, messages, output }).toEqual({ code: 2, messages: [expect.stringContaining(message)], output: "" });
  }
});
