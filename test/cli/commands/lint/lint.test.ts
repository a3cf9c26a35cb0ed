/** `varexpand lint`: its inputs, its options, and its exit codes. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { pod } from "../../../lint/looked.ts";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

const GOOD = pod("args: [a]");
const UNDEFINED = pod("args: [$(A)]");
const EARLY = pod("env:\n- {name: URL, value: x$(HOST)}\n- {name: HOST, value: db}");

/** Runs lint, with the folder's path left out of what it prints. */
async function lint(...args: string[]) {
  const { code, messages, output } = await runInMemory(["lint", ...args]);
  const plain = (text: string) => text.replaceAll(`${folder.path}/`, "");
  return { code, output: plain(output), messages: messages.map(plain) };
}

const FINDING = "warning: $(A) is not expanded: the variable is not defined [undefined-reference]\n";

describe("inputs", () => {
  test("directories, with skipped files in one line", async () => {
    folder.write({
      "k/a.yaml": UNDEFINED,
      "k/sub/b.json": '{"kind": "ConfigMap", "metadata": {"name": "c"}}',
      "k/chart/t.yaml": "{{ if .Values.x }}\na: b\n{{ end }}\n",
      "k/values.yaml": "a: 1\n",
      "k/readme.md": "# k",
    });
    expect(await lint(folder.at("k"))).toEqual({
      code: 1,
      output: `k/a.yaml:9:12: ${FINDING}`,
      messages: [
        "checked 2 files, 1 pod: 1 warning; skipped 1 file that is not YAML: k/chart/t.yaml; try the rendered output; " +
          "skipped 1 file of other types, 1 document without a kind: k/values.yaml",
      ],
    });
  });

  test("a named file with another kind of document is reported", async () => {
    folder.write({ "one.yaml": "a: {}\n", "two.yaml": `a: 1\n---\n${GOOD}` });
    expect(await lint(folder.at("one.yaml"), folder.at("two.yaml"))).toEqual({
      code: 0,
      output: "",
      messages: ["checked 1 file, 1 pod: no findings; skipped 2 documents without a kind: one.yaml, two.yaml"],
    });
  });

  test.each<[string, string, string]>([
    ["a folder without manifests", "k/readme.md", "skipped 1 file of other types"],
    ["a chart template", "chart/t.yaml", "skipped 1 file that is not YAML: chart/t.yaml; try the rendered output"],
    ["values of a chart", "values.yaml", "skipped 1 document without a kind: values.yaml"],
    ["JSON with comments", "tsconfig.json", "skipped 1 file of other types"],
  ])("nothing is checked: %s", async (_, name, skipped) => {
    folder.write({
      "k/readme.md": "# k",
      "chart/t.yaml": "{{ if .Values.x }}\na: b\n{{ end }}\n",
      "values.yaml": "replicas: 1\n",
      "tsconfig.json": '{\n  // why\n  "strict": true\n}\n',
      "good.yaml": GOOD,
    });
    const input = name.endsWith(".md") ? folder.at("k") : folder.at(name);
    const summary = `checked 0 files: no findings; ${skipped}`;
    const { code, messages, output } = await lint(input);
    expect({ code, output, first: messages[0] }).toEqual({ code: 2, output: "", first: summary });
    expect(messages[1]).toMatch(/^varexpand: nothing was checked: .*--skip-unchecked/);
    expect(await lint(input, "--skip-unchecked")).toEqual({ code: 0, output: "", messages: [summary] });
    expect((await lint(input, folder.at("good.yaml"))).code).toBe(0);
  });

  test("a file whose objects have no pods is checked", async () => {
    const file = folder.file("c.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n");
    expect((await lint(file)).code).toBe(0);
  });

  test("a file that is named and cannot be read is an error", async () => {
    const file = folder.file("a.yaml", "a: [");
    expect((await lint(file)).code).toBe(2);
    expect(await lint(folder.at("none.yaml"))).toEqual({
      code: 2,
      output: "",
      messages: ["varexpand: none.yaml: no such file or directory"],
    });
  });

  test("env files by their names, by --envfile, and by the configuration", async () => {
    const broken = "A='1\n";
    folder.write({ "a.env": broken, settings: broken, "k/b.conf": broken, "c.yaml": "envFiles: ['k/*.conf']\n" });
    const error = "error: docker compose rejects the file: the closing quote is missing [envfile-syntax]\n";
    expect(
      await lint(
        folder.at("a.env"),
        "--envfile",
        folder.at("settings"),
        folder.at("k"),
        "--config",
        folder.at("c.yaml"),
      ),
    ).toEqual({
      code: 1,
      output: `a.env:1:1: ${error}  also: k/b.conf:1:1, settings:1:1\n`,
      messages: ["checked 3 env files: 3 errors"],
    });
  });

  test("a Helm template that is named is skipped, as in a directory; -R is accepted", async () => {
    folder.write({
      "t.yaml": "kind: Pod\n{{- if .Values.x }}\nspec: {{ .y }}\n{{- end }}\n",
      "tsconfig.json": '{\n  // x\n  "a": 1,\n}\n',
    });
    expect((await lint(folder.at("t.yaml"))).messages.join()).toContain("skipped 1 file that is not YAML: t.yaml");
    expect(await lint("-R", "--skip-unchecked", folder.path)).toMatchObject({
      code: 0,
      messages: [expect.stringContaining("1 file of other types")],
    });
  });

  test("reads only the env file, not its folder", async () => {
    const file = folder.file("settings", "A='1'\n");
    expect(await lint("--envfile", file)).toEqual({
      code: 0,
      output: "",
      messages: ["checked 1 env file: no findings"],
    });
  });

  test("treats a container without a name or an image as part of another one", async () => {
    for (const [lines, code] of [
      ["args: [$(A)]", 0],
      ["args: [$(A)], name: app", 1],
      ["args: [$(A)], image: i", 1],
    ] as const) {
      const file = folder.file("a.yaml", `kind: Pod\nmetadata: {name: p}\nspec: {containers: [{${lines}}]}\n`);
      expect((await lint(file)).code).toBe(code);
    }
  });

  test("objects in other files of a folder; of two, it is unknown which one is used", async () => {
    const config = (data: string) => `kind: ConfigMap\nmetadata: {name: c}\ndata: {${data}}\n`;
    const user = pod("args: [$(A)]\nenvFrom: [{configMapRef: {name: c}}]");
    folder.write({ "k/a.yaml": user, "k/c.yaml": config("B: b"), "k/other/a.yaml": user });
    expect((await lint(folder.at("k"))).output).toBe(`k/a.yaml:9:12: ${FINDING}`);
    folder.write({ "k/d.yaml": config("A: a") });
    expect((await lint(folder.at("k"))).output).toBe("");
    folder.write({ "k/a.yaml": `${user}---\n${config("C: c")}` });
    expect((await lint(folder.at("k"))).output).toBe(`k/a.yaml:9:12: ${FINDING}`);
  });

  test("a Secret that the user has to fill in is unknown", async () => {
    const secret = (data: string) => `kind: Secret\nmetadata: {name: s}\ndata: ${data}\n---\n`;
    const user = pod("env:\n- {name: T, valueFrom: {secretKeyRef: {name: s, key: t}}}");
    const linted = async (data: string) => (await lint(folder.file("a.yaml", secret(data) + user))).output;
    const filledIn = ["{}", "{u: [YOUR_TOKEN]}", "{t: <base64>}", "{t: '${TOKEN}'}", "{t: YOUR_TOKEN}"];
    for (const data of filledIn) expect(await linted(data)).toBe("");
    // Its keys are known.
    for (const data of ["{u: dA==}", "{u: <base64>}"]) {
      expect(await linted(data)).toBe(
        "a.yaml:14:14: error: container app will not start: couldn't find key t in Secret s [container-config-error]\n",
      );
    }
  });

  test("below a kustomization's folder, patches are silent, up to the folder of a repository", async () => {
    const patch = UNDEFINED.replace("    image: example/app\n", "");
    folder.write({ "k/kustomization.yaml": "{}\n", "k/a/b/part.yaml": patch });
    expect((await lint(folder.at("k/a/b/part.yaml"))).output).toBe("");
    folder.write({ "k/a/.git/HEAD": "" });
    expect((await lint(folder.at("k/a/b/part.yaml"))).output).toContain("k/a/b/part.yaml:8:12");
  });

  test("does not report patches next to a kustomization, and checks what it does not list", async () => {
    const patch = UNDEFINED.replace("    image: example/app\n", "");
    folder.write({ "k/part.yaml": patch, "k/full.yaml": UNDEFINED, "p/part.yaml": patch });
    expect((await lint(folder.at("k"))).output).toContain("k/part.yaml:8:12");
    folder.write({ "k/kustomization.yaml": "patches: [{path: ../p/part.yaml}]\n" });
    expect((await lint(folder.path)).output).toBe(`k/full.yaml:9:12: ${FINDING}`);
  });

  test("a template of OpenShift: its parameters are not shell variables", async () => {
    const object =
      "{kind: Pod, apiVersion: v1, metadata: {name: a}, spec: {containers: [{name: a, image: a, args: ['${P}x${Q}'], env: [{name: P, value: p}, {name: Q, value: q}]}]}}";
    const text = `apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n- ${object}\nparameters: [{name: P}]\n`;
    expect((await lint(folder.file("t.yaml", text))).output).toBe(
      "t.yaml:4:105: warning: ${Q} is not expanded: no shell reads it; write $(Q) [shell-syntax]\n",
    );
  });

  test("the template that Helm names", async () => {
    const text = `---\n# Source: shop/templates/web.yaml\n${UNDEFINED}---\n# Source: shop/templates/db.yaml\n${GOOD}`;
    expect((await lint(folder.file("all.yaml", text))).output).toBe(
      "all.yaml:11:12: warning: $(A) is not expanded: the variable is not defined (template shop/templates/web.yaml) [undefined-reference]\n",
    );
  });

  test("counts columns from the start of the line in a large JSON List", async () => {
    const item = JSON.stringify({
      kind: "Pod",
      apiVersion: "v1",
      metadata: { name: "😀", annotations: { note: "x".repeat(60_000) } },
      spec: { containers: [{ name: "a", image: "a", args: ["$(A)"] }] },
    });
    const items = Array.from({ length: 20 }, () => item).join(",");
    const file = folder.file("list.json", `{"kind": "List", "apiVersion": "v1", "items": [${items}]}`);
    const { output } = await lint("-o", "sarif", file);
    const { results } = JSON.parse(output).runs[0];
    const at =
      '{"kind": "List", "apiVersion": "v1", "items": ['.length + 19 * (item.length + 1) + item.indexOf("$") + 1;
    expect(results.at(-1).locations[0].physicalLocation.region).toEqual({
      startLine: 1,
      startColumn: at,
      endLine: 1,
      endColumn: at + 4,
    });
  });
});

