import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runInMemory } from "../memory-io.ts";
import { FolderPerTest } from "../temporary.ts";

const folder = new FolderPerTest();

const pod = (name: string) => `kind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: c}]}\n`;

/** The pods in the order in which a command line reads them, and what is said, without the folder's path. */
async function read(args: readonly string[], given: Parameters<typeof runInMemory>[1] = {}) {
  const { code, output, messages } = await runInMemory(["pod", ...args, "-o", "json"], given);
  const value = output === "" ? { items: [] } : JSON.parse(output);
  const items: { metadata: { name: string } }[] = value.items ?? [value];
  return {
    code,
    pods: items.map(({ metadata }) => metadata.name).join(" "),
    messages: messages.map((line) => line.replaceAll(`${folder.path}/`, "").replaceAll(folder.path, ".")),
  };
}

describe("inputs", () => {
  test("files as arguments and with -f", async () => {
    folder.write({
      "a.yaml": pod("a"),
      "b.json": '{"kind":"Pod","metadata":{"name":"b"},"spec":{"containers":[{"name":"c"}]}}',
    });
    const expected = { code: 0, pods: "b a", messages: [] };
    expect(await read([folder.at("b.json"), folder.at("a.yaml")])).toEqual(expected);
    expect(await read(["-f", folder.at("b.json"), "-f", folder.at("a.yaml")])).toEqual(expected);
    expect(await read([folder.at("a.yaml"), "-f", folder.at("b.json")])).toEqual(expected);
  });

  test("without a pod, three files are named, and more are counted", async () => {
    const files = ["a.yaml", "b.yaml", "c.yaml", "d.yaml"].map((name) =>
      folder.file(name, "kind: ConfigMap\nmetadata: {name: c}\n"),
    );
    mkdirSync(folder.at("empty"));
    for (const [inputs, what] of [
      [[folder.at("empty")], "0 files"],
      [files.slice(0, 1), "a.yaml"],
      [files.slice(0, 3), "a.yaml, b.yaml, c.yaml"],
      [files, "4 files"],
    ] as const) {
      expect(await read(inputs)).toMatchObject({ code: 0, messages: [`${what}: found no Pod or workload`] });
    }
  });

  test("a file with another name, as it exists", async () => {
    expect(await read([folder.file("manifest.txt", pod("a"))])).toMatchObject({ code: 0, pods: "a" });
  });

  test("a directory: its files in the order of their bytes, and no others", async () => {
    folder.write({
      "b.yml": pod("b"),
      "B.yaml": pod("B"),
      "a.json": pod("a"),
      "\u{10000}.yaml": pod("astral"),
      "\u{ffee}.yaml": pod("plane0"),
      "notes.md": "",
      "sub/c.yaml": pod("c"),
    });
    expect(await read([folder.path])).toEqual({
      code: 0,
      pods: "B a b plane0 astral",
      messages: ["skipped 1 directory (-R reads them), 1 file of other types"],
    });
    expect(await read(["-R", "-f", folder.path])).toEqual({
      code: 0,
      pods: "B a b plane0 astral c",
      messages: ["skipped 1 file of other types"],
    });
  });

  test("the contents of directories take the place of their names, as in kubectl", async () => {
    folder.write({ "a.yaml": pod("a"), "b/x.yaml": pod("b-x"), "b/y/z.yaml": pod("b-y-z"), "c.yaml": pod("c") });
    expect(await read(["-R", folder.path])).toEqual({ code: 0, pods: "a c b-x b-y-z", messages: [] });
  });

  test("repositories and installed packages are not read", async () => {
    folder.write({
      "a.yaml": pod("a"),
      ".git/x.yaml": pod("git"),
      "node_modules/x.yaml": pod("module"),
      "go/vendor/modules.txt": "",
      "go/vendor/example.com/x.yaml": pod("vendored"),
      "vendor/x.yaml": pod("own"),
    });
    expect(await read(["-R", folder.path])).toEqual({ code: 0, pods: "a own", messages: [] });
  });

  test("quoted patterns", async () => {
    folder.write({
      "a.yaml": pod("a"),
      "b.yaml": pod("b"),
      "c.yml": pod("c"),
      "d/e.yaml": pod("e"),
      "[x].yaml": pod("x"),
    });
    expect(await read([folder.at("*.yaml")])).toEqual({ code: 0, pods: "x a b", messages: [] });
    expect(await read(["-f", folder.at("?.yml")])).toEqual({ code: 0, pods: "c", messages: [] });
    expect(await read([folder.at("**/*.yaml")])).toEqual({ code: 0, pods: "x a b e", messages: [] });
    // A file of that very name comes first.
    expect(await read([folder.at("[x].yaml")])).toEqual({ code: 0, pods: "x", messages: [] });
    expect(await read([folder.at("*.yaml"), "-f", folder.at("none*")])).toEqual({
      code: 2,
      pods: "",
      messages: ["varexpand: none*: no files match"],
    });
  });

  test("links to files, but not to directories; each file once", async () => {
    folder.write({ "k8s/..data/a.yaml": pod("a"), "elsewhere/b.yaml": pod("b") });
    symlinkSync("..data/a.yaml", folder.at("k8s/a.yaml"));
    symlinkSync("../elsewhere/b.yaml", folder.at("k8s/b.yaml"));
    symlinkSync("..", folder.at("k8s/circle"));
    symlinkSync("none.yaml", folder.at("k8s/gone.yaml"));
    expect(await read(["-R", folder.at("k8s")])).toEqual({
      code: 0,
      pods: "a b",
      messages: ["k8s/gone.yaml: no such file or directory; skipped", "skipped 1 file of other types"],
    });
    symlinkSync("k8s", folder.at("link"));
    expect(await read([folder.at("link")])).toMatchObject({ code: 0, pods: "a b" });
    expect(await read([folder.at("k8s/**/*.yaml")])).toMatchObject({ pods: "a b" });
  });

  test("links out of the repository: an error if they are named, and skipped if they are found", async () => {
    folder.write({ "repo/.git/HEAD": "", "repo/k8s/a.yaml": pod("a"), "out/b.yaml": pod("b") });
    symlinkSync("../../out/b.yaml", folder.at("repo/k8s/b.yaml"));
    symlinkSync("../../out", folder.at("repo/k8s/out"));
    symlinkSync("k8s/a.yaml", folder.at("repo/inside.yaml"));
    symlinkSync("repo/k8s/a.yaml", folder.at("a.yaml"));
    const advice = "is a link out of the repository; pass the path that it refers to";
    for (const name of ["b.yaml", "out", "out/b.yaml"]) {
      const path = folder.at(`repo/k8s/${name}`);
      const refused = { code: 2, pods: "", messages: [`varexpand: repo/k8s/${name}: ${advice}`] };
      expect(await read([path])).toMatchObject(refused);
      expect(await read(["-f", path])).toMatchObject(refused);
    }
    for (const found of [folder.at("repo/k8s/*.yaml"), folder.at("repo/k8s")]) {
      const { messages, ...others } = await read([found]);
      expect(others).toEqual({ code: 0, pods: "a" });
      expect(messages.at(-1)).toContain("1 link out of the repository");
    }
    expect(await read([folder.at("repo/inside.yaml")])).toMatchObject({ code: 0, pods: "a" });
    expect(await read([folder.at("a.yaml")])).toMatchObject({ code: 0, pods: "a" });
  });

  test("a file that is named and found is read once, in the place of its name", async () => {
    folder.write({ "a.yaml": pod("a"), "b.yaml": pod("b") });
    expect(await read([folder.path, folder.at("a.yaml")])).toEqual({ code: 0, pods: "b a", messages: [] });
    expect(await read(["-R", folder.path, folder.path])).toEqual({ code: 0, pods: "a b", messages: [] });
  });

  test("- is standard input, which is also read if nothing is named", async () => {
    const stdin = pod("piped");
    const file = folder.file("a.yaml", pod("a"));
    expect(await read([file, "-"], { stdin })).toEqual({ code: 0, pods: "a piped", messages: [] });
    const piped = { stdin, streams: { "standard input": file } };
    expect(await read([], piped)).toEqual({ code: 0, pods: "piped", messages: [] });
    expect(await read([file], piped)).toEqual({ code: 0, pods: "a", messages: [] });
    const nothing =
      "varexpand pod: nothing to read; name files or directories, or pipe them in (see varexpand pod --help)";
    expect(await read([], { stdin, streams: { "standard input": "/dev/null" } })).toEqual({
      code: 2,
      pods: "",
      messages: [nothing],
    });
  });
});

