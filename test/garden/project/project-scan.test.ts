/** The places and values of the templates in a project, as an editor shows them. */

import { describe, expect, test } from "vitest";
import { Project } from "../../../src/garden/project/project.ts";

const files = ["garden.yml", "api/garden.yml"];
const documents = [
  {
    kind: "Project",
    name: "shop",
    environments: ["dev"],
    providers: [{ name: "k8s", context: "local" }],
    variables: { plain: 1, token: "${secrets.token}", after: "x-${var.token}", late: "${local.env.NONE}" },
  },
  { kind: "Deploy", name: "api", variables: { own: "${var.plain}" }, spec: { text: "${var.own}" } },
];

const open = (world: Record<string, unknown>) =>
  new Project(
    documents.map((value, i) => ({ file: files[i]!, value })),
    { world },
  ).scan;

describe("explanations", () => {
  test("never show what depends on a secret, wherever it comes from", () => {
    const scan = open({ secrets: { token: "correct-horse" } });
    const shown = (key: string) =>
      scan.explain([key]).map(({ document, value, isSecret, origins }) => ({
        document,
        value,
        isSecret,
        origins: origins.map(({ value }) => value),
      }));
    expect(shown("plain")).toEqual([{ document: "environment dev", value: 1, isSecret: false, origins: [1] }]);
    for (const key of ["token", "after"]) {
      expect(shown(key)).toEqual([
        { document: "environment dev", value: undefined, isSecret: true, origins: [undefined] },
      ]);
    }
  });
});

describe("what a template sees", () => {
  const scan = open({ secrets: { token: "t" } });
  const documentsAt = (where: string, ...path: (string | number)[]) =>
    scan.contextsAt(where, path).map(({ document }) => document);

  test("is reported at the closest known position", () => {
    expect(documentsAt("garden.yml", "variables", "plain")).toEqual(["environment dev"]);
    expect(documentsAt("garden.yml", "providers", 0, "context")).toEqual(["environment dev"]);
    expect(documentsAt("api/garden.yml", "spec", "text")).toEqual(["deploy.api"]);
    expect(documentsAt("api/garden.yml", "variables", "own")).toEqual(["deploy.api"]);
    expect(documentsAt("api/garden.yml", "nothing", "yet")).toEqual(["deploy.api"]);
    expect(documentsAt("other.yml", "spec")).toEqual([]);
  });

  test("in the variables of a command, and in steps after a broken one", () => {
    const steps = [{ script: "${var.nope}" }, { script: "x" }];
    const command = { kind: "Command", name: "c", variables: { own: "${var.plain}" }, steps };
    const all = [documents[0], command, { kind: "Workflow", name: "w", steps }];
    const { scan } = new Project(all.map((value, i) => ({ file: `f${i}.yml`, value: value! })));
    const seenAt = (where: string, ...path: (string | number)[]) =>
      scan.contextsAt(where, path).map(({ document, context }) => [document, Object.keys(context.var as object)]);
    const shared = ["plain", "token", "after", "late"];
    expect(seenAt("f1.yml", "variables", "own")).toEqual([["command.c", [...shared, "own"]]]);
    expect(seenAt("f1.yml", "steps", 1, "script")).toEqual([["command.c", [...shared, "own"]]]);
    expect(seenAt("f2.yml", "steps", 1, "script")).toEqual([["workflow.w", shared]]);
  });

  test("differs from place to place", () => {
    const namesAt = (where: string, ...path: (string | number)[]) =>
      Object.keys(scan.contextsAt(where, path)[0]!.context);
    expect(namesAt("api/garden.yml", "spec")).toEqual(expect.arrayContaining(["this", "actions", "providers", "var"]));
    expect(namesAt("garden.yml", "variables")).not.toContain("this");
  });

  test("has the position of its declaration if it is not a variable", () => {
    const { context } = scan.contextsAt("api/garden.yml", ["spec"])[0]!;
    expect(scan.declarationOf(["actions", "deploy", "api"], context)).toMatchObject({ file: "api/garden.yml" });
    expect(scan.declarationOf(["var", "plain"], context)).toBeUndefined();
  });

  test("an environment has its name", () => expect(scan.environment).toBe("dev"));
});