describe("the exit code", () => {
  test.each([
    { args: [], code: 1 },
    { args: ["--fail-on", "error"], code: 0 },
    { args: ["--fail-on", "error", "--rule", "undefined-reference=error"], code: 1 },
    { args: ["--rule", "undefined-reference=note"], code: 0 },
    { args: ["--rule", "undefined-reference=note", "--fail-on", "note"], code: 1 },
    { args: ["--rule", "undefined-reference=off", "--fail-on", "note"], code: 0 },
  ])("$args: $code", async ({ args, code }) => {
    expect((await lint(...args, folder.file("a.yaml", UNDEFINED))).code).toBe(code);
  });

  test.each([
    { args: ["--rule", "lost-dolar=off"], message: "--rule: unknown rule lost-dolar; did you mean lost-dollar?" },
    {
      args: ["--rule", "use-before-decl=off"],
      message: "--rule: unknown rule use-before-decl; did you mean use-before-declaration?",
    },
    {
      args: ["--rule", "lost-dollar=of"],
      message: "--rule lost-dollar: write --rule lost-dollar=LEVEL, where LEVEL is off, note, warning, error",
    },
    { args: ["--write-baseline"], message: "--write-baseline requires --baseline FILE" },
  ])("$args: 2", async ({ args, message }) => {
    expect(await lint(...args, folder.file("a.yaml", GOOD))).toEqual({
      code: 2,
      output: "",
      messages: [`varexpand lint: ${message} (see varexpand lint --help)`],
    });
  });
});

