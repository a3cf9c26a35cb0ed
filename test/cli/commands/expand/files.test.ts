import {
  chmodSync,
  chownSync,
  closeSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { bash } from "../../processes.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const read = (name: string) => readFileSync(folder.at(name), "utf8");
const LONG_AGO = new Date("2001-02-03T04:05:06Z");

/** All files in the folder, including temporary files that should have been removed. */
const names = () => readdirSync(folder.path).sort();

describe("-i", () => {
  test("replaces files that change, keeps their modes, and does not touch others", async () => {
    const changed = folder.file("changed", "$(A)$(B)\n");
    const same = folder.file("same", "$(B) $x\n");
    const empty = folder.file("empty", "");
    for (const file of [changed, same, empty]) {
      chmodSync(file, 0o640);
      utimesSync(file, LONG_AGO, LONG_AGO);
    }
    const { ino } = statSync(same);
    expect(await runInMemory(["expand", "-i", "-e", "A=1", changed, same, empty])).toMatchObject({
      code: 0,
      output: "",
      messages: [],
    });
    expect([read("changed"), read("same"), read("empty")]).toEqual(["1$(B)\n", "$(B) $x\n", ""]);
    expect(statSync(changed).mode & 0o777).toBe(0o640);
    expect(statSync(changed).mtime).not.toEqual(LONG_AGO);
    expect(statSync(same)).toMatchObject({ ino, mtime: LONG_AGO });
    expect(statSync(empty).mtime).toEqual(LONG_AGO);
    expect(names()).toEqual(["changed", "empty", "same"]);
  });

  test.each<[before: string, after: string]>([
    ["$(A)", "1"],
    ["x$(LONG)", `x${"long".repeat(50_000)}`],
    [`${"x".repeat(70_000)}$$`, `${"x".repeat(70_000)}$`],
    ["$(EMPTY)", ""],
    ["1$(EMPTY)", "1"],
    ["$(A)\0\xff", "1\0\xff"],
  ])("%#", async (before, after) => {
    const file = folder.file("file", Buffer.from(before, "latin1"));
    const values = ["-e", "A=1", "-e", `LONG=${"long".repeat(50_000)}`, "-e", "EMPTY="];
    expect(await runInMemory(["expand", "--in-place", ...values, file])).toMatchObject({ code: 0, output: "" });
    expect(readFileSync(file, "latin1") === after).toBe(true);
  });

  test("keeps the owner where that is allowed", async ({ skip }) => {
    skip(process.getuid?.() !== 0, "only root may give files away");
    const file = folder.file("file", "$(A)");
    chownSync(file, 12345, 54321);
    await runInMemory(["expand", "-i", "-e", "A=1", file]);
    expect(statSync(file)).toMatchObject({ uid: 12345, gid: 54321 });
    expect(read("file")).toBe("1");
  });

  test("keeps setuid and setgid, and reports other hard links", async () => {
    const file = folder.file("file", "$(A)");
    chmodSync(file, 0o6750);
    linkSync(file, folder.at("other"));
    const messages = [`${file}: replaced by a new file; the other hard link keeps the old content`];
    expect(await runInMemory(["expand", "-i", "-e", "A=1", file])).toMatchObject({ code: 0, messages });
    expect([statSync(file).mode & 0o7777, read("other")]).toEqual([0o6750, "$(A)"]);
  });

  test("does not write through a link, and writes no other file then", async () => {
    folder.file("target", "$(A)");
    const file = folder.file("file", "$(A)");
    symlinkSync("target", folder.at("link"));
    expect(await runInMemory(["expand", "-i", "-e", "A=1", file, folder.at("link")])).toMatchObject({
      code: 2,
      messages: [
        `varexpand: ${folder.at("link")}: is a symbolic link; write to the file that it refers to, or remove the link`,
      ],
    });
    expect([read("target"), read("file"), readlinkSync(folder.at("link"))]).toEqual(["$(A)", "$(A)", "target"]);
  });

  test("skips links in directories", async () => {
    folder.write({ "d/a.yaml": "$(A)\n", "elsewhere.yaml": "$(A)\n" });
    symlinkSync("../elsewhere.yaml", folder.at("d/b.yaml"));
    expect(await runInMemory(["expand", "-i", "-e", "A=1", folder.at("d")])).toMatchObject({
      code: 0,
      messages: ["skipped 1 symbolic link"],
    });
    expect([read("d/a.yaml"), read("elsewhere.yaml")]).toEqual(["1\n", "$(A)\n"]);
  });

  test("writes no file if one of them is not YAML", async () => {
    const good = folder.file("good.yaml", "a: $(A)\n");
    const bad = folder.file("bad.yaml", "a: [1\nb: 2\n");
    const { code, messages } = await runInMemory(["expand", "-i", "--yaml", "-e", "A=1", good, bad]);
    expect({ code, messages }).toEqual({ code: 2, messages: [expect.stringMatching(`${bad}:2:1: not YAML: `)] });
    expect([read("good.yaml"), names()]).toEqual(["a: $(A)\n", ["bad.yaml", "good.yaml"]]);
  });

  test("writes no file if one of them cannot be read", async () => {
    const good = folder.file("good", "$(A)");
    const { code, messages } = await runInMemory(["expand", "-i", "-e", "A=1", good, folder.at("missing")]);
    expect({ code, messages }).toEqual({
      code: 2,
      messages: [`varexpand: ${folder.at("missing")}: no such file or directory`],
    });
    expect(read("good")).toBe("$(A)");
  });

  test("--strict: writes no file if a reference is unresolved", async () => {
    const good = folder.file("good", "$(A)");
    const bad = folder.file("bad", "$(A) $(B)");
    const { code, messages } = await runInMemory(["expand", "-i", "--strict", "-e", "A=1", good, bad]);
    expect({ code, messages }).toEqual({
      code: 1,
      messages: [
        `${bad}:1:6: $(B) is not expanded: the variable is not defined`,
        "nothing is written, because --strict is set",
      ],
    });
    expect([read("good"), read("bad")]).toEqual(["$(A)", "$(A) $(B)"]);
  });

  test("rejects the same file twice, because it would be expanded twice", async () => {
    const file = folder.file("file", "$$(A)");
    symlinkSync("file", folder.at("link"));
    const { code, messages } = await runInMemory(["expand", "-i", "-e", "A=1", file, folder.at("link")]);
    expect({ code, messages }).toEqual({
      code: 2,
      messages: [`varexpand: ${folder.at("link")}: the same file as ${file}; name it once`],
    });
    expect(read("file")).toBe("$$(A)");
  });

  test.each(["/dev/null", "/dev/fd/3", "pipe"])("refuses to replace %s, which is not a regular file", (file) => {
    folder.file("input", "$(A)");
    const { status, stderr } = bash(folder.path, `mkfifo pipe; varexpand expand -i -e A=1 ${file} 3< input`);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `varexpand: ${file}: not a regular file; -i replaces only those\n`,
    });
    expect(read("input")).toBe("$(A)");
  });

  test("neither is a descriptor that is open for something else", async () => {
    const descriptor = openSync(folder.file("input", "$(A)"), "r+");
    try {
      const file = `/dev/fd/${descriptor}`;
      expect(await runInMemory(["expand", "-i", "-e", "A=1", file], { streams: {} })).toMatchObject({
        code: 2,
        messages: [`varexpand: ${file}: not a regular file; -i replaces only those`],
      });
    } finally {
      closeSync(descriptor);
    }
    expect(read("input")).toBe("$(A)");
  });

  test("standard output that goes to one of the files", () => {
    folder.file("input", "$(A)\n");
    const { status } = bash(folder.path, "varexpand expand -i -e A=1 input >> input");
    expect(status).toBe(2);
    expect(read("input")).toBe("$(A)\n");
  });
});

