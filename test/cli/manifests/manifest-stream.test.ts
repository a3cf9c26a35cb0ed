import { appendFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SkippedFiles } from "../../../src/cli/files/skipped-files.ts";
import { InputError } from "../../../src/cli/frame/errors.ts";
import type { CommandIo } from "../../../src/cli/frame/io.ts";
import { readManifestFile } from "../../../src/cli/manifests/manifest-file.ts";
import { ManifestStream } from "../../../src/cli/manifests/manifest-stream.ts";
import { TemporaryFolder } from "../temporary.ts";

const folder = new TemporaryFolder();
const DOCUMENTS = `---\n#${"x".repeat(9990)}\na: 1\n`.repeat(1000);

const named = (file: string) => ({ file, isFound: false });

function ioOf(stdin: string): CommandIo {
  const bytes = Buffer.from(stdin);
  let at = 0;
  return {
    read(into) {
      const count = bytes.copy(into, 0, at);
      at += count;
      return count;
    },
    write() {},
    report() {},
    environment: {},
    colors: false,
  };
}

function textOf(stream: ManifestStream): string {
  let text = "";
  for (const part of stream.parts()) text += part.text;
  return text;
}

test.each([
  [1000, ""],
  [1001, "..."],
])("of a file's name of %i characters, messages show a thousand", (length, rest) => {
  folder.file("a.yaml", "a: [");
  const file = `${folder.path}${"/".repeat(length - folder.path.length - "a.yaml".length)}a.yaml`;
  const shown = file.slice(0, 1000) + rest;
  expect(new ManifestStream({ file, isFound: false }, ioOf("")).name).toBe(shown);
  expect(() => readManifestFile(file, ioOf(""))).toThrow(`${shown}:1:5: the text ends before a [ or { is closed`);
});

test("standard input is read as often as one likes, whether it fits into memory or not", () => {
  for (const text of ["", "a: 1\n", DOCUMENTS]) {
    const stream = new ManifestStream(named("-"), ioOf(text));
    for (let time = 0; time < 2; time++) expect(textOf(stream) === text).toBe(true);
    stream.close();
  }
});

describe("a file that changes", () => {
  const changed = (path: string) => new InputError(`${path}: the file changed while it was read`);

  test("between two readings", () => {
    const path = folder.file("between", "a: 1\n");
    const stream = new ManifestStream(named(path), ioOf(""));
    expect(textOf(stream)).toBe("a: 1\n");
    expect(textOf(stream)).toBe("a: 1\n");
    writeFileSync(path, "b: 2\n");
    utimesSync(path, 1, 1);
    expect(() => textOf(stream)).toThrow(changed(path));
  });

  test("for another one of the same size and age", () => {
    const path = folder.file("replaced", "a: 1\n");
    const other = folder.file("other", "b: 2\n");
    for (const each of [path, other]) utimesSync(each, 1, 1);
    const stream = new ManifestStream(named(path), ioOf(""));
    textOf(stream);
    renameSync(other, path);
    expect(() => textOf(stream)).toThrow(changed(path));
  });

  test("while it is read: also if nothing can be made of it then", () => {
    for (const more of ["b: 2\n", "'"]) {
      const path = folder.file("while", "---\na: 1\n---\nb: 2\n");
      const parts = new ManifestStream(named(path), ioOf("")).parts();
      parts.next();
      appendFileSync(path, more);
      expect(() => [...parts]).toThrow(changed(path));
    }
  });
});

test("errors have the file's name and position", () => {
  const path = folder.file("wrong", "a: 1\n---\nb: [\n");
  expect(() => textOf(new ManifestStream(named(path), ioOf("")))).toThrow(
    new InputError(`${path}:4:1: the text ends before a [ or { is closed`),
  );
  expect(() => textOf(new ManifestStream(named(folder.at("none")), ioOf("")))).toThrow(
    new InputError(`${folder.at("none")}: no such file or directory`),
  );
});

describe("a file of a directory that is neither YAML nor JSON", () => {
  const OTHER = "skipped 1 file of other types";
  const template = (file: string) => `skipped 1 file that is not YAML: ${file}; try the rendered output`;
  const problem = (file: string) => expect.stringMatching(`^${file}:[0-9]+:[0-9]+: .*; skipped$`);

  test.each<[name: string, text: string, line: (file: string) => unknown]>([
    ["before-a-key.json", '{\n  // x\n  "a": [}', () => OTHER],
    ["after-a-comma.json", '{"a": 1,// x\n"b": [}', () => OTHER],
    ["after-a-space.json", '{"a": 1, \t/* x */ "b": [}', () => OTHER],
    ["in-a-string.json", '{"a": "http://x/*", "b": [}', problem],
    ["no-comment.json", '{"a": 1, "b": [}', problem],
    ["comment.yaml", "// x\na: [}", problem],
    ["helm.yaml", "a: {{ .Values.a }}\nb: [}", template],
    ["jinja.yaml", "{% if x %}\na: b: c", template],
    ["erb.yaml", "a: b: <%= x %>", template],
    ["helm.json", '{"a": {{ x }} }', template],
  ])("%s: %j", (name, text, line) => {
    const file = folder.file(name, text);
    const skipped = new SkippedFiles();
    const stream = new ManifestStream({ file, isFound: true }, ioOf(""), { skipped });
    expect([[...stream.parts()], [...stream.parts()], skipped.lines()]).toEqual([[], [], [line(file)]]);
  });
});

test("an error that is not about the text is thrown on as it is", () => {
  const parts = new ManifestStream(named(folder.file("right", "a: 1\n---\nb: 2\n")), ioOf("")).parts();
  parts.next();
  expect(() => parts.throw(new RangeError("of the reader"))).toThrow(new RangeError("of the reader"));
});