describe("what cannot be read", () => {
  test("unreadable named files are errors before anything is read", async () => {
    const file = folder.file("a.yaml", pod("a"));
    const broken = folder.file("broken.yaml", "a: [");
    const none = "varexpand: none: no such file or directory";
    expect(await read([file, "-f", folder.at("none")])).toEqual({ code: 2, pods: "", messages: [none] });
    expect(await read([file, folder.at("none.yaml")])).toMatchObject({ code: 2, pods: "" });
    expect(await read([file, folder.at("none/")])).toMatchObject({ code: 2, pods: "" });
    expect(await read([file, broken])).toEqual({
      code: 2,
      pods: "",
      messages: [expect.stringMatching(/^varexpand: broken\.yaml:1:5: /)],
    });
  });

  test("unreadable files in a directory are skipped and reported", async () => {
    folder.write({
      "a.yaml": pod("a"),
      "broken.yaml": `${pod("half")}---\na: [\n`,
      "chart/a.yaml": "name: {{ .Values.name }}\n",
      "chart/b.yaml": "{% if x %}\na: b: c\n",
      "chart/c.yaml": `${pod("half")}---\n{{- range .Values.list }}\n- a\n`,
      "chart/d.yaml": "a: {{ x }}\n",
      "chart/values.yaml": "replicas: 3\n",
      "list.json": "[1, 2]",
    });
    const messages = [
      expect.stringMatching(/^broken\.yaml:6:1: .*; skipped$/),
      "skipped 4 files that are not YAML: chart/a.yaml, chart/b.yaml, chart/c.yaml, ...; try the rendered output",
      "skipped 2 documents without a kind: list.json, chart/values.yaml",
    ];
    expect(await read(["-R", folder.path])).toEqual({ code: 0, pods: "a", messages });
    expect(await read(["-R", folder.path, "--strict"])).toMatchObject({ code: 2, pods: "a" });
    expect(await read(["-R", folder.at("chart"), folder.at("a.yaml"), "--strict"])).toMatchObject({
      code: 0,
      pods: "a",
    });
  });

  test("skipped files are reported even if an error prevents all output", async () => {
    folder.write({ "texts/a.txt": "", "pod.yaml": "kind: Pod\nspec: {containers: [{name: a}, {name: a}]}\n" });
    const { code, messages } = await runInMemory(["pod", folder.at("texts"), folder.at("pod.yaml")]);
    expect({ code, messages }).toEqual({
      code: 2,
      messages: [
        "skipped 1 file of other types",
        `varexpand: ${folder.at("pod.yaml")}:2:39: Pod/?: spec.containers[1].name: Duplicate value: "a"`,
      ],
    });
  });

  test("skipped files are not printed, and are reported once if the input is read twice", async () => {
    folder.write({
      "a.yaml": pod("a").replace("name: c", "name: c, envFrom: [{configMapRef: {name: m}}]"),
      "b.yaml": "values: 1\n",
      "m.yaml": "kind: ConfigMap\nmetadata: {name: m}\ndata: {A: b}\n---\n- other\n",
    });
    const { output, messages } = await runInMemory(["pod", folder.path]);
    expect(output).toBe(
      "kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, envFrom: [{configMapRef: {name: m}}]}]}\n" +
        "---\nkind: ConfigMap\nmetadata: {name: m}\ndata: {A: b}\n",
    );
    expect(messages).toEqual([`skipped 2 documents without a kind: ${folder.at("b.yaml")}, ${folder.at("m.yaml")}`]);
  });

  test("a large file is checked as a whole, too", async () => {
    const large = `# ${"x".repeat(1 << 20)}\n${pod("a")}`;
    folder.write({ "a.yaml": large, "b.yaml": `${large}---\nb: [` });
    expect(await read([folder.path])).toEqual({
      code: 0,
      pods: "a",
      messages: [expect.stringMatching(/^b\.yaml:\d+:\d+: .*; skipped$/)],
    });
  });

  test.skipIf(process.getuid?.() === 0)("files and directories without permission", async () => {
    folder.write({ "a.yaml": pod("a"), "secret.yaml": pod("secret"), "closed/b.yaml": pod("b") });
    chmodSync(folder.at("secret.yaml"), 0);
    chmodSync(folder.at("closed"), 0);
    const { code, pods, messages } = await read(["-R", folder.path]);
    chmodSync(folder.at("closed"), 0o700);
    expect({ code, pods, messages }).toEqual({
      code: 0,
      pods: "a",
      messages: ["closed: permission denied; skipped", "secret.yaml: permission denied; skipped"],
    });
  });

  test("what the command writes to is not read", async () => {
    folder.write({ "a.yaml": pod("a"), "events.json": "", "out.yaml": "" });
    const streams = { "standard output": folder.at("out.yaml") };
    expect(await read([folder.path, "--events", folder.at("events.json")], { streams })).toEqual({
      code: 0,
      pods: "a",
      messages: ["skipped 2 files that this command writes"],
    });
  });

  test("a URL is not fetched; the error shows how to do it", async () => {
    const url = "https://example.com/it's.yaml";
    const how = `curl -fsSL 'https://example.com/it'\\''s.yaml' | varexpand pod -`;
    const messages = [
      `varexpand pod: ${url}: varexpand does not read from the network; use ${how} (see varexpand pod --help)`,
    ];
    expect(await read(["-f", url])).toEqual({ code: 2, pods: "", messages });
    expect(await read([url])).toEqual({ code: 2, pods: "", messages });
  });
});

