/** `varexpand expand -o DIR/`: each input becomes a file of the same name in a folder. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { bash } from "../../processes.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const read = (name: string) => readFileSync(folder.at(name), "utf8");
const run = (...args: string[]) => runInMemory(["expand", "-e", "A=1", ...args]);
const all = (name: string) => readdirSync(folder.at(name), { recursive: true }).sort();

describe("names", () => {
  test.each([
    ["a folder that does not exist", false, "out/"],
    ["a folder that exists", true, "out"],
    ["a folder that exists, with a slash", true, "out/"],
    ["a deep one", false, "out/new/deep/"],
  ])("%s: a file keeps its path from the directory", async (_, exists, out) => {
    folder.write({ "t/a.yaml": "a: $(A)\n", "t/sub/b.yml": "b: $(A)\n", "t/sub/deep/c.json": '"$(A)"' });
    if (exists) mkdirSync(folder.at("out"));
    expect(await run("-R", "-o", folder.at(out), folder.at("t"))).toMatchObject({ code: 0, output: "", messages: [] });
    expect([read(`${out}/a.yaml`), read(`${out}/sub/b.yml`), read(`${out}/sub/deep/c.json`)]).toEqual([
      "a: 1\n",
      "b: 1\n",
      '"1"',
    ]);
    expect(readdirSync(folder.path).sort()).toEqual(["out", "t"]);
    expect(all(out).length).toBe(5);
  });

  test("a named file has its own name; a file that matches a pattern has its path from the fixed part", async () => {
    folder.write({ "t/a.conf": "$(A)", "t/sub/b.conf": "$(A)b", "u/c.txt": "$(A)c", "t/[x].conf": "$(A)x" });
    const args = ["-o", folder.at("out/"), folder.at("t/**/[ab].conf"), folder.at("u/c.txt"), folder.at("t/[x].conf")];
    expect(await run(...args)).toMatchObject({ code: 0, messages: [] });
    expect([read("out/a.conf"), read("out/sub/b.conf"), read("out/c.txt"), read("out/[x].conf")]).toEqual([
      "1",
      "1b",
      "1c",
      "1x",
    ]);
  });

  test("relative paths, and . as the folder of the inputs, whose output is not read again", () => {
    folder.write({ "a.yaml": "a: $(A)\n", "sub/b.yaml": "b: $(A)\n" });
    for (const [args, out] of [
      ["-R -o out/ .", "out"],
      ["-R -o out .", "out"],
      ["-R -o ../out2/ ./", "../out2"],
      ["-R -o sub/out .", "sub/out"],
    ] as const) {
      const run = `varexpand expand -e A=1 ${args}`;
      const script = `cd w && mkdir -p ${out} && ${run} && ${run} && cd ${out} && find . -type f | sort | xargs`;
      expect(bash(folder.path, `rm -rf w out2; mkdir w; cp -r a.yaml sub w; ${script}`)).toEqual({
        status: 0,
        stdout: "./a.yaml ./sub/b.yaml\n",
        stderr: "",
      });
    }
  });

  test("two inputs with one name are an error that names both", async () => {
    folder.write({ "t/a.yaml": "1", "u/a.yaml": "2" });
    const [t, u] = [folder.at("t"), folder.at("u/a.yaml")];
    for (const inputs of [
      [t, u],
      [`${t}/a.yaml`, u],
      [t, t],
      [t, `${t}/a.yaml`],
    ]) {
      const { code, messages } = await run("-o", folder.at("out/"), ...inputs);
      const other = inputs[1]!.endsWith(".yaml") ? inputs[1] : `${inputs[1]}/a.yaml`;
      expect({ code, messages }).toEqual({
        code: 2,
        messages: [`varexpand: ${other}: ${folder.at("out/a.yaml")} is already the output of ${folder.at("t/a.yaml")}`],
      });
    }
    expect(readdirSync(folder.path).sort()).toEqual(["t", "u"]);
  });

  test("a link to a file is a file of its own", async () => {
    folder.file("t/a.yaml", "$(A)");
    symlinkSync("a.yaml", folder.at("t/b.yaml"));
    expect(await run("-o", folder.at("out/"), folder.at("t"))).toMatchObject({ code: 0 });
    expect([read("out/a.yaml"), read("out/b.yaml")]).toEqual(["1", "1"]);
  });
});

