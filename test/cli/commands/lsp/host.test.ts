/** The files that `varexpand lsp` looks at. */
import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FileHost } from "../../../../src/cli/commands/lsp/host.ts";
import type { CommandIo } from "../../../../src/cli/frame/io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const host = () => new FileHost("kubelet", {} as CommandIo);

test("names are paths with slashes", () => {
  expect(host().nameOf("file:///a/b%20c.yaml")).toBe("/a/b c.yaml");
  expect(host().uriOf("/a/b c.yaml")).toBe("file:///a/b%20c.yaml");
  expect(host().nameOf("untitled:a")).toBeUndefined();
  expect(host().nameOf("file:///a%2fb")).toBeUndefined();
  expect(host().folderOf("/a/b/c.yaml")).toBe("/a/b");
});

test.each([
  [".varexpand.yaml", true],
  ["kustomization.yaml", true],
  ["kustomization.yml", true],
  ["Kustomization", true],
  ["Kustomization.bak", false],
  ["my-kustomization.yaml", false],
  ["kustomization.yaml~", false],
  ["pod.yaml", false],
])("%s contains settings for other files: %s", (name, isSetting) => {
  expect(host().isSetting(`/a/${name}`)).toBe(isSetting);
});

describe("the files beside one", () => {
  test("are manifests and env files, not folders", () => {
    folder.write({ "b.yaml": "", "a.json": "{}", "app.env": "", ".env.local": "", ".varexpand.yaml": "", "a.md": "" });
    mkdirSync(folder.at("c.yaml"));
    folder.file("d/e.yaml");
    const found = host().filesIn(folder.path);
    expect(found.map(({ name }) => name).sort()).toEqual(
      [".env.local", "a.json", "app.env", "b.yaml"].map((name) => folder.at(name)),
    );
  });

  test("exclude links that lead nowhere or to themselves", () => {
    folder.file("a.yaml");
    symlinkSync("loop.yaml", folder.at("loop.yaml"));
    symlinkSync("none.yaml", folder.at("gone.yaml"));
    symlinkSync("a.yaml", folder.at("link.yaml"));
    const found = host().filesIn(folder.path);
    expect(found.map(({ name }) => name)).toEqual(["a.yaml", "link.yaml"].map((name) => folder.at(name)));
    const hasValue = (name: string) => host().hasFile(folder.at(name));
    expect(["a.yaml", "link.yaml", "loop.yaml", "gone.yaml"].map(hasValue)).toEqual([true, true, false, false]);
  });

  test("are read again after a change", () => {
    const stamp = () => host().filesIn(folder.path)[0]!.stamp;
    folder.file("a.yaml", "a");
    const before = stamp();
    expect(stamp()).toBe(before);
    folder.file("a.yaml", "ab");
    expect(stamp()).not.toBe(before);
  });

  test("no files in a missing directory, and no large files", () => {
    expect(host().filesIn(folder.at("none"))).toEqual([]);
    truncateSync(folder.file("a.yaml"), 4 << 20);
    truncateSync(folder.file("b.yaml"), (4 << 20) + 1);
    expect(
      host()
        .filesIn(folder.path)
        .map(({ name }) => name),
    ).toEqual([folder.at("a.yaml")]);
  });

  test("are limited in number", () => {
    for (let i = 0; i < 17; i++) truncateSync(folder.file(`${i + 10}.yaml`), 4 << 20);
    expect(host().filesIn(folder.path)).toHaveLength(16);
  });
});

test("a file's text is undefined if it is not UTF-8 or does not exist", () => {
  folder.file("a.yaml", "\ufeffa: é\n");
  folder.file("b.yaml", Uint8Array.of(0xff));
  expect(host().read(folder.at("a.yaml"))).toBe("a: é\n");
  expect(host().read(folder.at("b.yaml"))).toBeUndefined();
  expect(host().read(folder.at("c.yaml"))).toBeUndefined();
  expect(host().read(folder.path)).toBeUndefined();
});

describe("settings", () => {
  const settingsOf = (name: string) => host().settingsOf(folder.at(name));

  test("without a configuration", () => {
    folder.file(".git/HEAD");
    expect(settingsOf("a.yaml")).toMatchObject({
      file: folder.at("a.yaml"),
      kind: undefined,
      profile: "kubelet",
      role: { isPatched: false, isExpected: false, isInSuite: false },
      extraKinds: [],
    });
  });

  test("those of the configuration", () => {
    folder.write({
      ".git/HEAD": "",
      ".varexpand.yaml": "known: [A*]\nenvFiles: [a/*.conf]\ntemplates: [{kind: Site, path: spec.pod}]\n",
    });
    const settings = settingsOf("a/x.conf");
    expect(settings).toMatchObject({ kind: "envfile", extraKinds: [{ kind: "Site", location: "spec.pod" }] });
    expect(["AB", "BA"].map((name) => settings.isKnown(name))).toEqual([true, false]);
    expect(settingsOf("x.conf").kind).toBeUndefined();
    expect(settingsOf(".varexpand.yaml").kind).toBe("other");
  });

  test("reports an invalid configuration once, until everything is read again", () => {
    folder.write({ ".git/HEAD": "", ".varexpand.yaml": "x: 1\n", "a/b.yaml": "" });
    const one = host();
    one.settingsOf(folder.at("a.yaml"));
    one.settingsOf(folder.at("a/b.yaml"));
    const [problem, ...more] = one.problems();
    expect(problem).toContain('.varexpand.yaml:1:1: unknown key "x"');
    expect([more, one.problems()]).toEqual([[], []]);
    one.forget();
    one.settingsOf(folder.at("a.yaml"));
    expect(one.problems()).toEqual([problem]);
  });
});