describe("the configuration", () => {
  const withConfig = (text: string) => lint("--config", folder.file(".varexpand.yaml", text), folder.path);

  test("sets rules, ignores findings, and declares names", async () => {
    folder.write({ "a.yaml": UNDEFINED, "k/b.yaml": UNDEFINED });
    expect(
      await withConfig(
        "rules: {undefined-reference: note}\nignore:\n- {path: k, rule: undefined-reference, name: A}\n",
      ),
    ).toEqual({
      code: 0,
      output: `a.yaml:9:12: ${FINDING.replace("warning", "note")}`,
      messages: ["checked 2 files, 2 pods: 1 note"],
    });
    expect((await withConfig("known: ['A*']\n")).output).toBe("");
    expect((await withConfig("rules: {undefined-reference: off}\n")).output).toBe("");
    expect((await withConfig("ignore:\n- {path: '*.yaml', rule: undefined-reference, name: Pod/web}\n")).output).toBe(
      "",
    );
  });

  test.each(["known: [PATTERN]", "ignore: [{path: a.yaml, rule: undefined-reference, name: PATTERN}]"])(
    "a pattern with many stars takes no longer than another: %s",
    async (config) => {
      folder.write({
        ".varexpand.yaml": config.replace("PATTERN", `'${"*A".repeat(12)}B'`),
        "a.yaml": pod(`args: ["$(${"A".repeat(60)})"]`),
      });
      expect((await lint("--config", folder.at(".varexpand.yaml"), folder.at("a.yaml"))).code).toBe(1);
    },
  );

  test("an unused entry is reported", async () => {
    folder.write({ "a.yaml": UNDEFINED });
    expect(
      (await withConfig("ignore:\n- {path: a.yaml, rule: lost-dollar}\n- {path: b.yaml, rule: lost-dollar}\n"))
        .messages,
    ).toEqual([
      ".varexpand.yaml:2:3: unused suppression: lost-dollar reports nothing",
      "checked 1 file, 1 pod: 1 warning",
    ]);
  });

  test("custom kinds with a pod template", async () => {
    const text =
      "apiVersion: example.com/v1\nkind: Site\nmetadata: {name: s}\nspec: {web: {pod: {spec: {containers: [{name: a, image: a, env: [{name: A, value: $(B)}, {name: B, value: b}]}]}}}}\n";
    folder.write({ "a.yaml": text });
    expect((await withConfig("templates: [{kind: Site, path: spec.web.pod}]\n")).output).toBe(
      "a.yaml:4:83: error: $(B) is not expanded: the variable is declared later at line 4 [use-before-declaration]\n",
    );
  });

  test.each([
    { text: "rule: {}\n", message: '1:1: unknown key "rule"; did you mean rules?' },
    { text: "known: [A]\nignore:\n- {path: a, rules: b}\n", message: '3:13: unknown key "rules"; did you mean rule?' },
    { text: "rules:\n  lost-dollar: of\n", message: "2:16: a rule is set to off, note, warning, error" },
    { text: "rules: {lost-dolar: off}\n", message: "1:21: unknown rule lost-dolar; did you mean lost-dollar?" },
    { text: "known: A\n", message: "1:8: expected a list" },
    { text: "templates: [{kind: A}]\n", message: "1:13: an entry of templates needs kind and path" },
    { text: "ignore: [{path: 1, rule: lost-dollar}]\n", message: "1:17: expected a string" },
  ])("$text", async ({ text, message }) => {
    expect(await withConfig(text)).toEqual({
      code: 2,
      output: "",
      messages: [`varexpand: .varexpand.yaml:${message}`],
    });
  });
});

