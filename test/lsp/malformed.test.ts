/** Messages that no editor sends: each is answered with an error or ignored, and the server goes on. */
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { FolderPerTest } from "../cli/temporary.ts";
import { Client, uriOf } from "./client.ts";

const folder = new FolderPerTest();
let client: Client;

afterEach(() => client.kill());

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: x, args: ["$(HOST)"], env: [{name: HOST, value: db}]}]}
`;
const POSITION = { line: 3, character: 53 };

const REQUESTS = [
  "textDocument/hover",
  "textDocument/definition",
  "textDocument/references",
  "textDocument/completion",
  "textDocument/prepareRename",
  "textDocument/rename",
  "textDocument/documentSymbol",
  "textDocument/codeAction",
  "unknown/request",
];
const NOTIFICATIONS = [
  "textDocument/didOpen",
  "textDocument/didChange",
  "textDocument/didSave",
  "textDocument/didClose",
  "textDocument/willSave",
  "workspace/didChangeWatchedFiles",
  "workspace/didChangeWorkspaceFolders",
  "workspace/didChangeConfiguration",
  "$/cancelRequest",
  "$/setTrace",
  "unknown/notification",
];

/** Parameters of any method; `uri` is that of an open document. */
function malformed(uri: string): unknown[] {
  const other = `${uri}.other.yaml`;
  const documents = [
    null,
    5,
    {},
    { uri: null },
    { uri: 5, version: 1, text: "a: $(B)" },
    { uri: "file:", version: "x" },
  ];
  const changes = [
    null,
    5,
    [null],
    [5],
    [{}],
    [{ text: 5 }],
    [{ range: {}, text: "x" }],
    [{ range: null, text: null }],
  ];
  const positions = [
    null,
    5,
    {},
    { line: "a", character: null },
    { line: -1, character: -1 },
    { line: 1e9, character: NaN },
  ];
  return [
    ...[undefined, null, 5, "text", [], [null], {}],
    ...documents.map((textDocument) => ({ textDocument })),
    // Without a URI, or without text: the second message then finds what the first one opened.
    { textDocument: { languageId: "yaml", version: 1, text: POD } },
    { textDocument: { version: 2 }, contentChanges: [{ text: POD }] },
    { textDocument: { uri: other, languageId: "yaml", version: 1 } },
    { textDocument: { uri: other, version: 2 }, contentChanges: [{ text: POD }] },
    { textDocument: { uri: other, languageId: "yaml", version: 1, text: { length: 5 } } },
    ...changes.map((contentChanges) => ({ textDocument: { uri: other, version: 3 }, contentChanges })),
    ...positions.map((position) => ({ textDocument: { uri }, position, range: { start: position, end: position } })),
    { textDocument: { uri }, position: POSITION, newName: null, context: null, range: null },
    ...[null, 5, [null], [5], [{}], [{ uri: 5 }]].map((list) => ({
      changes: list,
      event: { added: list, removed: list },
    })),
    { event: null, settings: null, id: {}, value: 5 },
  ];
}

test.each(["yaml", "env"])("the server goes on after malformed messages about a .%s file", async (extension) => {
  client = new Client();
  for (const params of [undefined, null, {}, { capabilities: null }]) {
    await client.request("initialize", params).catch(() => {});
  }
  await client.initialize(folder.path, { workspace: { workspaceFolders: true } });
  const path = join(folder.path, "pod.yaml");
  client.open(path, POD);
  const uri = uriOf(join(folder.path, `a.${extension}`));
  client.open(join(folder.path, `a.${extension}`), POD);
  for (const params of malformed(uri)) {
    for (const method of NOTIFICATIONS) client.notify(method, params);
    await Promise.all(REQUESTS.map((method) => client.request(method, params).catch(() => {})));
    const hover = await client.ask<{ contents: unknown }>("hover", path, POSITION);
    expect(JSON.stringify(hover?.contents), `after ${JSON.stringify(params)}`).toContain("HOST");
  }
  client.change(path, 2, { text: POD.replace("$(HOST)", "$(HOTS)") });
  expect((await client.diagnostics(path, 2)).map(({ code }) => code)).toContain("undefined-reference");
  expect(JSON.stringify(client.messages)).not.toContain("internal error");
  expect(await client.end()).toBe(0);
});