describe("-o", () => {
  test("writes several inputs to one file, in order", async () => {
    const [a, b] = [folder.file("a", "a: $(A)"), folder.file("b", "b: $(B)\n")];
    const args = ["expand", "--yaml", "-e", "A=1", "-e", "B=x", "-o", folder.at("out"), a, b];
    expect(await runInMemory(args)).toMatchObject({ code: 0, output: "", messages: [] });
    expect(read("out")).toBe('a: "1"\n---\nb: x\n');
  });

  test("from standard input; - is standard output", async () => {
    await runInMemory(["expand", "-e", "A=1", "-o", folder.at("out")], { stdin: "$(A)" });
    expect(read("out")).toBe("1");
    expect(await runInMemory(["expand", "-e", "A=1", "-o", "-"], { stdin: "$(A)" })).toMatchObject({ output: "1" });
  });

  test.each<[args: string[], text: string, code: number]>([
    [["--yaml"], "a: $(A)\n---\n[1\n", 2],
    [["--strict"], "$(A)$(B)", 1],
  ])("the old file stays where that fails: %j", async (args, text, code) => {
    folder.file("out", "old");
    expect(await runInMemory(["expand", ...args, "-e", "A=1", "-o", folder.at("out")], { stdin: text })).toMatchObject({
      code,
      output: "",
    });
    expect([read("out"), names()]).toEqual(["old", ["out"]]);
  });

  test("the input cannot be the output", async () => {
    const file = folder.file("file", "$(A)");
    const { code, messages } = await runInMemory(["expand", "-e", "A=1", "-o", file, file]);
    expect(code).toBe(2);
    expect(messages[0]).toMatch(`${file}: this output file is the input ${file}; `);
    expect(read("file")).toBe("$(A)");
  });

  test.each(["file", "none"])("a link to %s cannot be the output", async (to) => {
    folder.file("file", "old");
    symlinkSync(to, folder.at("out"));
    const { code, messages } = await runInMemory(["expand", "-o", folder.at("out")], { stdin: "new" });
    expect(code).toBe(2);
    expect(messages).toEqual([
      `varexpand: ${folder.at("out")}: is a symbolic link; write to the file that it refers to, or remove the link`,
    ]);
    expect([read("file"), names()]).toEqual(["old", ["file", "out"]]);
  });

  test("an env file cannot be the output", async () => {
    const file = folder.file("file", "A='1'");
    expect(await runInMemory(["expand", "--envfile", file, "-o", file], { stdin: "" })).toMatchObject({ code: 2 });
    expect(read("file")).toBe("A='1'");
  });

  test("with --list-variables, the list", async () => {
    await runInMemory(["expand", "--list-variables", "-o", folder.at("out")], { stdin: "$(A)" });
    expect(read("out")).toBe("A\t1\t<stdin>:1:1\n");
  });

  test("writes to a pipe before the input ends", () => {
    const script = "mkfifo pipe; (varexpand expand -e A=1 -o pipe <<< '$(A)$(A)' &) ; cat pipe";
    expect(bash(folder.path, script)).toMatchObject({ status: 0, stdout: "11\n" });
  });
});