describe("--baseline", () => {
  test("omits known findings, even if they have moved", async () => {
    const file = folder.file("a.yaml", UNDEFINED);
    const baseline = folder.at("base.json");
    expect(await lint("--baseline", baseline, "--write-baseline", file)).toEqual({
      code: 0,
      output: "",
      messages: ["base.json: wrote 1 finding"],
    });
    folder.file("a.yaml", `# moved\n${UNDEFINED.replace("$(A)", "$(A), $(B), $(A)")}`);
    expect(await lint("--baseline", baseline, file)).toEqual({
      code: 1,
      output: `a.yaml:10:18: ${FINDING.replaceAll("A", "B")}a.yaml:10:24: ${FINDING}`,
      messages: ["checked 1 file, 1 pod: 2 warnings, 1 in the baseline"],
    });
  });

  test.each(["{}", "null", '"x"', "[]", '{"version": 2, "findings": []}', '{"version": 1}'])(
    "that is not a baseline: %s",
    async (text) => {
      const baseline = folder.file("base.json", text);
      expect(await lint("--baseline", baseline, folder.file("a.yaml", GOOD))).toEqual({
        code: 2,
        output: "",
        messages: [
          "varexpand: base.json: not a baseline; create one with varexpand lint --baseline FILE --write-baseline",
        ],
      });
    },
  );
});

