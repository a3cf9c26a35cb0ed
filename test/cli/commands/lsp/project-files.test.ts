/** The Garden projects that `varexpand lsp` looks at. */
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ProjectFiles } from "../../../../src/cli/commands/lsp/project-files.ts";
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
