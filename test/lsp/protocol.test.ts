/** The language server as an editor sees it: the protocol on standard input and output. */
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { FolderPerTest } from "../cli/temporary.ts";
import { Client, rangeText, uriOf } from "./client.ts";
import { OBJECTS } from "./objects.ts";

const folder = new FolderPerTest();
const clients: Client[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.kill();
});

function newClient(...args: string[]): Client {
  const client = new Client(args);
  clients.push(client);
  return client;
}

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec:
  containers:
  - name: app
    image: app
    command: [serve]
    args: ["é😀$(URL)", "$(PASSWORD)", "$(NOEN)"]
    env:
    - name: EARLY
      value: $(HOST)
    - name: HOST
      valueFrom: {configMapKeyRef: {name: settings, key: host}}
    - {name: PASSWORD, valueFrom: {secretKeyRef: {name: login, key: password}}}
    - {name: URL, value: "http://$(HOST)/"}
`;

test("initialize: what the server can do; shutdown and exit: 0", async () => {
  const client = newClient();
  const result = await client.initialize(folder.path, { general: { positionEncodings: ["utf-32", "utf-16"] } });
  expect(result).toMatchObject({
    serverInfo: { name: "varexpand" },
    capabilities: {
      positionEncoding: "utf-16",
      textDocumentSync: { openClose: true, change: 2 },
      hoverProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      documentSymbolProvider: true,
      renameProvider: { prepareProvider: true },
      completionProvider: { triggerCharacters: ["(", "{", "."] },
      codeActionProvider: { codeActionKinds: ["quickfix"] },
    },
  });
  expect(await client.end()).toBe(0);
});

test("a client that closes the pipe: the process ends, with 1 if it did not say shutdown", async () => {
  const client = newClient();
  await client.initialize(folder.path);
  client.process.stdin!.end();
  expect(await client.ended).toBe(1);
  const polite = newClient();
  await polite.initialize(folder.path);
  await polite.request("shutdown", undefined);
  polite.process.stdin!.end();
  expect(await polite.ended).toBe(0);
});

test("without --stdio it says what to do", async () => {
  const { runInMemory } = await import("../cli/memory-io.ts");
  expect(await runInMemory(["lsp"])).toMatchObject({
    code: 2,
    messages: ["varexpand lsp: --stdio is required; editors start this command (see varexpand lsp --help)"],
  });
  expect((await runInMemory(["lsp", "--stdio", "x"])).code).toBe(2);
});

describe("a manifest with its objects in another file of the folder", () => {
  /** One server for all tests, each of which has files of its own. */
  let client: Client;

  beforeAll(async () => {
    client = new Client();
    await client.initialize(tmpdir());
  });
  afterAll(() => client.kill());

  const opened = async () => {
    folder.write({ "objects.yaml": OBJECTS });
    const path = folder.file("pod.yaml", "");
    client.open(path, POD);
    return { client, path };
  };

  test("diagnostics have lint's rules, in UTF-16 code units", async () => {
    const { client, path } = await opened();
    const diagnostics = await client.diagnostics(path, 1);
    expect(
      diagnostics.map(({ code, message, range, severity }) => [rangeText(range), severity, code, message]),
    ).toEqual([
      ["8:25-8:36", 3, "secret-in-command", "$(PASSWORD) in args exposes the value of a Secret in the process list"],
      ["8:40-8:47", 2, "undefined-reference", "$(NOEN) is not expanded: the variable is not defined"],
      [
        "11:13-11:20",
        1,
        "use-before-declaration",
        "$(HOST) is not expanded: the variable is declared later at line 13",
      ],
    ]);
  });

  test("after a change, only what is around it is published again", async () => {
    const { client, path } = await opened();
    await client.diagnostics(path, 1);
    const other = folder.file("other/pod.yaml", "");
    client.open(other, POD);
    await client.diagnostics(other, 1);
    client.change(path, 2, { text: "" });
    expect(await client.diagnostics(path, 2)).toEqual([]);
    await client.ask("hover", path, { line: 0, character: 0 });
    expect(client.messages.filter(({ method }) => method === "textDocument/publishDiagnostics")).toEqual([]);
  });

  /** A text in which paths are those in the folder of the test. */
  const inFolder = (text: string) => text.replaceAll(`${basename(folder.path)}/`, "");

  test("hover: the value, the definitions, the places; a Secret's value is masked", async () => {
    const { client, path } = await opened();
    const hover = async (line: number, character: number) => {
      const answer = await client.ask<{ contents: { value: string } } | null>("hover", path, { line, character });
      return answer && inFolder(answer.contents.value);
    };
    expect(await hover(8, 16)).toBe(
      'URL in Pod/web, container app: "http://db/"\n  "http://db/"  value, pod.yaml:16:14',
    );
    expect(await hover(8, 30)).toBe(
      "PASSWORD in Pod/web, container app: ***\n" +
        "  ***  secretKeyRef shop/login password, pod.yaml:15:14, objects.yaml:11:3",
    );
    expect(await hover(11, 15)).toBe(
      "HOST in Pod/web, container app: declared-later: the variable is declared later at pod.yaml:13:13",
    );
    expect(await hover(0, 0)).toBeNull();
    expect(JSON.stringify(client.messages)).not.toContain("hunter2");
  });

  test("definition: of a use the entry, of an entry the ConfigMap's key", async () => {
    const { client, path } = await opened();
    const definition = async (line: number, character: number) =>
      (
        await client.ask<{ uri: string; range: Parameters<typeof rangeText>[0] }[]>("definition", path, {
          line,
          character,
        })
      ).map(({ range, uri }) => `${uri.slice(uri.lastIndexOf("/") + 1)} ${rangeText(range)}`);
    expect(await definition(15, 36)).toEqual(["pod.yaml 12:12-12:16"]);
    expect(await definition(12, 13)).toEqual(["objects.yaml 4:2-4:6"]);
    expect(await definition(11, 15)).toEqual(["pod.yaml 12:12-12:16"]);
  });

  test("references: with the declaration and without", async () => {
    const { client, path } = await opened();
    const references = async (includeDeclaration: boolean) =>
      (
        await client.ask<{ range: Parameters<typeof rangeText>[0] }[]>(
          "references",
          path,
          { line: 12, character: 13 },
          { context: { includeDeclaration } },
        )
      ).map(({ range }) => rangeText(range));
    expect(await references(true)).toEqual(["12:12-12:16", "11:13-11:20", "15:33-15:40"]);
    expect(await references(false)).toEqual(["11:13-11:20", "15:33-15:40"]);
  });

  test("completion: the names that are visible there", async () => {
    const { client, path } = await opened();
    client.change(path, 2, {
      range: { start: { line: 15, character: 40 }, end: { line: 15, character: 40 } },
      text: "$(",
    });
    const items = await client.ask<{ label: string; detail: string; textEdit: { newText: string } }[]>(
      "completion",
      path,
      { line: 15, character: 42 },
    );
    expect(items.map(({ detail, label, textEdit }) => [label, detail, textEdit.newText])).toEqual([
      ["EARLY", "$(HOST)  value", "EARLY)"],
      ["HOST", "db  configMapKeyRef shop/settings host", "HOST)"],
      ["PASSWORD", "***  secretKeyRef shop/login password", "PASSWORD)"],
    ]);
    // `$$(` is not a reference.
    client.change(path, 3, {
      range: { start: { line: 15, character: 40 }, end: { line: 15, character: 40 } },
      text: "$",
    });
    expect(await client.ask("completion", path, { line: 15, character: 43 })).toBeNull();
  });

  test("quick fix: the edit that lint --fix makes", async () => {
    const { client, path } = await opened();
    const at = { line: 11, character: 14 };
    const actions = await client.request<
      {
        title: string;
        edit: { documentChanges: { edits: { range: Parameters<typeof rangeText>[0]; newText: string }[] }[] };
      }[]
    >("textDocument/codeAction", {
      textDocument: { uri: uriOf(path) },
      range: { start: at, end: at },
      context: { diagnostics: [] },
    });
    expect(actions.map(({ title }) => title)).toEqual([
      "use-before-declaration: move the declaration of HOST before its use",
      "use-before-declaration: ignore this here",
    ]);
    const [{ edits } = { edits: [] }] = actions[0]!.edit.documentChanges;
    expect(edits.map(({ newText, range }) => [rangeText(range), newText])).toEqual([
      ["10:0-10:0", "    - name: HOST\n      valueFrom: {configMapKeyRef: {name: settings, key: host}}\n"],
      ["12:0-14:0", ""],
    ]);
  });

  test("quick fix: a comment that suppresses the finding", async () => {
    const { client, path } = await opened();
    const at = { line: 8, character: 42 };
    const [action] = await client.request<
      { title: string; edit: { documentChanges: { edits: { range: object; newText: string }[] }[] } }[]
    >("textDocument/codeAction", {
      textDocument: { uri: uriOf(path) },
      range: { start: at, end: at },
      context: { diagnostics: [] },
    });
    expect(action!.title).toBe("undefined-reference: ignore this here");
    const { newText, range } = action!.edit.documentChanges[0]!.edits[0]!;
    expect(newText).toBe("    # varexpand-ignore undefined-reference\n");
    client.change(path, 2, { range, text: newText });
    expect((await client.diagnostics(path, 2)).map(({ code }) => code)).toEqual([
      "secret-in-command",
      "use-before-declaration",
    ]);
  });

  test("rename: the entry and its uses in the container", async () => {
    const { client, path } = await opened();
    const position = { line: 15, character: 36 };
    expect(await client.ask("prepareRename", path, position)).toEqual({
      range: { start: { line: 15, character: 35 }, end: { line: 15, character: 39 } },
      placeholder: "HOST",
    });
    const { documentChanges } = await client.ask<{
      documentChanges: { edits: { range: Parameters<typeof rangeText>[0]; newText: string }[] }[];
    }>("rename", path, position, { newName: "DB_HOST" });
    expect(documentChanges[0]!.edits.map(({ newText, range }) => [rangeText(range), newText])).toEqual([
      ["11:15-11:19", "DB_HOST"],
      ["12:12-12:16", "DB_HOST"],
      ["15:35-15:39", "DB_HOST"],
    ]);
    await expect(client.ask("rename", path, position, { newName: "A=B" })).rejects.toThrow("A=B is not a valid name");
    await expect(client.ask("rename", path, position, { newName: "N" })).rejects.toThrow("YAML does not read N");
    await expect(client.ask("rename", path, position, { newName: "URL" })).rejects.toThrow("already uses the name URL");
    await expect(client.ask("rename", path, { line: 8, character: 43 }, { newName: "B" })).rejects.toThrow(
      "NOEN is not declared in env",
    );
    expect(await client.ask("prepareRename", path, { line: 0, character: 0 })).toBeNull();
  });

  test("document symbols: objects, containers, and variables", async () => {
    const { client, path } = await opened();
    interface Shown {
      name: string;
      detail: string;
      children: Shown[];
      selectionRange: Parameters<typeof rangeText>[0];
    }
    const symbols = await client.request<Shown[]>("textDocument/documentSymbol", {
      textDocument: { uri: uriOf(path) },
    });
    const shown = ({ children, name, selectionRange }: Shown): unknown => [
      name,
      rangeText(selectionRange),
      ...children.map(shown),
    ];
    expect(symbols.map(shown)).toEqual([
      [
        "Pod/web",
        "2:17-2:20",
        [
          "app",
          "5:10-5:13",
          ["EARLY", "10:12-10:17"],
          ["HOST", "12:12-12:16"],
          ["PASSWORD", "14:13-14:21"],
          ["URL", "15:13-15:16"],
        ],
      ],
    ]);
    const env = folder.file("app.env", "# a comment\nexport A=1\nB='2'\n");
    client.open(env, "# a comment\nexport A=1\nB='2'\n");
    const names = await client.request<Shown[]>("textDocument/documentSymbol", { textDocument: { uri: uriOf(env) } });
    expect(names.map(({ name }) => name)).toEqual(["A", "B"]);
  });

  test("an open document counts before its file, a file that changes counts too, and a closed one", async () => {
    const { client, path } = await opened();
    const objects = folder.at("objects.yaml");
    const valueOfUrl = async () => {
      const hover = await client.ask<{ contents: { value: string } }>("hover", path, { line: 8, character: 16 });
      return hover.contents.value.split("\n")[0];
    };
    client.open(objects, OBJECTS.replace("host: db", "host: open"));
    await client.diagnostics(objects, 1);
    expect(await valueOfUrl()).toBe('URL in Pod/web, container app: "http://open/"');
    writeFileSync(objects, OBJECTS.replace("host: db", "host: saved!"));
    client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uriOf(objects), type: 2 }] });
    expect(await valueOfUrl()).toBe('URL in Pod/web, container app: "http://open/"');
    client.notify("textDocument/didClose", { textDocument: { uri: uriOf(objects) } });
    expect(await valueOfUrl()).toBe('URL in Pod/web, container app: "http://saved!/"');
    rmSync(objects);
    client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uriOf(objects), type: 3 }] });
    expect(await valueOfUrl()).toBe(
      'URL in Pod/web, container app: "http://$(HOST)/", in part unknown: needs ConfigMap shop/settings',
    );
  });

  test("a broken text: where it is broken; afterwards everything is as before", async () => {
    const { client, path } = await opened();
    const before = await client.diagnostics(path, 1);
    const range = { start: { line: 10, character: 12 }, end: { line: 10, character: 12 } };
    client.change(path, 2, { range, text: "[" });
    const [problem, ...others] = await client.diagnostics(path, 2);
    expect(others).toEqual([]);
    expect(problem!.severity).toBe(1);
    const hover = await client.ask<{ contents: { value: string } }>("hover", path, { line: 8, character: 16 });
    expect(inFolder(hover.contents.value)).toBe(
      'URL in Pod/web, container app: "http://db/"\n' +
        "  (before the syntax error)\n" +
        '  "http://db/"  value, pod.yaml:16:14',
    );
    client.change(path, 3, { range: { start: range.start, end: { line: 10, character: 13 } }, text: "" });
    expect(await client.diagnostics(path, 3)).toEqual(before);
  });
});

test("CR LF, a byte order mark, and ranges after them", async () => {
  const path = folder.file("pod.yaml");
  const client = newClient();
  await client.initialize(folder.path);
  client.open(path, `\ufeff${POD.replaceAll("\n", "\r\n")}`);
  const diagnostics = await client.diagnostics(path, 1);
  expect(diagnostics.map(({ range }) => rangeText(range))).toEqual(["8:25-8:36", "8:40-8:47", "11:13-11:20"]);
});

test("a text that is too long is not checked, and a message says so", async () => {
  const path = folder.file("pod.yaml");
  const client = newClient();
  await client.initialize(folder.path);
  client.open(path, `${POD}# ${"x".repeat(4 * 1024 * 1024)}\n`);
  expect(
    (await client.diagnostics(path, 1)).map(({ message, range, severity }) => [rangeText(range), severity, message]),
  ).toEqual([["0:0-0:0", 3, "the text has more than 4194304 characters; run varexpand lint"]]);
});