describe("directories", () => {
  test("reads their files and reports skipped ones; -R reads subdirectories", async () => {
    folder.write({
      "d/b.yaml": "b: $(A)\n",
      "d/a.json": '"$(A)"\n',
      "d/notes.txt": "$(A)",
      "d/sub/c.yml": "c: $(A)\n",
    });
    const outcome = await runInMemory(["expand", "-e", "A=1", folder.at("d")]);
    expect(outcome).toMatchObject({ code: 0, output: '"1"\n---\nb: 1\n' });
    expect(outcome.messages.join()).toMatch(/skipped/);
    expect(await runInMemory(["expand", "-e", "A=1", "-R", "-f", folder.at("d")])).toMatchObject({
      code: 0,
      output: '"1"\n---\nb: 1\n---\nc: 1\n',
    });
  });

  test("-i writes the files that change", async () => {
    folder.write({ "d/a.yaml": "a: $(A)\n", "d/b.yaml": "b: 1\n" });
    expect(await runInMemory(["expand", "-i", "-e", "A=1", "-f", folder.at("d")])).toMatchObject({
      code: 0,
      output: "",
    });
    expect([read("d/a.yaml"), read("d/b.yaml")]).toEqual(["a: 1\n", "b: 1\n"]);
  });

  test("without a file to read", async () => {
    folder.write({ "d/notes.txt": "$(A)" });
    const { code, messages } = await runInMemory(["expand", folder.at("d")]);
    expect(code).toBe(2);
    expect(messages.at(-1)).toBe(
      `varexpand: ${folder.at("d")}: no file there ends in .yaml, .yml or .json; name the files, or a pattern in quotes: '**/*.conf'`,
    );
  });

  test("-i requires the name of a file", async () => {
    expect(await runInMemory(["expand", "-i"], { stdin: "$(A)" })).toMatchObject({ code: 2, output: "" });
  });
});