describe("in a project with documents of every kind", () => {
  /** The paths whose positions were requested; the line is the number of the request. */
  const paths: string[] = [];
  const placeOf = (path: readonly unknown[]) => ({ line: paths.push(path.join(".")), column: 1 });
  const inputs = { image: { type: "string", default: "x" }, other: { type: "object" }, size: { type: "string" } };
  const scan = new Project(
    Object.entries({
      "garden.yml": {
        kind: "Project",
        name: "shop",
        environments: [{ name: "dev", variables: { e: "${var.p}" } }, "prod"],
        providers: [
          { name: "k8s", context: "c" },
          { name: "other", environments: ["prod"] },
        ],
        variables: { p: 1 },
        outputs: [{ name: "o", value: "${actions.deploy.api.outputs.x}" }],
        sources: [{ name: "${var.p}" }],
      },
      "api.yml": { kind: "Deploy", name: "api", variables: { own: "${var.p}" }, varfiles: ["a.env"], disabled: false },
      "tool.yml": {
        kind: "Module",
        type: "exec",
        name: "tool",
        variables: { v: 1 },
        tasks: [{ name: "go", command: [] }],
      },
      "infra.yml": { kind: "Module", type: "terraform", name: "infra", root: "${this.name}" },
      "service.yml": {
        kind: "ConfigTemplate",
        name: "service",
        inputs: { ...inputs, byDefault: { type: "string", default: "d" } },
        configs: [{ kind: "Run", name: "${parent.name}-${inputs.size}", spec: "${inputs.image}" }],
      },
      "web.yml": {
        kind: "RenderTemplate",
        name: "web",
        template: "service",
        inputs: { image: "i", other: { a: [{ b: 1 }], none: null } },
        matrix: { size: ["s", "m"] },
      },
      "schema.yml": {
        kind: "ConfigTemplate",
        name: "schema",
        inputsSchemaPath: "s.json",
        configs: [{ kind: "Run", name: "${parent.name}" }],
      },
      "db.yml": { kind: "RenderTemplate", name: "db", template: "schema" },
      "ci.yml": { kind: "Workflow", name: "ci", steps: [{ script: "echo" }] },
      "up.yml": { kind: "Command", name: "up", variables: { c: 1 }, exec: { command: ["${var.c}"] } },
    }).map(([file, value]) => ({ file, value, placeOf })),
    {
      readVarfile: (_, path) =>
        ({
          "a.env": { text: "A=${var.own}\n" },
          "s.json": { text: '{ "type": "object", "properties": { "x": {} } }' },
        })[path],
    },
  ).scan;
  const seen = (file: string, path: string) =>
    scan
      .contextsAt(
        file,
        path.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
      )
      .map(({ document, context }) => ({ document, context }));

  const WORLD = ["command", "datetime", "git", "local", "project", "secrets"];
  const PROVIDERS = ["environment", "modules", "providers", "var", "variables"];
  const ACTION = ["actions", ...PROVIDERS, "runtime", "this"];
  const RENDERED = [...ACTION, "inputs", "parent", "template"];

  test.each<[file: string, path: string, documents: readonly string[], roots: readonly string[]]>([
    ["garden.yml", "name", ["environment dev"], []],
    ["garden.yml", "variables.p", ["environment dev"], ["var", "variables"]],
    ["garden.yml", "environments.0.variables.e", ["environment dev"], ["var", "variables"]],
    ["garden.yml", "environments.0.name", ["environment dev"], ["environment", "var", "variables"]],
    ["garden.yml", "environments.1.name", [], []],
    ["garden.yml", "providers.0.context", ["environment dev"], PROVIDERS],
    ["garden.yml", "providers.1.name", [], []],
    ["garden.yml", "outputs.0.value", ["environment dev"], [...PROVIDERS, "actions", "runtime"]],
    ["garden.yml", "sources.0.name", ["environment dev"], ["environment", "var", "variables"]],
    ["api.yml", "spec", ["deploy.api"], ACTION],
    ["api.yml", "disabled", ["deploy.api"], ACTION],
    ["api.yml", "variables.own", ["deploy.api"], ACTION],
    ["a.env", "A", ["deploy.api"], ACTION],
    ["tool.yml", "tasks.0.command.0", ["module.tool"], ACTION.filter((root) => root !== "actions")],
    ["tool.yml", "variables.v", ["build.tool", "run.go"], ACTION],
    ["infra.yml", "root", ["module.infra"], ACTION.filter((root) => root !== "actions")],
    ["service.yml", "configs.0.spec", ["run.web-s", "run.web-m"], RENDERED],
    ["service.yml", "configs.0.none", ["run.web-s", "run.web-m"], RENDERED],
    ["schema.yml", "configs.0.name", ["run.db"], RENDERED],
    ["schema.yml", "name", [], []],
    ["web.yml", "inputs.image", ["environment dev"], [...PROVIDERS, "actions", "runtime"]],
    ["ci.yml", "steps.0.script", ["workflow.ci"], ["environment", "steps", "var", "variables"]],
    ["up.yml", "exec.command.0", ["command.up"], [...PROVIDERS, "actions", "args", "opts", "runtime"]],
    ["none.yml", "name", [], []],
  ])("templates at %s, %s belong to %j", (file, path, documents, roots) => {
    const found = seen(file, path);
    expect(found.map(({ document }) => document)).toEqual(documents);
    for (const { context } of found) expect(Object.keys(context).sort()).toEqual([...WORLD, ...roots].sort());
  });

  test.each<[keys: readonly (string | number)[], declared: string | undefined]>([
    [["project", "name"], "garden.yml name"],
    [["environment", "name"], "garden.yml environments.0.name"],
    [["environment"], "garden.yml environments.0.name"],
    [["providers", "k8s", "context"], "garden.yml providers.0.name"],
    [["providers", "other"], undefined],
    [["providers"], undefined],
    [["modules", "tool", "path"], "tool.yml name"],
    [["modules", "infra"], "infra.yml name"],
    [["modules", "none"], undefined],
    [["modules"], undefined],
    [["actions", "deploy", "api", "outputs"], "api.yml name"],
    [["runtime", "services", "api"], "api.yml name"],
    [["actions", "run", "go"], "tool.yml tasks.0"],
    [["actions", "run", "web-m"], "service.yml configs.0.name"],
    [["actions", "deploy", "none"], undefined],
    [["actions", "deploy"], undefined],
    [["actions", "none", "api"], undefined],
    [["var", "p"], undefined],
    [["inputs", "image"], "web.yml inputs.image"],
    [["inputs", "image", "key"], "web.yml inputs.image"],
    [["inputs", "other", "a", 0, "b"], "web.yml inputs.other.a.0.b"],
    [["inputs", "other", "a", 1, "b"], "web.yml inputs.other.a"],
    [["inputs", "other", "none"], "web.yml inputs.other"],
    [["inputs", "size"], "web.yml matrix.size"],
    [["inputs", "byDefault"], "service.yml inputs.byDefault"],
    [["inputs", "none"], undefined],
    [["inputs"], undefined],
  ])("%j is declared at %s", (keys, declared) => {
    const { context } = seen("service.yml", "configs.0.spec")[0]!;
    const place = scan.declarationOf(keys, context);
    expect(place && `${place.file} ${paths[place.line! - 1]}`).toBe(declared);
  });

  test("inputs that a schema describes are declared where the schema is named", () => {
    const { context } = seen("schema.yml", "configs.0.name")[0]!;
    const place = scan.declarationOf(["inputs", "x"], context);
    expect([place!.file, paths[place!.line! - 1]]).toEqual(["schema.yml", "inputsSchemaPath"]);
    expect(scan.declarationOf(["inputs", "x"], {})).toBeUndefined();
  });
});