test("the configuration and suppressions count, and a configuration that changes", async () => {
  folder.write({ ".varexpand.yaml": "rules: {use-before-declaration: note}\nknown: [NO*]\n", "objects.yaml": OBJECTS });
  const path = folder.file("k8s/pod.yaml");
  const client = newClient();
  await client.initialize(folder.path);
  client.open(path, POD.replace("[serve]", "[serve, $(GONE)] # varexpand-ignore undefined-reference: meant"));
  const rules = async (version: number) =>
    (await client.diagnostics(path, version)).map(({ code, severity }) => `${code} ${severity}`);
  expect(await rules(1)).toEqual(["secret-in-command 3", "use-before-declaration 3"]);
  writeFileSync(folder.at(".varexpand.yaml"), "rules: {use-before-declaration: off}\n");
  client.notify("workspace/didChangeWatchedFiles", {
    changes: [{ uri: uriOf(folder.at(".varexpand.yaml")), type: 2 }],
  });
  expect(await rules(1)).toEqual(["secret-in-command 3", "undefined-reference 2"]);
});

test("an invalid configuration is reported, and the text is checked", async () => {
  folder.write({ ".varexpand.yaml": "rulez: {}\n" });
  const path = folder.file("pod.yaml");
  const client = newClient();
  await client.initialize(folder.path);
  client.open(path, POD);
  expect((await client.diagnostics(path, 1)).length).toBe(3);
  const { params } = await client.next(({ method }) => method === "window/showMessage");
  expect((params as { message: string }).message).toContain('unknown key "rulez"; did you mean rules?');
});

