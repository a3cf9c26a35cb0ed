/** `varexpand pod DIR`: objects that cannot be resolved are reported, and everything else is printed. */
import { mkdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();
const pod = (name: string, image = "x") =>
  `kind: Pod\nmetadata: {name: ${name}}\nspec:\n  containers:\n  - {name: a, image: ${image}, args: ["$(V)"], env: [{name: V, value: "${name}"}]}\n`;
const INVALID = pod("invalid").replace('"invalid"}', "1}");
const NOT_AN_OBJECT = "kind: ConfigMap\nmetadata: {name: c}\ndata: [a]\n";
const LIST = `kind: List\napiVersion: v1\nitems:\n- ${NOT_AN_OBJECT.replaceAll("\n", "\n  ").trimEnd()}\n- ${pod("item").replaceAll("\n", "\n  ").trimEnd()}\n`;
const LARGE = pod("large").replace('["$(V)"]', `["${"$(V)".repeat(2000)}"]`);

let all: string;
beforeAll(() => {
  all = folder.at("all");
  mkdirSync(`${all}/sub`, { recursive: true });
  folder.file("all/1.yaml", `${INVALID}---\n${pod("one")}`);
  folder.file("all/2.yaml", NOT_AN_OBJECT);
  folder.file("all/3.yaml", LIST);
  folder.file("all/sub/01-assert.yaml", pod("expected"));
  folder.file("all/sub/4.yaml", pod("two"));
  // The pods are resolved again because of it.
  folder.file("all/sub/5.yaml", "kind: Secret\nmetadata: {name: s}\nstringData: {k: v}\n");
});

const PROBLEMS = [
  "1.yaml:5:64: Pod/invalid: spec.containers[0].env[0].value: expected a string, found a number; skipped",
  "2.yaml:3:7: data: expected a mapping, found a list; skipped",
  "3.yaml:6:9: data: expected a mapping, found a list; skipped",
];

describe.each(["env", "table", "yaml", "json"])("-o %s", (format) => {
  test("reports objects that cannot be resolved, and exits with 1 only with --strict", async () => {
    const { code, messages, output } = await runInMemory(["pod", "-R", all, "-o", format]);
    expect(code).toBe(0);
    expect(messages.filter((line) => line.endsWith("; skipped"))).toEqual(PROBLEMS.map((line) => `${all}/${line}`));
    const reason = "skipped, because it is a patch, incomplete, or part of a test, so it is not applied";
    expect(messages).toContain(`${all}/sub/01-assert.yaml:1:1: Pod/expected: ${reason}`);
    for (const name of ["one", "two", "item"]) expect(output).toContain(name);
    const strict = await runInMemory(["pod", "-R", all, "-o", format, "--strict"]);
    expect(strict).toEqual({ ...(await runInMemory(["pod", "-R", all, "-o", format])), code: 1 });
  });

  test("prints them unchanged in manifests, and omits them elsewhere", async () => {
    const { output } = await runInMemory(["pod", "-R", all, "-o", format]);
    const isManifest = format === "yaml" || format === "json";
    for (const name of ["invalid", "expected"]) expect(output.includes(name)).toBe(isManifest);
    if (format === "yaml") {
      for (const text of [INVALID, NOT_AN_OBJECT, pod("expected")]) expect(output).toContain(text);
    }
  });

  test("a file that the user names is an error", async () => {
    for (const name of ["1.yaml", "2.yaml", "3.yaml"]) {
      const { code, output } = await runInMemory(["pod", `${all}/${name}`, "-o", format]);
      expect({ code, output }).toEqual({ code: 2, output: "" });
    }
    expect(await runInMemory(["pod", `${all}/sub/01-assert.yaml`, "-o", format])).toMatchObject({ code: 0 });
  });

  test("a pod that is too large is skipped", async () => {
    folder.file("large/1.yaml", `${LARGE}---\n${pod("one")}`);
    const args = ["pod", folder.at("large"), "-o", format, "--expansion-limit", "1000"];
    const { code, messages } = await runInMemory(args);
    expect(code).toBe(0);
    expect(messages.filter((line) => line.endsWith("; skipped"))).toHaveLength(1);
  });
});

test.each(["env", "table", "yaml"])("-o %s prints the same in shards", async (format) => {
  const args = ["pod", "-R", all, "-o", format];
  const whole = await runInMemory(args);
  for (let count = 1; count < 8; count++) {
    const parts = [];
    for (let index = 0; index < count; index++)
      parts.push(await runInMemory([...args, "--shard", `${index}/${count}`]));
    expect([count, parts.map(({ output }) => output).join("")]).toEqual([count, whole.output]);
    const skipped = parts.flatMap(({ messages }) => messages).filter((line) => line.endsWith("; skipped"));
    expect(skipped).toEqual(PROBLEMS.map((line) => `${all}/${line}`));
  }
});

test("a workload that the user names must be valid, and other objects need not be", async () => {
  const named = (name: string) => runInMemory(["pod", "-R", all, `pod/${name}`, "-o", "env"]);
  expect(await named("one")).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^# Pod\/one, container a in folder .*\/all\nV=one\n$/),
  });
  expect(await named("expected")).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^# Pod\/expected, container a in folder .*\/all[^\n]*\nV=expected\n$/),
  });
  expect(await named("invalid")).toMatchObject({ code: 2, output: "" });
});

test("text that cannot be changed in place is printed unchanged, and reported", async () => {
  const unclear = pod("unclear").replace('"$(V)"', '"$(V)\u2028"');
  folder.write({ "unclear/1.yaml": unclear, "unclear/2.yaml": pod("z") });
  const reason = "readers of YAML differ about this CR, U+0085, U+2028, or U+2029; remove it";
  const place = folder.at("unclear/1.yaml:5:37");
  expect(await runInMemory(["pod", folder.at("unclear")])).toMatchObject({
    code: 0,
    output: `${unclear}---\n${pod("z").replace("$(V)", "z")}`,
    messages: [`${place}: ${reason}; skipped`],
  });
  expect(await runInMemory(["pod", folder.at("unclear/1.yaml")])).toMatchObject({
    code: 2,
    output: "",
    messages: [`varexpand: ${place}: ${reason}`],
  });
  expect(await runInMemory(["pod", folder.at("unclear"), "-o", "env"])).toMatchObject({
    code: 0,
    output: "# Pod/unclear, container a\nV=unclear\n\n# Pod/z, container a\nV=z\n",
    messages: [],
  });
});

test("a file that cannot be read is reported once, even if the input is read twice", async () => {
  folder.write({
    "twice/1.yaml":
      "kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, envFrom: [{configMapRef: {name: m}}]}]}\n",
    "twice/2.yaml": "a: [\n",
    "twice/3.yaml": "kind: ConfigMap\nmetadata: {name: m}\ndata: {A: b}\n",
  });
  expect(await runInMemory(["pod", folder.at("twice"), "-o", "env"])).toMatchObject({
    code: 0,
    output: "# Pod/a, container c\nA=b\n",
    messages: [`${folder.at("twice/2.yaml")}:2:1: the text ends before a [ or { is closed; skipped`],
  });
});