test.each<[args: string[], text: string, code: number]>([
  [["--strict"], "$(B)", 1],
  [["--yaml"], "[1\n", 2],
  [["--syntax", "compose"], "${B:?}", 2],
])("all files or none: %j", async (args, text, code) => {
  folder.write({ "t/a.yaml": "a: 1\n", "t/b.yaml": text, "out/a.yaml": "old" });
  for (const out of ["out", "new/"]) expect((await run(...args, "-o", folder.at(out), folder.at("t"))).code).toBe(code);
  expect([read("out/a.yaml"), readdirSync(folder.path).sort(), all("out")]).toEqual(["old", ["out", "t"], ["a.yaml"]]);
});

describe("planted names", () => {
  test.each([
    ["a link to a file", "a.yaml", "../secret", "is a symbolic link; write to"],
    ["a link to an input", "a.yaml", "../t/a.yaml", "is a symbolic link; write to"],
    ["a link to nothing", "a.yaml", "../none", "is a symbolic link; write to"],
    ["a link to a folder", "sub", "../elsewhere", "is a symbolic link; remove it"],
  ])("%s is not followed", async (_, name, to, message) => {
    folder.write({ "t/a.yaml": "a: 1\n", "t/sub/b.yaml": "b: 1\n", secret: "secret" });
    mkdirSync(folder.at("out"));
    mkdirSync(folder.at("elsewhere"));
    symlinkSync(to, folder.at(`out/${name}`));
    const { code, messages } = await run("-R", "-o", folder.at("out"), folder.at("t"));
    expect({ code, messages }).toEqual({
      code: 2,
      messages: [expect.stringContaining(`${folder.at(`out/${name}`)}: ${message}`)],
    });
    expect([read("secret"), read("t/a.yaml"), all("elsewhere"), readdirSync(folder.at("out"))]).toEqual([
      "secret",
      "a: 1\n",
      [],
      [name],
    ]);
  });

  test("the folder of the inputs, also through a link, and an env file", async () => {
    folder.write({ "t/a.yaml": "a: $(A)\n", "env/a.yaml": "B='1'\n" });
    symlinkSync("t", folder.at("link"));
    for (const [out, input] of [
      ["t", folder.at("t/a.yaml")],
      ["link/", folder.at("t/a.yaml")],
      ["env", folder.at("env/a.yaml")],
    ]) {
      const args = [
        "--envfile",
        folder.at("env/a.yaml"),
        "--envfile-dialect",
        "kep",
        "-o",
        folder.at(out!),
        folder.at("t"),
      ];
      const { code, messages } = await run(...args);
      expect({ code, messages }).toEqual({
        code: 2,
        messages: [expect.stringContaining(`a.yaml: is the input ${input}; -i edits files in place`)],
      });
    }
    expect([read("t/a.yaml"), read("env/a.yaml")]).toEqual(["a: $(A)\n", "B='1'\n"]);
  });
});

test("what -o DIR/ does not take", async () => {
  folder.file("t/a.yaml", "a: 1\n");
  folder.file("file", "old");
  expect(await run("-R", "-o", folder.at("file"), folder.at("t"))).toMatchObject({
    code: 2,
    messages: [expect.stringContaining(`to write them to a folder: -o ${folder.at("file")}/`)],
  });
  expect(await runInMemory(["expand", "-o", folder.at("out/")], { stdin: "x" })).toMatchObject({
    code: 2,
    messages: [expect.stringContaining("standard input has no name in a folder")],
  });
  expect((await run("-o", folder.at("file/"), folder.at("t"))).messages[0]).toContain("not a directory");
  expect([read("file"), readdirSync(folder.path).sort()]).toEqual(["old", ["file", "t"]]);
});
