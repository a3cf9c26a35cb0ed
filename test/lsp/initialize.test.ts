/** What the language server offers to clients of different abilities. */
import { relative } from "node:path";
import { describe, expect, test } from "vitest";
import { FolderPerTest } from "../cli/temporary.ts";
import { MemoryClient, uriOf } from "./memory-client.ts";

const folder = new FolderPerTest();

const ALWAYS = {
  textDocumentSync: { openClose: true, change: 2, save: { includeText: false } },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentSymbolProvider: true,
  renameProvider: { prepareProvider: true },
  codeActionProvider: { codeActionKinds: ["quickfix"] },
  completionProvider: { triggerCharacters: ["(", "{", "."] },
};

async function capabilities(given: object): Promise<unknown> {
  const result = (await new MemoryClient().initialize([folder.path], given)) as { capabilities: unknown };
  return result.capabilities;
}

describe("capabilities", () => {
  test("of a client that has none", async () => {
    expect(await capabilities({})).toEqual(ALWAYS);
    expect(await capabilities({ workspace: { workspaceFolders: false }, general: {} })).toEqual(ALWAYS);
  });

  test("of one that changes its folders, and counts characters", async () => {
    expect(
      await capabilities({ workspace: { workspaceFolders: true }, general: { positionEncodings: ["utf-8"] } }),
    ).toEqual({
      ...ALWAYS,
      positionEncoding: "utf-16",
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    });
  });
});

const POD =
  "kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i, args: [$(A)], env: [{name: A, value: a}]}]}\n";
const LINE = POD.split("\n")[2]!;
const AT = { line: 2, character: LINE.indexOf("$(A)") + 2 };

async function hover(client: MemoryClient): Promise<unknown> {
  const path = folder.file("a/pod.yaml", POD);
  client.open(path, POD);
  return (await client.ask<{ contents: unknown }>("hover", path, AT)).contents;
}

const TEXT = (file: string) => `A in Pod/p, container c: "a"\n  "a"  value, ${file}:3:${LINE.indexOf("A, value") + 1}`;

test("a hover is plain text, or Markdown for a client that shows it", async () => {
  for (const contentFormat of [undefined, [], ["plaintext"], ["plaintext", "markdown"]]) {
    const client = new MemoryClient();
    await client.initialize([folder.path], { textDocument: { hover: { contentFormat } } });
    const isMarkdown = contentFormat?.includes("markdown") === true;
    expect(await hover(client)).toEqual(
      isMarkdown
        ? { kind: "markdown", value: `\`\`\`text\n${TEXT("a/pod.yaml")}\n\`\`\`` }
        : { kind: "plaintext", value: TEXT("a/pod.yaml") },
    );
  }
});

test("places are relative to the nearest folder of the workspace, which can change", async () => {
  const client = new MemoryClient();
  await client.initialize([folder.path, folder.at("a/")], { workspace: { workspaceFolders: true } });
  expect(await hover(client)).toMatchObject({ value: TEXT("pod.yaml") });
  const change = (added: string[], removed: string[]) => {
    const folders = (names: string[]) => names.map((name) => ({ uri: uriOf(name), name }));
    const event = { added: folders(added), removed: folders(removed) };
    client.notify("workspace/didChangeWorkspaceFolders", { event });
    return hover(client);
  };
  expect(await change([], [folder.at("a/")])).toMatchObject({ value: TEXT("a/pod.yaml") });
  expect(await change([], [folder.path])).toMatchObject({ value: TEXT(folder.at("a/pod.yaml")) });
  expect(await change([folder.at("a")], [])).toMatchObject({ value: TEXT("pod.yaml") });
});

test("a byte order mark is a character of the document, for each question about a place", async () => {
  const client = new MemoryClient();
  await client.initialize([folder.path]);
  const text =
    "{kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, args: [$(B)], env: [{name: A, value: x}]}]}}\n";
  const path = folder.file("pod.yaml", text);
  client.open(path, `\ufeff${text}`);
  const [start, end] = [text.indexOf("$(B)") + 1, text.indexOf("$(B)") + 5];
  const range = (from: number, to: number) => ({
    start: { line: 0, character: from },
    end: { line: 0, character: to },
  });
  const [finding] = await client.diagnostics(path, 1);
  expect(finding).toMatchObject({ code: "undefined-reference", range: range(start, end) });
  const hasActions = async (from: number, to: number) => {
    const params = { textDocument: { uri: uriOf(path) }, range: range(from, to), context: { diagnostics: [] } };
    return (await client.request<readonly unknown[]>("textDocument/codeAction", params)).length > 0;
  };
  const ranges = [[1, start - 1] as const, [1, start] as const, [end, end + 9] as const, [end + 1, end + 9] as const];
  const found = await Promise.all(ranges.map(([from, to]) => hasActions(from, to)));
  expect(found).toEqual([false, true, true, false]);
  const name = text.indexOf("name: A") + 7;
  const at = { line: 0, character: name };
  expect(await client.ask("prepareRename", path, at)).toEqual({ range: range(name, name + 1), placeholder: "A" });
  expect(await client.ask("hover", path, { line: 0, character: start })).toMatchObject({ range: range(start, end) });
});

test("an invalid configuration is reported once", async () => {
  const client = new MemoryClient();
  await client.initialize([folder.path]);
  folder.write({ ".varexpand.yaml": "rulez: {}\n" });
  for (const name of ["a.yaml", "b.yaml"]) {
    client.open(folder.at(name), POD);
    await client.diagnostics(folder.at(name), 1);
  }
  await client.ask("hover", folder.at("b.yaml"), AT);
  const shown = client.messages.filter(({ method }) => method === "window/showMessage");
  const file = relative(process.cwd(), folder.at(".varexpand.yaml"));
  expect(shown.map(({ params }) => params)).toEqual([
    { type: 2, message: `varexpand: ${file}:1:1: unknown key "rulez"; did you mean rules?` },
  ]);
});

test("files to watch are registered only with a client that can", async () => {
  for (const dynamicRegistration of [true, false]) {
    const client = new MemoryClient();
    await client.initialize([folder.path], { workspace: { didChangeWatchedFiles: { dynamicRegistration } } });
    await hover(client);
    const registered = client.messages.filter(({ method }) => method === "client/registerCapability");
    const globs = ["**/*.{yaml,yml,json,env}", "**/.env*", "**/Kustomization", "**/.gardenignore"];
    const watchers = globs.map((globPattern) => ({ globPattern }));
    expect(registered.map(({ params }) => params)).toEqual(
      dynamicRegistration
        ? [
            {
              registrations: [
                { id: expect.any(String), method: "workspace/didChangeWatchedFiles", registerOptions: { watchers } },
              ],
            },
          ]
        : [],
    );
  }
});
