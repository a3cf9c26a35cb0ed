/** The documents of a client: their texts, and places in them. */
import { describe, expect, test } from "vitest";
import type { TextDocuments } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { rangeIn, SeenDocuments } from "../../src/lsp/documents.ts";
import type { LanguageHost } from "../../src/lsp/host.ts";
import type { OpenTexts } from "../../src/lsp/open-texts.ts";
import type { TextView } from "../../src/lsp/view.ts";

/** What a client has opened, beside files that it has not. */
function seenWith(opened: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = {}) {
  const texts = new Map(Object.entries(files));
  const set: string[] = [];
  const documents: Pick<TextDocuments<TextDocument>, "get"> = {
    get: (uri) => (opened[uri] === undefined ? undefined : TextDocument.create(uri, "yaml", 1, opened[uri])),
  };
  const host: Partial<LanguageHost> = {
    nameOf: (uri) => (uri.startsWith("file://") ? uri.slice(7) : undefined),
    uriOf: (name) => `file://${name}`,
  };
  const open: Partial<OpenTexts> = {
    view: () => ({}) as TextView,
    textOf: (name) => texts.get(name),
    set(name, text) {
      set.push(name);
      texts.set(name, text);
    },
  };
  const seen = new SeenDocuments(host as LanguageHost, documents as TextDocuments<TextDocument>, open as OpenTexts);
  return { seen, set };
}

describe("a document", () => {
  test.each([
    ["a: é\n", "a: é\n", 0],
    ["\ufeffa: b\n", "a: b\n", 1],
    ["a\ufeff", "a\ufeff", 0],
    ["\ufeff\ufeffa", "\ufeffa", 1],
    ["", "", 0],
    ["x".repeat(4_194_304), "x".repeat(4_194_304), 0],
    ["x".repeat(4_194_305), "", 0],
  ])("%#", (written, text, mark) => {
    const { seen } = seenWith({ "file:///k/a.yaml": written });
    seen.change("file:///k/a.yaml");
    const found = seen.at("file:///k/a.yaml")!;
    expect(found.text === text).toBe(true);
    expect(found.mark).toBe(mark);
  });

  test("that is not open, or no file, is nothing to look at", () => {
    const { seen, set } = seenWith({ "untitled:a": "a", "file:///a.yaml": "a" });
    for (const uri of ["untitled:a", "file:///b.yaml"]) {
      seen.change(uri);
      expect(seen.at(uri)).toBeUndefined();
    }
    seen.change("file:///a.yaml");
    expect(seen.at("file:///a.yaml")).toBeDefined();
    expect(set).toEqual(["/a.yaml"]);
  });

  test("is read again when it has changed, and with it all that have", () => {
    const { seen, set } = seenWith({ "file:///a.yaml": "a", "file:///b.yaml": "b" });
    seen.change("file:///a.yaml");
    seen.change("file:///b.yaml");
    seen.change("file:///a.yaml");
    seen.at("file:///b.yaml");
    seen.at("file:///a.yaml");
    expect(set).toEqual(["/a.yaml", "/b.yaml"]);
    seen.change("file:///b.yaml");
    seen.at("file:///a.yaml");
    expect(set).toEqual(["/a.yaml", "/b.yaml", "/b.yaml"]);
  });
});

test("locations: in documents as the client has them, in files, and nowhere", () => {
  const { seen } = seenWith({ "file:///a.yaml": "\ufeffa: b\n" }, { "/b.yaml": "a:\n  bcd\n" });
  seen.change("file:///a.yaml");
  const place = (name: string, start: number, end: number) => ({ name, start, end });
  const range = (line: number, from: number, to: number) => ({
    start: { line, character: from },
    end: { line, character: to },
  });
  const places = [place("/a.yaml", 3, 4), place("/none.yaml", 0, 1), place("/b.yaml", 5, 8)];
  expect(seen.locations(places)).toEqual([
    { uri: "file:///a.yaml", range: range(0, 4, 5) },
    { uri: "file:///b.yaml", range: range(1, 2, 5) },
  ]);
  expect(rangeIn(seen.at("file:///a.yaml")!, { start: 0, end: 3 })).toEqual(range(0, 1, 4));
});

test.each<[folders: string[], name: string, text: string]>([
  [["file:///w"], "/w/k/a.yaml", "k/a.yaml:2:3"],
  [["file:///w/"], "/w/k/a.yaml", "k/a.yaml:2:3"],
  [["file:///w", "file:///w/k", "file:///"], "/w/k/a.yaml", "a.yaml:2:3"],
  [["file:///w/k", "file:///w"], "/w/k/a.yaml", "a.yaml:2:3"],
  [["file:///w/k"], "/w/kk/a.yaml", "/w/kk/a.yaml:2:3"],
  [["untitled:w"], "/w/a.yaml", "/w/a.yaml:2:3"],
  [[], "/w/a\u001b.yaml", "/w/a\\u001b.yaml:2:3"],
])("folders %j: the place in %j is %j", (folders, name, text) => {
  const { seen } = seenWith({}, { [name]: "a:\n  b\n" });
  seen.folders = folders;
  expect(seen.placeText({ name, start: 5, end: 6 })).toBe(text);
});

test("a place in a file that is not there any more, with a long name", () => {
  const { seen } = seenWith({});
  expect(seen.placeText({ name: "x".repeat(996), start: 0, end: 0 })).toBe(`${"x".repeat(996)}:1:1`);
  expect(seen.placeText({ name: "x".repeat(997), start: 0, end: 0 })).toBe(`${"x".repeat(997)}:1:...`);
});
