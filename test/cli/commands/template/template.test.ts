import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseManifest } from "../../../../src/yaml/parse.ts";
import { runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();

describe("documents", () => {
  test("the example", async () => {
    const example = (name: string) => `examples/template/${name}.yaml`;
    const args = ["template", "-f", example("service"), "--context", example("context")];
    const { code, output, messages } = await runInMemory(args);
    expect({ code, messages }).toEqual({ code: 0, messages: [] });
    const [deployment, configMap] = parseManifest(output).map((root) => root.value as Record<string, unknown>);
    expect(deployment!.metadata).toEqual({ name: "web", labels: { app: "web", team: "shop", environment: "dev" } });
    expect(deployment!.spec).toEqual({
      replicas: 1,
      selector: { matchLabels: { app: "web", team: "shop" } },
      template: {
        metadata: { labels: { app: "web", team: "shop" } },
        spec: {
          containers: [
            {
              name: "web",
              image: "registry.example.com/web:latest",
              command: ["npm", "run", "watch"],
              args: ["--verbose", "--name=WEB"],
              ports: [
                { name: "http", containerPort: 8080 },
                { name: "metrics", containerPort: 9090 },
              ],
            },
          ],
        },
      },
    });
    expect(configMap!.data).toEqual({
      "start.sh": '#!/bin/sh\necho "starting web on ${HOSTNAME}"\nset -x\nexec npm start\n',
    });
    expect(readFileSync(example("service"), "utf8")).toContain(`${example("service")} --context ${example("context")}`);
  });

  test.each([
    ["one", "a: ${x}\n", "a: '1'\n"],
    ["several; empty ones are left out", "---\na: ${x}\n---\n# nothing\n---\n- ${x}b\n", "a: '1'\n---\n- 1b\n"],
    ["JSON", '{"a": "${x}"}', "a: '1'\n"],
    ["JSON, one after the other", '{"a": "${x}"}\n{"b": 2}', "a: '1'\n---\nb: 2\n"],
    ["none", "", ""],
    ["a string, a number, null", "${x}\n--- 2\n--- null\n", "'1'\n---\n2\n---\nnull\n"],
    ["what is undefined", "a: ${y}?\nb: [ '${y}?' ]\n--- ${y}?\n", "b:\n  - null\n---\nnull\n"],
    [
      "strings that would be read as something else",
      "- 'yes'\n- '1_0'\n- '0o7'\n- yes\n",
      "- 'yes'\n- '1_0'\n- '0o7'\n- true\n",
    ],
    ["long lines stay", `a: ${"word ".repeat(40)}end\n`, `a: ${"word ".repeat(40)}end\n`],
    ["aliases are written out", "a: &a [1]\nb: *a\n", "a:\n  - 1\nb:\n  - 1\n"],
    ["__proto__ is a key", "__proto__: {a: '${x}'}\n", "__proto__:\n  a: '1'\n"],
  ])("%s", async (_, stdin, output) => {
    expect(await runInMemory(["template", "--set", "x=1"], { stdin })).toEqual(
      expect.objectContaining({ code: 0, output, messages: [] }),
    );
  });

  test("-o json", async () => {
    const stdin = "a: ${x}\nb: ${y}?\n---\n- ${y}?\n--- ${y}?\n";
    expect(await runInMemory(["template", "-o", "json", "--set", "x=1"], { stdin })).toMatchObject({
      code: 0,
      output: '{\n  "a": "1"\n}\n[\n  null\n]\nnull\n',
    });
  });

  test("reads files in order, including standard input", async () => {
    const a = folder.file("a.yaml", "a: ${x}");
    const b = folder.file("b.json", '{"b": "${x}"}');
    expect(
      await runInMemory(["template", "-f", a, "-f", "-", "--file", b, "--set", "x=v"], { stdin: "c: 1" }),
    ).toMatchObject({
      code: 0,
      output: "a: v\n---\nc: 1\n---\nb: v\n",
    });
  });

  test("files can be arguments, after those of -f", async () => {
    const [first, second] = [folder.file("first.yaml", "a: ${x}\n"), folder.file("second.yaml", "b: ${x}\n")];
    const { code, output } = await runInMemory(["template", second, "--set", "x=1", "-f", first]);
    expect({ code, output }).toEqual({ code: 0, output: "a: '1'\n---\nb: '1'\n" });
  });

  test("--partial keeps unknown templates for a second run", async () => {
    const first = await runInMemory(["template", "--partial", "--set", "a=1"], { stdin: "x: ${a}-${later.b}-$${c}\n" });
    expect(first).toMatchObject({ code: 0, output: "x: 1-${later.b}-$${c}\n" });
    expect(await runInMemory(["template", "--set", "later.b=2"], { stdin: first.output })).toMatchObject({
      code: 0,
      output: "x: 1-2-${c}\n",
    });
  });
});

test("--strict-syntax rejects syntax that Garden does not support, in documents and in projects", async () => {
  const stdin = "a: 1\nx: ${-1}\n";
  expect((await runInMemory(["template"], { stdin })).output).toBe("a: 1\nx: -1\n");
  const { code, output, messages } = await runInMemory(["template", "--strict-syntax"], { stdin });
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(messages).toEqual(["<stdin>:2:6: a number cannot have a sign (strict syntax); write 0 - 1 (x)"]);
  folder.file("strict/garden.yml", "kind: Project\nname: p\nenvironments: [dev]\nvariables: { x: '${-1}' }\n");
  const project = ["template", "--project", folder.at("strict")];
  expect((await runInMemory(project)).output).toContain("x: -1\n");
  expect((await runInMemory([...project, "--strict-syntax"])).messages).toEqual([
    expect.stringContaining("garden.yml:4:20: variables.x: a number cannot have a sign (strict syntax); write 0 - 1"),
  ]);
});

describe("context", () => {
  test("an error has the same position in a document and in a context", async () => {
    const broken = folder.file("broken.yaml", 'a: 1\n"\u{1f600}\u{1f600}\u{1f600}": [1, }\n');
    const place = `${broken}:2:12: `;
    const asDocument = await runInMemory(["template", "-f", broken]);
    const asContext = await runInMemory(["template", "--context", broken], { stdin: "a: 1\n" });
    expect(asDocument.messages).toEqual([expect.stringContaining(place)]);
    expect(asContext.messages).toEqual([expect.stringContaining(place)]);
  });

  test("merges files in order, then --set, whose values are strings", async () => {
    const a = folder.file("context-a.yaml", "var: {n: 1, gone: 1, list: [1, 2]}\nkept: true\n");
    const b = folder.file("context-b.json", '{"var": {"n": 2, "gone": null, "list": [3]}}');
    const stdin = "- ${var}\n- ${kept}\n";
    const args = ["template", "-o", "json", "--context", a, "--context", b, "--set", "var.s=1=2", "--set", "var.t.u="];
    const { output } = await runInMemory(args, { stdin });
    expect(JSON.parse(output)).toEqual([{ n: 2, list: [3], s: "1=2", t: { u: "" } }, true]);
  });

  test("is YAML 1.2, JSON or dotenv, by suffix", async () => {
    const yaml = folder.file("formats.yml", "n: no\n");
    const dotenv = folder.file("formats.env", "D=1 # one\n");
    const args = ["template", "-o", "json", "--context", yaml, "--context", dotenv, "--context", "-", "-f"];
    const document = folder.file("formats-document.yaml", "[ '${n}', '${D}', '${s}' ]");
    const { output } = await runInMemory([...args, document], { stdin: "s: [1]" });
    expect(JSON.parse(output)).toEqual(["no", "1", [1]]);
  });

  test("strings in it are data", async () => {
    const context = folder.file("data.yaml", "a: ${b}\nb: 1\n");
    expect(await runInMemory(["template", "--context", context], { stdin: "x: ${a}\n" })).toMatchObject({
      output: "x: ${b}\n",
    });
  });

  test("an empty file sets nothing", async () => {
    const context = folder.file("empty.yaml", "# nothing yet\n");
    expect(await runInMemory(["template", "--context", context], { stdin: "x: ${a || 1}\n" })).toMatchObject({
      output: "x: 1\n",
    });
  });

  test.each([
    ["a: 1\n---\nb: 2\n", ":3:1: "],
    ["- 1\n", ":1:1: "],
    ["a: [\n", ":2:1: "],
  ])("%j is not a quantity", async (content, place) => {
    const context = folder.file("wrong.yaml", content);
    const { code, output, messages } = await runInMemory(["template", "--context", context], { stdin: "x: 1" });
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(`varexpand: ${context}${place}`);
  });

  test.each([
    // What has no "=" may be a secret value whose key was forgotten: the message counts instead of quoting it.
    ["a", 'varexpand template: --set number 1: missing "="; write --set KEY=VALUE (see varexpand template --help)'],
    [
      "a..b=1",
      "varexpand template: --set a..b: a part of the key is empty; write a name on each side of a dot (see varexpand template --help)",
    ],
  ])("--set %s", async (setting, message) => {
    expect(await runInMemory(["template", "--set", setting], { stdin: "x: 1" })).toMatchObject({
      code: 2,
      output: "",
      messages: [message],
    });
  });
});

describe("errors", () => {
  test("reports the first error of each document with its position, and prints no output", async () => {
    const first = folder.file(
      "first.yaml",
      `ok: \${x}
bad: "\\t\${nope.a}"
---
block: |
  text
    \${x}
    \${upper(1)}
---
list:
  - $concat: \${x}
---
fine: 1
`,
    );
    const second = folder.file("second.yaml", "- '${x + ''a'' }${'");
    const { code, output, messages } = await runInMemory(["template", "-f", first, "-f", second, "--set", "x=1"]);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(messages).toEqual([
      expect.stringMatching(/first\.yaml:2:11: no such key: "nope" .*\(bad\)$/),
      expect.stringMatching(/first\.yaml:7:7: upper: the argument "string" must be a string \(block\)$/),
      expect.stringMatching(/first\.yaml:10:5: \$concat must be a list.* \(list\.0\)$/),
      expect.stringMatching(/second\.yaml:1:\d+: .*\(0\)$/),
    ]);
  });

  test("a secret in the context is not shown", async () => {
    const { messages } = await runInMemory(["template", "--set", "s=hunter2"], { stdin: "x: ${number(s)}" });
    expect(messages).toHaveLength(1);
    expect(messages[0]).not.toContain("hunter2");
  });

  test("text that is not YAML", async () => {
    expect(await runInMemory(["template"], { stdin: "a: 1\nb: [\n" })).toMatchObject({
      code: 2,
      output: "",
      messages: [expect.stringMatching(/^varexpand: <stdin>:3:1: /)],
    });
  });

  test("missing files and unknown formats", async () => {
    expect((await runInMemory(["template", "x.yaml"])).messages).toEqual([
      "varexpand: x.yaml: no such file or directory",
    ]);
    expect((await runInMemory(["template", "-o", "toml"])).messages[0]).toContain("yaml|json");
  });

  test("a string that cannot be written as YAML", async () => {
    const stdin = `a: ${"x".repeat(3_000_000)}`;
    expect(await runInMemory(["template"], { stdin })).toMatchObject({
      code: 2,
      output: "",
      messages: ["varexpand: <stdout>: a string is too long for YAML; use -o json"],
    });
  });
});

test("a folder: the error names the option for projects", async () => {
  expect(await runInMemory(["template", folder.path])).toMatchObject({
    code: 2,
    messages: [
      `varexpand template: ${folder.path} is a directory; for a Garden project, use --project ${folder.path} (see varexpand template --help)`,
    ],
  });
});

describe("limits", () => {
  const loop = folder.file("loop.yaml", '$forEach: "${range(1, 100)}"\n$return: "${item.value}"\n');

  test("--max-steps and --max-size count all documents together, and the message names the option", async () => {
    const enough = await runInMemory(["template", "-f", loop, "--max-steps", "1000", "--max-size", "100000"]);
    expect({ code: enough.code, messages: enough.messages }).toEqual({ code: 0, messages: [] });
    const steps = await runInMemory(["template", "-f", loop, "-f", loop, "-f", loop, "--max-steps", "1000"]);
    expect(steps.code).toBe(2);
    expect(steps.messages.join("\n")).toContain(
      "this takes more than 1000 steps; if that is intended, set a higher limit with --max-steps",
    );
    const size = await runInMemory(["template", "-f", loop, "--max-size", "1000"]);
    expect(size.code).toBe(2);
    expect(size.messages.join("\n")).toContain(
      "the results are larger than 1000 characters; if that is intended, set a higher limit with --max-size",
    );
  });

  test.each(["json", "yaml"])(
    "--max-size also bounds what is printed, where what is shared is written out: %s",
    async (output) => {
      const text = "x".repeat(200);
      const document = folder.file("shared.yaml", `[${Array(10).fill('"${text}"').join(", ")}]`);
      const run = (size: string) =>
        runInMemory(["template", "-f", document, "--set", `text=${text}`, "-o", output, "--max-size", size]);
      expect(await run("3000")).toMatchObject({ code: 0, messages: [] });
      expect(await run("1500")).toMatchObject({
        code: 2,
        output: "",
        messages: [
          "varexpand: <stdout>: the results are larger than 1500 characters; if that is intended, set a higher limit with --max-size",
        ],
      });
    },
  );

  test("a manifest has at most 16 MiB", async () => {
    const template = (length: number) => runInMemory(["template"], { stdin: `{}${" ".repeat(length - 2)}` });
    expect(await template(16_777_216)).toMatchObject({ code: 0, messages: [] });
    expect(await template(16_777_217)).toMatchObject({
      code: 2,
      messages: ["varexpand: <stdin>:1:1: the document has more than 16777216 bytes"],
    });
  });

  test.each(["--max-steps", "--max-size"])("%s is a whole number of up to fifteen digits", async (option) => {
    for (const value of ["-1", "1e9", "1.5", "many", " 1", "", "1\u001b", "1".repeat(16)]) {
      expect(await runInMemory(["template", "-f", loop, `${option}=${value}`])).toMatchObject({
        code: 2,
        output: "",
        messages: [
          `varexpand template: ${option} ${value.replace("\u001b", "\\u001b")}: not a whole number (see varexpand template --help)`,
        ],
      });
    }
    const most = await runInMemory(["template", "-f", loop, `${option}=${"9".repeat(15)}`]);
    expect(most).toMatchObject({ code: 0, messages: [] });
    expect(await runInMemory(["template", "-f", loop, `${option}=0`])).toMatchObject({ code: 2, output: "" });
  });
});