describe("--fix and --diff", () => {
  test("--diff prints the changes without writing them", async () => {
    const file = folder.file("a.yaml", EARLY);
    const { code, messages, output } = await lint("--diff", file);
    expect({ code, messages, output: output.replace(/^(---|\+\+\+) .*/gm, "$1") }).toEqual({
      code: 0,
      messages: ["checked 1 file, 1 pod, after these changes: no findings"],
      output: `---
+++
@@ -7,5 +7,5 @@
   - name: app
     image: example/app
     env:
-    - {name: URL, value: x$(HOST)}
     - {name: HOST, value: db}
+    - {name: URL, value: x$(HOST)}
`,
    });
    expect(readFileSync(file, "utf8")).toBe(EARLY);
  });

  test("--fix writes, keeps a byte order mark, and reports the remaining findings", async () => {
    const file = folder.file(
      "a.yaml",
      `\ufeff${EARLY.replace("    env:", "    args: [$(A)]\n    env:").replaceAll("\n", "\r\n")}`,
    );
    expect(await lint("--fix", file)).toEqual({
      code: 1,
      output: `a.yaml:9:12: ${FINDING}`,
      messages: ["fixed 1 problem in a.yaml", "checked 1 file, 1 pod: 1 warning"],
    });
    expect(readFileSync(file, "utf8")).toBe(
      `\ufeff${pod("args: [$(A)]\nenv:\n- {name: HOST, value: db}\n- {name: URL, value: x$(HOST)}").replaceAll("\n", "\r\n")}`,
    );
    expect(existsSync(folder.at(".varexpand.yaml"))).toBe(false);
  });
});

test.each(["--fix", "--diff"])("%s reports the fixes that it does not apply", async (option) => {
  const circle = pod("env:\n- {name: A, value: $(B)}\n- {name: B, value: $(C)}\n- {name: C, value: $(A)}");
  const { code, messages } = await lint(option, folder.file("a.yaml", circle));
  expect({ code, messages }).toEqual({
    code: 1,
    messages: [
      "a.yaml: 2 fixes were not applied because entries refer to each other in a circle; edit the file by hand",
      "checked 1 file, 1 pod: 2 errors",
    ],
  });
});

test("reports a pod whose references expand to too much text", async () => {
  const env = Array.from(
    { length: 30 },
    (_, i) => `- {name: A${i}, value: ${i === 0 ? "xxxx" : `$(A${i - 1})$(A${i - 1})`}}`,
  );
  const { code, messages } = await lint(folder.file("a.yaml", pod(`env:\n${env.join("\n")}`)));
  expect({ code, message: messages[0] }).toEqual({
    code: 0,
    message:
      "a.yaml:32:26: not evaluated: spec.containers[0].env[22].value: the pod's references expand to more than 16777216 characters",
  });
});

test("wraps lines to the width of a terminal; elsewhere, prints one line for each finding", async () => {
  const stdin =
    "kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: a, args: [$(A_LONG_NAME_OF_A_VARIABLE)]}]}\n";
  const linesOn = async (isTerminal: boolean) =>
    (await runInMemory(["lint", "-"], { stdin, isTerminal, environment: { COLUMNS: "50" } })).output
      .trimEnd()
      .split("\n");
  expect(Math.max(...(await linesOn(true)).map(({ length }) => length))).toBeLessThanOrEqual(50);
  expect(await linesOn(false)).toHaveLength(1);
});

test("shows progress on a terminal, and removes it at the end", async () => {
  const progress: string[] = [];
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += 2000;
    return now;
  });
  try {
    const file = folder.file("a.yaml", `# ${"-".repeat(3 << 20)}\n${GOOD}`);
    expect(await runInMemory(["lint", file], { progress })).toMatchObject({ code: 0 });
  } finally {
    vi.restoreAllMocks();
  }
  expect(progress.length).toBeGreaterThan(2);
  expect(progress).toContain("varexpand lint: 3 MiB");
  expect(progress.at(-1)).toBe("");
});

test("the summary names what is not in the input, and --fail-on unknown fails on it", async () => {
  const file = folder.file("u.yaml", pod("envFrom: [{secretRef: {name: web}}]\nargs: [$(A), $(B)]"));
  const line = "1 source is not in the input: Secret web (2 names)";
  expect((await lint(file)).messages).toEqual([line, "checked 1 file, 1 pod: no findings"]);
  const failing = await lint(file, "--fail-on", "unknown");
  expect([failing.code, failing.messages[0]]).toEqual([1, line]);
  const own = folder.file("k.yaml", pod("args: [$(A)]\nenv: [{name: A, value: a}]"));
  expect((await lint(own, "--fail-on", "unknown")).code).toBe(0);
});
