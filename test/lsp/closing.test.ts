/** Documents that are closed, and files that change: the files count, unless they are open. */
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { FolderPerTest } from "../cli/temporary.ts";
import { MemoryClient, uriOf } from "./memory-client.ts";

const folder = new FolderPerTest();

const MAP = (value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: shop}\ndata: {A: ${value}}\n`;
const POD = `apiVersion: v1
kind: Pod
metadata: {name: p, namespace: shop}
spec: {containers: [{name: c, image: i, args: [$(A)], env: [{name: A, valueFrom: {configMapKeyRef: {name: c, key: A}}}]}]}
`;

async function opened() {
  folder.write({ "map.yaml": MAP("saved"), "pod.yaml": POD });
  const client = new MemoryClient();
  await client.initialize([folder.path]);
  const [map, pod] = [folder.at("map.yaml"), folder.at("pod.yaml")];
  client.open(pod, POD);
  const hover = async () => {
    const position = { line: 3, character: POD.split("\n")[3]!.indexOf("$(A)") + 2 };
    const found = await client.ask<{ contents: { value: string } }>("hover", pod, position);
    return found.contents.value.split("\n")[0]!.replace(/^.*: /, "");
  };
  const close = (path: string) => client.notify("textDocument/didClose", { textDocument: { uri: uriOf(path) } });
  /** Tells the server that files have changed. */
  const changed = (...paths: string[]) => {
    const changes = paths.map((path) => ({ uri: uriOf(path), type: 2 }));
    client.notify("workspace/didChangeWatchedFiles", { changes });
  };
  return { changed, client, close, hover, map, pod };
}

test("after an unsaved text is closed, the file's text counts", async () => {
  const { client, close, hover, map } = await opened();
  expect(await hover()).toBe('"saved"');
  client.open(map, MAP("typed"));
  expect(await hover()).toBe('"typed"');
  client.change(map, 2, { text: MAP("again") });
  expect(await hover()).toBe('"again"');
  close(map);
  expect(await hover()).toBe('"saved"');
  client.open(map, MAP("third"));
  expect(await hover()).toBe('"third"');
});

test("a closed document has no diagnostics, and others of its folder are checked again", async () => {
  const { client, close, map, pod } = await opened();
  expect(await client.diagnostics(pod, 1)).toEqual([]);
  client.open(map, MAP("x").replace("A:", "B:"));
  const [missing] = await client.diagnostics(pod, 1);
  expect(missing!.code).toBe("container-config-error");
  await client.diagnostics(map, 1);
  close(map);
  expect(await client.diagnostics(pod, 1)).toEqual([]);
  const ofMap = client.messages.filter(({ params }) => (params as { uri?: string }).uri === uriOf(map));
  expect(ofMap.map(({ params }) => params)).toEqual([{ uri: uriOf(map), diagnostics: [] }]);
});

test("a document that is not a file has no answers, and the server goes on after it is closed", async () => {
  const { client, hover } = await opened();
  const textDocument = { uri: "untitled:a", languageId: "yaml", version: 1, text: POD };
  client.notify("textDocument/didOpen", { textDocument });
  const position = { line: 3, character: POD.split("\n")[3]!.indexOf("$(A)") + 2 };
  expect(await client.request("textDocument/hover", { textDocument, position })).toBeNull();
  expect(await client.request("textDocument/documentSymbol", { textDocument })).toBeNull();
  client.notify("textDocument/didClose", { textDocument });
  expect(await hover()).toBe('"saved"');
  expect(client.messages.filter(({ method }) => method === "window/logMessage")).toEqual([]);
});

test("a folder whose documents are all closed is read again", async () => {
  const { client, close, hover, map, pod } = await opened();
  expect(await hover()).toBe('"saved"');
  close(pod);
  // The server has closed the document before the file changes.
  expect(await client.ask("hover", pod, { line: 0, character: 0 })).toBeNull();
  folder.write({ "map.yaml": MAP("changed") });
  client.open(pod, POD);
  expect(await hover()).toBe('"changed"');
  client.open(map, MAP("typed"));
  close(pod);
  client.open(pod, POD);
  expect(await hover()).toBe('"typed"');
});

test("a file of the folder that changes, is removed, or appears", async () => {
  const { changed, client, hover, map, pod } = await opened();
  expect(await hover()).toBe('"saved"');
  folder.write({ "map.yaml": MAP("changed") });
  expect(await hover()).toBe('"saved"');
  changed(map);
  expect(await hover()).toBe('"changed"');
  rmSync(map);
  changed(map);
  expect(await hover()).toBe("needs ConfigMap shop/c");
  changed(folder.file("other.yaml", MAP("other")));
  expect(await hover()).toBe('"other"');
  // Not UTF-8.
  changed(folder.file("other.yaml", Uint8Array.of(0xff)));
  expect(await hover()).toBe("needs ConfigMap shop/c");
  rmSync(pod);
  client.open(map, MAP("typed"));
  changed(pod, map);
  expect(await hover()).toBe('"typed"');
});

test("a file that is removed after all documents of its folder are closed", async () => {
  const { client, close, hover, map, pod } = await opened();
  client.open(map, MAP("typed"));
  expect(await hover()).toBe('"typed"');
  close(pod);
  close(map);
  rmSync(map);
  client.open(pod, POD);
  expect(await hover()).toBe("needs ConfigMap shop/c");
});