describe("-k", () => {
  /** A replacement for one of the two programs. It prints its arguments as the name of a pod. */
  function program(name: string, script: string): void {
    const path = folder.file(join("bin", name), `#!/bin/sh\n${script}`);
    chmodSync(path, 0o755);
  }
  const rendered = `printf 'kind: Pod\\nmetadata: {name: %s}\\nspec: {containers: [{name: c, args: ["$(A)"]}]}\\n' "\${0##*/}-$1"`;
  /** No other program is found. */
  const only = () => ({ PATH: folder.at("bin") });

  test("reads what kubectl renders, or else kustomize", async () => {
    const base = folder.at("base");
    mkdirSync(base);
    program("kustomize", rendered);
    const given = { environment: only() };
    expect(await read(["-k", base], given)).toMatchObject({ code: 0, pods: "kustomize-build" });
    program("kubectl", rendered);
    expect(await read(["-k", base, "--strict"], given)).toEqual({
      code: 1,
      pods: "kubectl-kustomize",
      messages: [
        `<kustomize base>:3:39: Pod/kubectl-kustomize spec.containers{c}: Warning UnresolvedReference: ` +
          "$(A) is not expanded: the variable is not defined",
      ],
    });
  });

  test("what goes wrong", async () => {
    const base = folder.at("base");
    mkdirSync(base);
    expect(await read(["-k", base], { environment: only() })).toEqual({
      code: 2,
      pods: "",
      messages: [
        "varexpand: -k base: neither kubectl nor kustomize is installed; install one to render kustomizations",
      ],
    });
    program("kustomize", "echo first >&2; echo second >&2; exit 1");
    expect(await read(["-k", base], { environment: only() })).toEqual({
      code: 2,
      pods: "",
      messages: ["varexpand: -k base: kustomize build failed: first; second"],
    });
    program("kustomize", "echo 'a: ['");
    expect(await read(["-k", base], { environment: only() })).toEqual({
      code: 2,
      pods: "",
      messages: ["varexpand: <kustomize base>:2:1: the text ends before a [ or { is closed"],
    });
    const file = folder.file("a.yaml", pod("a"));
    expect(await read(["-k", file])).toMatchObject({ code: 2, pods: "" });
    expect(await read(["-k", "HTTPS://example.com/base"])).toMatchObject({
      code: 2,
      pods: "",
      messages: [expect.stringContaining("-k HTTPS://example.com/base: not a directory")],
    });
  });
});