test("the contexts of a document are its own, although another one is in the same file", () => {
  const [project, api, web] = [
    { kind: "Project", name: "shop", environments: ["dev"] },
    { kind: "Deploy", name: "api", spec: 1 },
    { kind: "Deploy", name: "web", spec: 2 },
  ].map((value) => ({ file: "garden.yml", value }));
  const { scan } = new Project([project!, api!, web!]);
  const documentsAt = (where: Parameters<typeof scan.contextsAt>[0]) =>
    scan.contextsAt(where, ["spec"]).map(({ document }) => document);
  expect(documentsAt(api!)).toEqual(["deploy.api"]);
  expect(documentsAt(web!)).toEqual(["deploy.web"]);
  expect(documentsAt("garden.yml")).toEqual(["deploy.api", "deploy.web"]);
  expect(documentsAt({ file: "garden.yml" })).toEqual([]);
});

test("an environment without fields of its own has the position of its name", () => {
  const value = { kind: "Project", name: "shop", environments: ["dev", "prod"] };
  const placeOf = (path: readonly unknown[]) => ({ line: path.length, column: Number(path[1]) });
  const { scan } = new Project([{ file: "garden.yml", value, placeOf }], { environment: "prod" });
  expect(scan.environment).toBe("prod");
  expect(scan.declarationOf(["environment", "name"], {})).toEqual({ file: "garden.yml", line: 2, column: 1 });
});

test("a variable that cannot be explained has no explanations, and a file without positions has only its name", () => {
  const value = { kind: "Project", name: "shop", environments: ["dev"], variables: { a: "${var.none}", b: 1 } };
  const { scan } = new Project([{ file: "garden.yml", value }]);
  expect(scan.explain(["a"])).toEqual([]);
  const [b] = scan.explain(["b"]);
  expect(b).toMatchObject({ document: "environment dev", variable: "var.b", value: 1 });
  expect(scan.explain(["b"])[0]).toBe(b);
  expect(scan.declarationOf(["project", "name"], {})).toEqual({ file: "garden.yml" });
});
