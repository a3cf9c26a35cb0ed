/** Which kustomizations use those of the inputs. */
import { relative } from "node:path";
import { describe, expect, test } from "vitest";
import { FolderHost } from "../../src/cli/manifests/folder-host.ts";
import type { RepositoryHost } from "../../src/repository/folders.ts";
import { Repository } from "../../src/repository/repository.ts";
import { TextManifest } from "../../src/repository/text-manifest.ts";
import { FolderPerTest } from "../cli/temporary.ts";

const folder = new FolderPerTest();
const resources = (...paths: string[]) => `resources: [${paths.join(", ")}]\n`;

/** The folders of the kustomizations that no other one uses, for files and the folders that were searched for them. */
function rootsOf(files: readonly string[], folders: readonly string[] = []): string[] {
  const manifests = files.map((name) => new TextManifest({ name, path: folder.at(name), isFound: true }, ""));
  const searched = folders.map((name) => folder.at(name));
  const input = { manifests, searched, home: process.cwd(), nameOf: (path: string) => path };
  const { roots } = new Repository(new FolderHost(), input).kustomizations;
  return roots.map((root) => relative(folder.path, root));
}

describe("kustomizations that use a base", () => {
  const base = { "a/b/base/kustomization.yaml": resources("web.yaml"), "a/b/base/web.yaml": "" };
  const inBase = ["a/b/base/web.yaml"];

  test.each([
    ["next to it", "a/b/dev", "../base", ["a/b/dev"]],
    ["below the folder above it", "a/b/x/y/dev", "../../../base", ["a/b/x/y/dev"]],
    ["two folders above it", "a", "b/base", ["a"]],
    ["below the second folder above it", "a/x/dev", "../../b/base", ["a/x/dev"]],
    ["below the third folder above it", "dev", "../a/b/base", ["a/b/base"]],
    ["in a hidden folder", "a/b/.dev", "../base", ["a/b/base"]],
    ["in an installed package", "a/b/node_modules/dev", "../../base", ["a/b/base"]],
    ["next to it, but not using it", "a/b/dev", "web.yaml", ["a/b/base"]],
  ])("%s", (_, overlay, path, roots) => {
    folder.write({ ".git/HEAD": "", ...base, [`${overlay}/kustomization.yaml`]: resources(path) });
    expect(rootsOf(inBase)).toEqual(roots);
  });

  test("a kustomization above it belongs to it at any distance", () => {
    folder.write({ ".git/HEAD": "", ...base, "kustomization.yaml": resources("a/b/base") });
    expect(rootsOf(inBase)).toEqual([""]);
  });

  const overlay = { "a/dev/kustomization.yaml": resources("../b/base") };

  test("are searched only in its repository", () => {
    folder.write({ "a/b/.git/HEAD": "", ...base, ...overlay });
    expect(rootsOf(inBase)).toEqual(["a/b/base"]);
    folder.write({ "a/.git/HEAD": "" });
    expect(rootsOf(inBase)).toEqual(["a/b/base"]);
  });

  test("are not searched outside a repository and the working directory", () => {
    folder.write({ ...base, ...overlay });
    expect(rootsOf(inBase)).toEqual(["a/b/base"]);
  });

  test("are not searched where the inputs come from", () => {
    folder.write({ ".git/HEAD": "", ...base, ...overlay });
    expect(rootsOf(inBase, ["a"])).toEqual(["a/b/base"]);
    expect(rootsOf(inBase, ["a/b"])).toEqual(["a/dev"]);
    expect(rootsOf(inBase, ["a/b/base"])).toEqual(["a/dev"]);
    expect(rootsOf([...inBase, "a/dev/kustomization.yaml"], ["a"])).toEqual(["a/dev"]);
  });

  test("count even if they use only one of several inputs", () => {
    folder.write({ ".git/HEAD": "", ...base, ...overlay, "a/b/other/kustomization.yaml": resources("x.yaml") });
    expect(rootsOf([...inBase, "a/b/other/x.yaml"])).toEqual(["a/b/other", "a/dev"]);
  });

  test("are searched in a limited number of folders", () => {
    const listed = new Set<string>();
    const others = Array.from({ length: 5000 }, (_, i) => `f${i}/`);
    const host: RepositoryHost = {
      list(path) {
        listed.add(path);
        if (path === "/r") return [".git/", "base/", ...others];
        if (path === "/r/base") return ["kustomization.yaml", "web.yaml"];
        return /^\/r\/f\d+$/.test(path) ? [] : undefined;
      },
      read: (path) => (path === "/r/base/kustomization.yaml" ? resources("web.yaml") : undefined),
    };
    const manifests = [new TextManifest({ name: "web.yaml", path: "/r/base/web.yaml", isFound: true }, "")];
    const input = { manifests, searched: [], home: "/r", nameOf: (path: string) => path };
    expect(new Repository(host, input).kustomizations.roots).toEqual(["/r/base"]);
    expect(listed.size).toBeGreaterThan(1000);
    expect(listed.size).toBeLessThan(3000);
  });

  test("can use it indirectly", () => {
    folder.write({ ".git/HEAD": "", ...base, ...overlay, "a/prod/kustomization.yaml": resources("../dev") });
    expect(rootsOf(inBase)).toEqual(["a/prod"]);
  });
});
