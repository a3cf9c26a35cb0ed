/** The language server in a repository with Kustomizations of Flux. */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FolderPerTest } from "../../cli/temporary.ts";
import { rangeText } from "../client.ts";
import { MemoryClient, type Position, type Range, uriOf } from "../memory-client.ts";

const folder = new FolderPerTest();

const APPS = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec:
  path: ./apps
  sourceRef: {kind: GitRepository, name: flux-system}
  postBuild:
    substitute:
      DOMAIN: example.com
      UNUSED: x
    substituteFrom:
    - {kind: ConfigMap, name: vars}
    - {kind: Secret, name: secrets}
`;

const VARS = `apiVersion: v1
kind: ConfigMap
metadata: {name: vars}
data:
  PORT: "web"
---
apiVersion: v1
kind: Secret
metadata: {name: secrets}
stringData: {TOKEN: marker-8713}
`;

const WEB = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: i
    env:
    - {name: URL, value: "http://\${DOMAIN}:\${PORT}"}
    - {name: KEY, value: "\${TOKEN}"}
    args: ["\${HOST}", "\${HOST:-x}", "$(\${PORT})", "$(URL)"]
`;

const FILES = { ".git/HEAD": "", "clusters/apps.yaml": APPS, "clusters/vars.yaml": VARS, "apps/web.yaml": WEB };

async function started(files: Readonly<Record<string, string>> = FILES): Promise<MemoryClient> {
  folder.write(files);
  const client = new MemoryClient();
  await client.initialize([folder.path]);
  return client;
}

/** The place of a text. */
function at(text: string, wanted: string): Position {
  const lines = text.slice(0, text.indexOf(wanted)).split("\n");
  return { line: lines.length - 1, character: lines.at(-1)!.length + 1 };
}

async function shown(client: MemoryClient, path: string, version = 1): Promise<string[]> {
  const found = await client.diagnostics(folder.at(path), version);
  return found.map(({ code, message, range }) => `${rangeText(range)} ${code}: ${message}`);
}

async function hover(client: MemoryClient, text: string, wanted: string): Promise<string> {
  const answer = await client.ask<{ contents: { value: string } }>(
    "hover",
    folder.at("apps/web.yaml"),
    at(text, wanted),
  );
  return answer.contents.value;
}

test("diagnostics are those of lint: in what a Kustomization applies, and in its file", async () => {
  const client = await started();
  client.open(folder.at("apps/web.yaml"), WEB);
  expect(await shown(client, "apps/web.yaml")).toEqual([
    "10:12-10:19 flux-unset-variable: Flux 2.9 rejects ${HOST}, which is not set; set it in postBuild, or write $${HOST} to keep the text",
    "10:37-10:43 undefined-reference: $(web) is not expanded: the variable is not defined",
  ]);
  client.open(folder.at("clusters/apps.yaml"), APPS);
  expect(await shown(client, "clusters/apps.yaml")).toEqual([
    "9:6-9:12 flux-unused-variable: nothing in the path of the Kustomization refers to UNUSED",
  ]);
});

test("unsaved text counts: of the file, of the Kustomization, and of what sets variables", async () => {
  const client = await started();
  const [apps, web, vars] = ["clusters/apps.yaml", "apps/web.yaml", "clusters/vars.yaml"].map((path) =>
    folder.at(path),
  );
  client.open(web!, WEB);
  expect(await shown(client, "apps/web.yaml")).toHaveLength(2);
  client.change(web!, 2, { text: `# \${NO}\n${WEB.replace("${HOST}", "${HOSTS}")}` });
  expect((await shown(client, "apps/web.yaml", 2))[0]).toContain(
    "11:12-11:20 flux-unset-variable: Flux 2.9 rejects ${HOSTS}",
  );
  client.open(apps!, APPS);
  client.change(apps!, 2, { text: APPS.replace("UNUSED: x", "HOST: web") });
  client.change(web!, 3, { text: WEB });
  expect(await shown(client, "apps/web.yaml", 3)).toEqual([
    "10:37-10:43 undefined-reference: $(web) is not expanded: the variable is not defined",
  ]);
  client.open(vars!, VARS);
  client.change(vars!, 2, { text: VARS.replace("PORT: ", "PORTS: ") });
  client.change(web!, 4, { text: `${WEB}\n` });
  expect((await shown(client, "apps/web.yaml", 4)).join()).toContain(
    "Flux 2.9 rejects ${PORT}, which is not set; did you mean PORTS?",
  );
});

test("a saved file elsewhere changes the diagnostics", async () => {
  const client = await started();
  client.open(folder.at("apps/web.yaml"), WEB);
  expect(await shown(client, "apps/web.yaml")).toHaveLength(2);
  writeFileSync(folder.at("clusters/apps.yaml"), APPS.replace("UNUSED: x", "HOST: web"));
  const changes = [{ uri: uriOf(folder.at("clusters/apps.yaml")), type: 2 }];
  client.notify("workspace/didChangeWatchedFiles", { changes });
  expect(await shown(client, "apps/web.yaml")).toHaveLength(1);
});

test("after an unsaved Kustomization is closed, its file counts", async () => {
  const client = await started();
  const [apps, web] = [folder.at("clusters/apps.yaml"), folder.at("apps/web.yaml")];
  client.open(web, WEB);
  client.open(apps, APPS.replace("UNUSED: x", "HOST: web"));
  client.change(web, 2, { text: WEB });
  expect(await shown(client, "apps/web.yaml", 2)).toHaveLength(1);
  client.notify("textDocument/didClose", { textDocument: { uri: uriOf(apps) } });
  expect(await shown(client, "apps/web.yaml", 2)).toHaveLength(2);
});

