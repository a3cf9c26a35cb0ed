/** The state of a project's texts: documents, varfiles, and findings. */
import { expect, test } from "vitest";
import { ConfigText, type ProjectFiles, ProjectSnapshot } from "../../../src/lsp/projects/project-snapshot.ts";

const PROJECT = `# the project
kind: Project
name: shop
environments: [{name: dev, varfile: dev.yaml}, {name: prod, varfile: prod.env}]
variables: {host: db}
---
kind: Run
name: r
type: exec
spec: {command: ["\${var.host}", "\${var.port}"]}
`;
const VARFILES: Readonly<Record<string, string>> = { "dev.yaml": "port: ${var.host}1\n", "prod.env": "port=2\n" };

const FILES: ProjectFiles = {
  varfile: (_, file) => ({ file, text: VARFILES[file] }),
  hasFile: () => false,
  isGitIgnored: () => false,
  isKnown: () => false,
};

function snapshotOf(...texts: readonly string[]): ProjectSnapshot {
  const configs = texts.map((text, i) => new ConfigText(`${i}.garden.yml`, text, undefined));
  return new ProjectSnapshot(configs, FILES);
}

test("a config file that cannot be read has the documents of its last version", () => {
  const good = new ConfigText("a", "a: 1\n---\nb: 2\n", undefined);
  const broken = new ConfigText("a", "a: [", good);
  const again = new ConfigText("a", "b: [", broken);
  expect(good.error).toBeUndefined();
  for (const { documents, error, source } of [broken, again]) {
    expect(error!.message).toMatch(/invalid YAML/);
    expect({ documents, text: source.text }).toEqual({ documents: good.documents, text: good.text });
  }
  expect([good.documents.map(({ value }) => value), broken.text]).toEqual([[{ a: 1 }, { b: 2 }], "a: ["]);
  const fresh = new ConfigText("a", "a: [", undefined);
  expect([fresh.documents, fresh.source.text]).toEqual([[], "a: ["]);
});

test("the files of a project, and the documents at places of them", () => {
  const snapshot = snapshotOf(PROJECT);
  const project = "0.garden.yml";
  // Garden also reads garden.env, if it exists.
  expect([...snapshot.files]).toEqual([project, "dev.yaml", "prod.env", "garden.env"]);
  expect(
    ["0.garden.yml", "dev.yaml", "prod.env", "none.yaml"].map((file) => [snapshot.has(file), snapshot.textOf(file)]),
  ).toEqual([
    [true, PROJECT],
    [true, VARFILES["dev.yaml"]],
    // A dotenv file has no templates.
    [false, VARFILES["prod.env"]],
    [false, undefined],
  ]);
  const names = (file: string, ...offsets: number[]) =>
    offsets.map((offset) => (snapshot.documentAt(file, offset)?.root.value as { name?: string } | undefined)?.name);
  const [first, second] = [PROJECT.indexOf("kind"), PROJECT.lastIndexOf("kind")];
  // Before the first document is the first document.
  expect(names(project, 0, first, second - 1, second, PROJECT.length)).toEqual(["shop", "shop", "shop", "r", "r"]);
  expect(snapshot.documentAt("dev.yaml", 0)).toMatchObject({ file: "dev.yaml", where: "dev.yaml" });
  expect([snapshot.documentAt("prod.env", 0), snapshot.documentAt("none.yaml", 0)]).toEqual([undefined, undefined]);
  expect(snapshot.documentAt(project, 0)).toBe(snapshot.documentAt(project, first));
  expect([...snapshot.uses()].map(({ document, use }) => `${document.file} ${use.keys.join(".")}`)).toEqual([
    "0.garden.yml var.host",
    "0.garden.yml var.port",
    "dev.yaml var.host",
  ]);
});

test("the project is open in its environments, and has the findings of lint", () => {
  const snapshot = snapshotOf(PROJECT.replace("host: db", "hosts: db"), "kind: Run\nname: s\ntype: exec\n");
  expect([snapshot.isOpen, snapshot.scans.map(({ environment }) => environment)]).toEqual([true, ["dev", "prod"]]);
  expect([...snapshot.findings].map(([file, found]) => [file, found.map(({ rule }) => rule)])).toEqual([
    ["dev.yaml", ["template-missing-key"]],
    ["0.garden.yml", ["template-missing-key", "template-unused-variable"]],
  ]);
});

test("nothing is found while a file that was never read is missing", () => {
  const { findings, isOpen } = snapshotOf(PROJECT.replace("host: db", "hosts: db"), "kind: [");
  expect([findings.size, isOpen]).toEqual([0, false]);
});
