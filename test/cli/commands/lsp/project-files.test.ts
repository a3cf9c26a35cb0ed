/** The Garden projects that `varexpand lsp` looks at. */
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ProjectFiles } from "../../../../src/cli/commands/lsp/project-files.ts";
import { VariablesError } from "../../../../src/garden/variables/error.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const PROJECT = "kind: Project\nname: shop\nenvironments: [{name: dev}]\n";
const folderOf = (name: string) => new ProjectFiles().projectOf(folder.at(name));

describe("the directory of a file's project", () => {
  test.each<[files: Record<string, string>, found: string | undefined]>([
    [{ "a/b/project.garden.yml": PROJECT }, "a/b"],
    [{ "a/project.garden.yml": PROJECT }, "a"],
    [{ "a/garden.yml": PROJECT, "a/b/garden.yml": PROJECT }, "a/b"],
    [{ "a/garden.yml": PROJECT, "a/b/garden.yml": "kind: Build\nname: web\n" }, "a"],
    // The second document, and quotes.
    [{ "a/garden.yml": `kind: Build\nname: web\n---\n${PROJECT}` }, "a"],
    [{ "a/garden.yml": `"kind" : 'Project'\nname: shop\n` }, "a"],
    // What is broken, or will be one.
    [{ "a/garden.yml": `${PROJECT}variables: [\n` }, "a"],
    [{ "a/garden.yml": "kind: Projects\nname: shop\n" }, undefined],
    [{ "a/garden.yml": "# kind: Project\n" }, undefined],
    [{ "a/other.yml": PROJECT }, undefined],
    // A repository ends with its root.
    [{ "a/garden.yml": PROJECT, "a/b/.git/HEAD": "" }, undefined],
    [{ "a/garden.yml": PROJECT, "a/.git/HEAD": "" }, "a"],
  ])("%j: %s", (files, found) => {
    folder.write({ ".git/HEAD": "", ...files });
    expect(folderOf("a/b/c.yaml")).toBe(found && folder.at(found));
  });

  test("is cached until projects are forgotten", () => {
    folder.write({ ".git/HEAD": "", "a/garden.yml": PROJECT });
    const projects = new ProjectFiles();
    expect(projects.projectOf(folder.at("a/b/c.yaml"))).toBe(folder.at("a"));
    expect(projects.projectOf(folder.at("c.yaml"))).toBeUndefined();
    rmSync(folder.at("a/garden.yml"));
    folder.file("garden.yml", PROJECT);
    expect(projects.projectOf(folder.at("a/b/d.yaml"))).toBe(folder.at("a"));
    expect(projects.projectOf(folder.at("d.yaml"))).toBeUndefined();
    projects.forgetProjects();
    expect(projects.projectOf(folder.at("a/b/c.yaml"))).toBe(folder.path);
    expect(projects.projectOf(folder.at("c.yaml"))).toBe(folder.path);
  });
});

test("the config files of a project: those that it scans, and that no ignore file excludes", () => {
  folder.write({
    "a/garden.yml": `${PROJECT}scan: {exclude: [out/**]}\ndotIgnoreFile: .skip\n`,
    "a/.skip": "b/garden.yml\n",
    "a/b/garden.yml": "",
    "a/c/x.garden.yaml": "",
    "a/c/garden.yml/x": "",
    "a/c/other.yml": "",
    "a/out/garden.yml": "",
    "a/node_modules/garden.yml": "",
  });
  const projects = new ProjectFiles();
  expect(projects.configFilesOf(folder.at("a"))).toEqual(["c/x.garden.yaml", "garden.yml"]);
  expect(projects.configFilesOf(folder.at("none"))).toEqual([]);
  const mayBe = (file: string) => projects.mayBeConfigFile(folder.at("a"), file);
  const files = ["garden.yml", "c/x.garden.yaml", "new/garden.yml", "b/garden.yml", "out/garden.yml", "c/other.yml"];
  expect(files.filter(mayBe)).toEqual(["garden.yml", "c/x.garden.yaml", "new/garden.yml"]);
  // A broken project scans everything.
  folder.file("a/garden.yml", `${PROJECT}scan: {exclude: [out/**]}\nvariables: [\n`);
  expect(projects.configFilesOf(folder.at("a"))).toEqual([
    "b/garden.yml",
    "c/x.garden.yaml",
    "garden.yml",
    "out/garden.yml",
  ]);
  expect(mayBe("out/garden.yml")).toBe(true);
});

describe("varfiles", () => {
  const read = (within: string, path: string) => {
    try {
      return new ProjectFiles().readVarfile(folder.at("a"), within, path);
    } catch (error) {
      const { code, file, message } = error as VariablesError;
      return {
        isVariablesError: error instanceof VariablesError,
        code,
        file,
        message: message.replaceAll(folder.path, ""),
      };
    }
  };
  const failed = (code: string, file: string, message: string) => ({
    isVariablesError: true,
    code,
    file,
    message: expect.stringContaining(message),
  });
  const OUTSIDE = "the file must be in that folder";

  test.each<[string, string, unknown]>([
    ["", "x.env", "A=1\n"],
    ["b", "y.env", "B=2\n"],
    ["", "b/y.env", "B=2\n"],
    ["b", "none.env", undefined],
    ["b", "y.env/z", undefined],
    ["", "latin.env", failed("varfile-unreadable", "latin.env", "latin.env:1:3: the file is not valid UTF-8")],
    ["b", "latin.env", failed("varfile-unreadable", "b/latin.env", "b/latin.env:1:3: the file is not valid UTF-8")],
    ["", "b", failed("varfile-unreadable", "b", "this is not a regular file")],
    ["", "../c.env", failed("varfile-outside", "../c.env", `the path leads out of /a; ${OUTSIDE}`)],
    ["b", "link.env", failed("varfile-outside", "b/link.env", `a link leads out of /a/b; ${OUTSIDE}`)],
  ])("in %j: %j", (within, path, expected) => {
    folder.write({ "a/x.env": "A=1\n", "a/b/y.env": "B=2\n", "c.env": "" });
    for (const name of ["a/latin.env", "a/b/latin.env"]) folder.file(name, Uint8Array.of(0x41, 0x3d, 0xff));
    symlinkSync("../../c.env", folder.at("a/b/link.env"));
    expect(read(within, path)).toEqual(expected);
  });

  test("exist if they are regular files, and can be ignored by Git", () => {
    folder.write({ ".git/HEAD": "", ".gitignore": "*.env\n!b.env\n", "a.env": "", "b.env": "" });
    mkdirSync(folder.at("c.env"));
    const projects = new ProjectFiles();
    const names = ["a.env", "b.env", "c.env", "d.env"].map((name) => folder.at(name));
    expect(names.map((name) => projects.hasFile(name))).toEqual([true, true, false, false]);
    expect(names.map((name) => projects.isGitIgnored(name))).toEqual([true, false, true, true]);
  });
});
