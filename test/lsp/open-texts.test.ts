/** The texts of an editor, and the files around them. */
import { expect, test } from "vitest";
import type { LanguageHost } from "../../src/lsp/host.ts";
import { OpenTexts } from "../../src/lsp/open-texts.ts";
import { defaultSettings } from "../../src/lsp/settings.ts";

/** Open texts above files, which a test can change. */
function textsAbove(files: Map<string, string>): OpenTexts {
  const folderOf = (name: string) => name.slice(0, name.lastIndexOf("/"));
  const host: Partial<LanguageHost> = {
    folderOf,
    filesIn: (folder) => [...files].flatMap(([name, stamp]) => (folderOf(name) === folder ? { name, stamp } : [])),
    read: (name) => files.get(name),
    projectOf: () => undefined,
    files: { list: () => undefined, read: (path) => files.get(path) },
    forgetProjects() {},
    isSetting: (name) => name.endsWith(".toml"),
    forget() {},
    settingsOf: defaultSettings,
  };
  return new OpenTexts(host as LanguageHost);
}

test("an open text overrides its file until it is closed; then changes of the file count", () => {
  const files = new Map([
    ["/k/a.yaml", "a: file"],
    ["/k/b.yaml", "b: file"],
    ["/l/c.yaml", "c: file"],
  ]);
  const texts = textsAbove(files);
  const shown = () => ["/k/a.yaml", "/k/b.yaml", "/l/c.yaml"].map((name) => texts.textOf(name));
  texts.set("/k/a.yaml", "a: open");
  texts.set("/k/b.yaml", "b: open");
  expect(shown()).toEqual(["a: open", "b: open", "c: file"]);
  expect([texts.openIn("/k"), texts.openIn("/l"), texts.around("/k/a.yaml")]).toEqual([
    ["/k/a.yaml", "/k/b.yaml"],
    [],
    ["/k"],
  ]);
  texts.close("/k/a.yaml");
  expect(shown()).toEqual(["a: file", "b: open", "c: file"]);
  expect([texts.openIn("/k"), texts.view("/k/a.yaml")?.kind]).toEqual([["/k/b.yaml"], "manifest"]);
  texts.close("/k/b.yaml");
  expect([texts.view("/k/a.yaml"), texts.view("/k/b.yaml")]).toEqual([undefined, undefined]);
  for (const [name, text] of files) files.set(name, text.replace("file", "saved"));
  expect(shown()).toEqual(["a: saved", "b: saved", "c: saved"]);
});

test("only folders with open texts are read again, or all of them after a change of a configuration", () => {
  const files = new Map([
    ["/k/a.yaml", "a: file"],
    ["/k/b.yaml", "b: file"],
    ["/l/c.yaml", "c: file"],
  ]);
  const texts = textsAbove(files);
  texts.set("/k/a.yaml", "a: open");
  texts.set("/l/d.yaml", "d: open");
  const shown = () => ["/k/a.yaml", "/k/b.yaml", "/l/c.yaml", "/l/d.yaml"].map((name) => texts.textOf(name));
  files.set("/k/b.yaml", "b: saved").set("/l/c.yaml", "c: saved").set("/k/a.yaml", "a: saved");
  expect(texts.refresh(["/k/b.yaml", "/k/a.yaml", "m/x.yaml"])).toEqual(["/k"]);
  expect(shown()).toEqual(["a: open", "b: saved", "c: file", "d: open"]);
  files.delete("/k/b.yaml");
  expect(texts.refresh(["m/x.yaml", "m/varexpand.toml"])).toEqual(["/k", "/l"]);
  expect(shown()).toEqual(["a: open", undefined, "c: saved", "d: open"]);
  texts.close("/l/d.yaml");
  expect(texts.refresh(["/l/c.yaml", "x.toml"])).toEqual(["/k"]);
});