test("an env file: what readers disagree about; a hover says it without the values", async () => {
  const path = folder.file("app.env");
  const client = newClient();
  await client.initialize(folder.path);
  client.open(path, "A='1'\nTOKEN=hunter2 # x\n# varexpand-dialect: kep\n");
  expect((await client.diagnostics(path, 1)).map(({ code, range }) => `${rangeText(range)} ${code}`)).toContain(
    "1:6-1:17 envfile-syntax",
  );
  const hover = await client.ask<{ contents: { value: string } }>("hover", path, { line: 1, character: 2 });
  expect(hover.contents.value).toContain("TOKEN\n  dotenv 18, dotenv-expand 12");
  expect(hover.contents.value).not.toContain("hunter2");
});

test("a line of an env file: the containers that take it, in files that are not open", async () => {
  const entry = "{name: HOST, valueFrom: {fileKeyRef: {volumeName: config, path: run/app.env, key: HOST}}}";
  const pod = folder.file("pod.yaml");
  writeFileSync(pod, POD.replace(/name: HOST\n.*/, entry));
  const path = folder.file("app.env");
  const client = newClient();
  await client.initialize(folder.path);
  client.open(path, "A='1'\nHOST='db'\n");
  const references = () =>
    client.ask<{ uri: string; range: Parameters<typeof rangeText>[0] }[]>(
      "references",
      path,
      { line: 1, character: 2 },
      { context: { includeDeclaration: true } },
    );
  const all = [`${uriOf(path)} 1:0-1:4`, `${uriOf(pod)} 12:13-12:17`, `${uriOf(pod)} 14:33-14:40`];
  expect((await references()).map(({ range, uri }) => `${uri} ${rangeText(range)}`)).toEqual(all);
  const hover = await client.ask<{ contents: { value: string } }>("hover", path, { line: 1, character: 2 });
  expect(hover.contents.value).toContain("2 places take its value");
});

