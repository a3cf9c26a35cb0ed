/** `varexpand pod --shard`: the shards' outputs, one after the other, are what one process prints. */
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();
const pod = (name: string, text: string) =>
  `kind: Pod\nmetadata: {name: ${name}}\nspec:\n  containers:\n  - {name: a, image: x, args: ["${text}"], env: [{name: V, value: "1"}]}\n`;
const SERVICE = "kind: Service\nmetadata: {name: db}\nspec: {clusterIP: 10.0.0.1, ports: [{port: 80}]}\n";

/** Pods before and after the Service that they refer to, a List, a file without a final newline, an empty file. */
const files = [
  ["a.yaml", ["one", "two", "three"].map((name) => pod(name, "$(DB_SERVICE_HOST) $(V)")).join("---\n")],
  ["b.yaml", ""],
  ["c.yaml", `# a comment\n---\n${pod("four", "$(V) $(NO)")}---\n${SERVICE}---\n${pod("five", "$(V)").trimEnd()}`],
  ["d.yaml", pod("six", "$$(V) é")],
  [
    "e.json",
    JSON.stringify({
      apiVersion: "v1",
      kind: "List",
      items: ["seven", "eight"].map((name) => ({
        kind: "Pod",
        metadata: { name },
        spec: {
          containers: [
            { name: "b", image: "x", args: ["$(DB_SERVICE_PORT)"] },
            { name: "c", image: "x" },
          ],
        },
      })),
    }),
  ],
  ["f.yaml", "kind: ConfigMap\nmetadata: {name: last}\n"],
].map(([name, text]) => folder.file(name!, text));

describe.each(["yaml", "env", "table"])("-o %s", (format) => {
  test("in any number of shards", async () => {
    const args = ["pod", "-o", format, "-n", "default", ...files];
    const whole = await runInMemory(args);
    expect(whole.code).toBe(0);
    for (let count = 1; count <= 20; count += count < 9 ? 1 : 11) {
      const parts = [];
      for (let index = 0; index < count; index++)
        parts.push(await runInMemory([...args, "--shard", `${index}/${count}`]));
      expect([count, parts.map(({ output }) => output).join("")]).toEqual([count, whole.output]);
      expect(new Set(parts.map(({ code }) => code))).toEqual(new Set([0]));
      // Each finding is reported by exactly one of the parts.
      const findings = parts.flatMap(({ messages }) => messages).filter((line) => line.includes("$(NO)"));
      expect(findings).toEqual(whole.messages.filter((line) => line.includes("$(NO)")));
    }
  });
});

test("a shard finds the objects that its pods refer to, wherever they are", async () => {
  const { output } = await runInMemory(["pod", "-n", "default", "-o", "env", "--shard", "0/8", ...files]);
  expect(output).toContain("DB_SERVICE_HOST=10.0.0.1");
});

test("standard input is shared in the same way", async () => {
  const stdin = ["one", "two", "three"].map((name) => pod(name, "$(V)")).join("---\n");
  const outputs = [];
  for (const index of [0, 1])
    outputs.push((await runInMemory(["pod", "-", "--shard", `${index}/2`], { stdin })).output);
  expect(outputs).toEqual([`${pod("one", "1")}---\n${pod("two", "1")}`, `---\n${pod("three", "1")}`]);
});

test.each([
  [["-o", "json"], "-o json cannot be used with --shard; use yaml, env, or table"],
  [["-o", "docker"], "-o docker cannot be used with --shard; use yaml, env, or table"],
  [["pod/one"], "--shard cannot be used with KIND/NAME or -c"],
  [["-c", "a"], "--shard cannot be used with KIND/NAME or -c"],
])("%j is an error", async (args, message) => {
  expect(await runInMemory(["pod", "--shard", "0/2", ...args, files[0]!])).toMatchObject({
    code: 2,
    messages: [`varexpand pod: ${message} (see varexpand pod --help)`],
  });
});

test("every shard can use a volume, whichever has the pod with it", async () => {
  const volume =
    "kind: Pod\nmetadata: {name: v}\nspec: {volumes: [{name: config, emptyDir: {}}], containers: [{name: c}]}\n";
  const file = folder.file("volumes.yaml", `${volume}---\n${pod("w", "a")}`);
  for (const shard of ["0/2", "1/2"]) {
    const args = ["pod", file, "-o", "env", "--shard", shard];
    expect(await runInMemory([...args, "--volume", `config=${folder.path}`])).toMatchObject({ code: 0, messages: [] });
    expect(await runInMemory([...args, "--volume", `other=${folder.path}`])).toMatchObject({ code: 2 });
  }
});

test("a shard without pods reports that there are none only if no other shard has any", async () => {
  const messages = async (stdin: string) => {
    const outcomes = ["0/2", "1/2"].map((shard) => runInMemory(["pod", "-", "--shard", shard], { stdin }));
    return (await Promise.all(outcomes)).map(({ messages }) => messages);
  };
  expect(await messages(`${pod("one", "longer")}---\n${pod("two", "b")}`)).toEqual([[], []]);
  expect(await messages(`${SERVICE}---\n${pod("one", "a")}`)).toEqual([[], []]);
  expect(await messages(pod("one", "a"))).toEqual([[], []]);
  const none = ["<stdin>: found no Pod or workload"];
  expect(await messages(SERVICE)).toEqual([none, none]);
});