test("hover shows the value and its source, and never a Secret", async () => {
  const client = await started();
  client.open(folder.at("apps/web.yaml"), WEB);
  expect(await hover(client, WEB, "${DOMAIN}")).toBe(
    'DOMAIN in Kustomization/flux-system/apps: "example.com"\n  "example.com"  Kustomization/apps, clusters/apps.yaml:9:15',
  );
  expect(await hover(client, WEB, "${TOKEN}")).toBe(
    "TOKEN in Kustomization/flux-system/apps: ***\n  ***  Secret/secrets, clusters/vars.yaml:10:21",
  );
  expect(await hover(client, WEB, "${HOST}")).toBe(
    "HOST in Kustomization/flux-system/apps\n  not set: Flux 2.9 refuses the Kustomization",
  );
  expect(await hover(client, WEB, "${HOST:-x}")).toContain("not set: the default is used");
  expect(await hover(client, WEB, "$(URL)")).toContain('"http://example.com:web"');
});

test.each<[what: string, file: keyof typeof FILES, text: string, changed: string | undefined]>([
  ["a ConfigMap", "clusters/vars.yaml", VARS.replace('"web"', '"new"'), '"new"'],
  ["a Kustomization", "clusters/apps.yaml", APPS.replace("DOMAIN: example.com", "PORT: new"), '"new"'],
  ["a text that no longer has objects", "clusters/vars.yaml", "# nothing\n", undefined],
])("a change of %s in another folder changes the hover text at once", async (_, file, text, changed) => {
  const client = await started();
  client.open(folder.at("apps/web.yaml"), WEB);
  client.open(folder.at(file), FILES[file]);
  const first = async () => (await hover(client, WEB, "${PORT}")).split("\n")[0];
  const title = "PORT in Kustomization/flux-system/apps";
  expect(await first()).toBe(`${title}: "web"`);
  client.change(folder.at(file), 2, { text });
  expect(await first()).toBe(changed === undefined ? title : `${title}: ${changed}`);
});

test("hover of a variable that a source outside the repository can set", async () => {
  const client = await started({ ...FILES, "clusters/apps.yaml": APPS.replace("name: vars", "name: others") });
  client.open(folder.at("apps/web.yaml"), WEB);
  expect(await hover(client, WEB, "${HOST}")).toBe(
    "HOST in Kustomization/flux-system/apps\n  unknown: a source of variables is not in the repository",
  );
});

test("a comment suppresses a finding, and is offered for it", async () => {
  const client = await started();
  const path = folder.at("apps/web.yaml");
  client.open(path, WEB);
  const context = { diagnostics: [] };
  const range = { start: at(WEB, "${HOST}"), end: at(WEB, "${HOST}") };
  const actions = await client.request<{ title: string; edit: { documentChanges: [{ edits: object[] }] } }[]>(
    "textDocument/codeAction",
    { textDocument: { uri: uriOf(path) }, range, context },
  );
  expect(actions.map(({ edit, title }) => [title, edit.documentChanges[0].edits])).toEqual([
    [
      "flux-unset-variable: ignore this here",
      [
        {
          range: { start: { line: 10, character: 0 }, end: { line: 10, character: 0 } },
          newText: "    # varexpand-ignore flux-unset-variable\n",
        },
      ],
    ],
  ]);
  client.change(path, 2, { text: WEB.replace("    args:", "    # varexpand-ignore flux-unset-variable\n    args:") });
  expect(await shown(client, "apps/web.yaml", 2)).toEqual([
    "11:37-11:43 undefined-reference: $(web) is not expanded: the variable is not defined",
  ]);
});

test("definition jumps to the line in the ConfigMap, the Secret, and the Kustomization", async () => {
  const client = await started();
  client.open(folder.at("apps/web.yaml"), WEB);
  const definition = async (wanted: string) => {
    const path = folder.at("apps/web.yaml");
    const [place] = await client.ask<{ uri: string; range: Range }[]>("definition", path, at(WEB, wanted));
    return place && `${place.uri.replace(uriOf(folder.path), "")} ${rangeText(place.range)}`;
  };
  expect(await definition("${DOMAIN}")).toBe("/clusters/apps.yaml 8:14-8:25");
  expect(await definition("${PORT}")).toBe("/clusters/vars.yaml 4:8-4:13");
  expect(await definition("${TOKEN}")).toBe("/clusters/vars.yaml 9:20-9:31");
  expect(await definition("${HOST}")).toBeUndefined();
  const references = await client.ask<{ uri: string; range: Range }[]>(
    "references",
    folder.at("apps/web.yaml"),
    at(WEB, "${HOST}"),
    { context: { includeDeclaration: true } },
  );
  expect(references.map(({ range, uri }) => `${uri.replace(uriOf(folder.path), "")} ${rangeText(range)}`)).toEqual([
    "/apps/web.yaml 10:12-10:19",
    "/apps/web.yaml 10:23-10:33",
  ]);
});

test("without a Kustomization for the file, ${NAME} is a shell's", async () => {
  const client = await started({ ...FILES, "clusters/apps.yaml": "" });
  const text = WEB.replace("${HOST:-x}", "${URL}");
  client.open(folder.at("apps/web.yaml"), text);
  expect((await shown(client, "apps/web.yaml")).join()).toContain("shell-syntax");
});