test("the server asks for changes of files, and what it does not know is answered with an error", async () => {
  const client = newClient();
  await client.initialize(folder.path, { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } });
  const { params } = await client.next(({ method }) => method === "client/registerCapability");
  expect(params).toMatchObject({ registrations: [{ method: "workspace/didChangeWatchedFiles" }] });
  await expect(client.request("textDocument/implementation", {})).rejects.toThrow("Unhandled method");
  expect(await client.ask("hover", folder.at("gone.yaml"), { line: 0, character: 0 })).toBeNull();
  expect(await client.end()).toBe(0);
});

test("a Garden project: findings, hover, definition, references, completion; what is open counts before files", async () => {
  folder.write({
    "garden.yml":
      "apiVersion: garden.io/v1\nkind: Project\nname: shop\nenvironments: [{name: dev}]\nvariables: {host: local}\n",
  });
  const path = folder.file("api/garden.yml", "");
  const project = folder.at("garden.yml");
  const client = newClient();
  await client.initialize(folder.path);
  const text = "kind: Run\nname: api\ntype: exec\nspec:\n  command: [a, '${var.hots}', 'x-${var.host}']\n";
  client.open(path, text);
  const [finding] = await client.diagnostics(path, 1);
  expect([rangeText(finding!.range), finding!.severity, finding!.code]).toEqual([
    "4:22-4:26",
    1,
    "template-missing-key",
  ]);
  const at = { line: 4, character: 40 };
  const hover = await client.ask<{ contents: { value: string }; range: Parameters<typeof rangeText>[0] }>(
    "hover",
    path,
    at,
  );
  expect(hover.contents.value).toBe(
    'var.host in run.api: "local" (string)\n  "local"  the project\'s variables, garden.yml:5:13',
  );
  expect(rangeText(hover.range)).toBe("4:35-4:43");
  const places = async (what: string) => {
    type Found = { uri: string; range: Parameters<typeof rangeText>[0] };
    const found = await client.ask<Found[]>(what, path, at, { context: { includeDeclaration: true } });
    return found.map(({ range, uri }) => [uri, rangeText(range)]);
  };
  expect(await places("definition")).toEqual([[uriOf(project), "4:12-4:16"]]);
  expect(await places("references")).toEqual([
    [uriOf(project), "4:12-4:16"],
    [uriOf(path), "4:35-4:43"],
  ]);
  client.change(path, 2, {
    range: { start: { line: 4, character: 22 }, end: { line: 4, character: 27 } },
    text: "",
  });
  const broken = await client.diagnostics(path, 2);
  expect(broken.map(({ message, range }) => [rangeText(range), message])).toEqual([
    ["4:16-4:41", 'spec.command.1: "${" is not closed; add "}"'],
  ]);
  const items = await client.ask<{ label: string; textEdit: { newText: string; range: unknown } }[]>(
    "completion",
    path,
    { line: 4, character: 22 },
  );
  expect(items.map(({ label, textEdit }) => [label, textEdit.newText])).toEqual([["host", "host"]]);
  client.open(project, "kind: Project\nname: shop\nenvironments: [{name: dev}]\nvariables: {hots: open}\n");
  client.change(path, 3, { text });
  const [other] = await client.diagnostics(path, 3);
  expect(other!.message).toContain('no such key: "host" under var');
});
