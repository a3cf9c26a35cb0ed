import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../../src/garden/index.ts";
import { Project } from "../../../../src/index.ts";

const open = (variables: object, ...actions: object[]) =>
  new Project(
    [
      { kind: "Project", name: "p", environments: ["dev"], variables },
      ...actions.map((variables, i) => ({ kind: "Build", name: `b${i}`, variables })),
    ].map((value) => ({ file: "garden.yml", value })),
  );

const explained = (project: Project, variable: string) =>
  project.explain(variable).map(({ document, value, origins }) => [document, value, origins.map(({ value }) => value)]);

test("an action's explanation has the environment's levels, and no other action's", () => {
  const project = open({ a: 1, z: 1 }, { a: 2 }, { b: null }, { a: null }, { a: "${var.a}!" });
  expect(explained(project, "a")).toEqual([
    ["environment dev", 1, [1]],
    ["build.b0", 2, [2, 1]],
    ["build.b2", undefined, [null, 1]],
    ["build.b3", "1!", ["1!", 1]],
  ]);
  expect(explained(project, "z")).toEqual([["environment dev", 1, [1]]]);
});

test("only at its beginning is `var` or `variables` the root that may be left out", () => {
  const variables = { envvar: { x: 1 }, var: { variables: { x: 2 } }, a: { var: { x: 3 } } };
  const written = (variable: string) => {
    const [explanation] = open(variables).explain(variable);
    return [explanation?.variable, explanation?.value];
  };
  expect(written("envvar.x")).toEqual(["var.envvar.x", 1]);
  expect(written("var.envvar.x")).toEqual(["var.envvar.x", 1]);
  expect(written("variables.envvar.x")).toEqual(["var.envvar.x", 1]);
  expect(written("var.var.variables.x")).toEqual(["var.var.variables.x", 2]);
  expect(written("a.var.x")).toEqual(["var.a.var.x", 3]);
});

test("a key that every object inherits is a variable like any other", () => {
  const own = Object.fromEntries([["__proto__", 2]]);
  expect(explained(open({ a: 1 }, own), "__proto__")).toEqual([
    ["environment dev", undefined, []],
    ["build.b0", 2, [2]],
  ]);
  expect(explained(open({ a: 1 }, own), "constructor")).toEqual([["environment dev", undefined, []]]);
});

test("a level that is one operator is asked for its values", () => {
  const project = open({ a: 1 }, { $merge: "${jsonDecode('{\"a\":2}')}" }, { $merge: {} });
  expect(explained(project, "a")).toEqual([
    ["environment dev", 1, [1]],
    ["build.b0", 2, [2, 1]],
  ]);
});

describe("the value, the effect, and the position in each level", () => {
  const placeOf = (path: readonly unknown[]) => ({ line: path.length, column: 1 });
  const project = {
    kind: "Project",
    name: "p",
    environments: [
      { name: "dev", variables: { level: null, map: { b: { d: 2 } }, gone: null, removed: null, kind: { k: 1 } } },
    ],
    variables: {
      level: "p",
      map: { a: 1, b: { c: 1 } },
      list: [{ x: 1 }, 2],
      gone: 1,
      text: "x-${git.branch}",
      later: { l: "${git.branch}", k: 1 },
      token: "${secrets.token}",
      "dot.ted": 5,
      none: null,
      removed: { by: { null: 1 } },
      cut: { a: 1 },
      kind: 5,
    },
  };
  const action = {
    kind: "Deploy",
    name: "api",
    varfiles: ["a.env"],
    variables: { map: { b: "text" }, gone: { back: 1 }, removed: { by: "text" }, own: "${var.level || 'unset'}" },
  };
  const opened = new Project(
    [
      { file: "garden.yml", value: project, placeOf },
      { file: "api.yml", value: action, placeOf },
    ],
    {
      overrides: { "map.a": "9", "list.0.x": "8", "new.a": "n", level: "cli", cut: "cli" },
      world: { git: { branch: NOT_KNOWN_YET }, secrets: { token: "t" } },
      readVarfile: (_, path) => (path === "a.env" ? { text: "FILE=1\nlevel=file\n" } : undefined),
    },
  );

  test.each<[variable: string, ...explanations: string[][]]>([
    [
      "level",
      [
        'environment dev var.level = "cli"',
        '--var gives "cli"',
        "the environment's variables (garden.yml:4:1) hidden null",
        'the project\'s variables (garden.yml:2:1) hidden "p"',
      ],
      [
        'deploy.api var.level = "cli"',
        '--var gives "cli"',
        'a.env (a.env:2:7) hidden "file"',
        "the environment's variables (garden.yml:4:1) hidden null",
        'the project\'s variables (garden.yml:2:1) hidden "p"',
      ],
    ],
    [
      "var.map",
      [
        'environment dev var.map = {"a":"9","b":{"c":1,"d":2}}',
        '--var adds {"a":"9"}',
        'the environment\'s variables (garden.yml:4:1) adds {"b":{"d":2}}',
        'the project\'s variables (garden.yml:2:1) adds {"a":1,"b":{"c":1}}',
      ],
      [
        'deploy.api var.map = {"a":"9","b":"text"}',
        '--var adds {"a":"9"}',
        'the action\'s variables (api.yml:2:1) adds {"b":"text"}',
        'the environment\'s variables (garden.yml:4:1) adds {"b":{"d":2}}',
        'the project\'s variables (garden.yml:2:1) adds {"a":1,"b":{"c":1}}',
      ],
    ],
    [
      "variables.map.b",
      [
        'environment dev var.map.b = {"c":1,"d":2}',
        'the environment\'s variables (garden.yml:5:1) adds {"d":2}',
        'the project\'s variables (garden.yml:3:1) adds {"c":1}',
      ],
      [
        'deploy.api var.map.b = "text"',
        'the action\'s variables (api.yml:3:1) gives "text"',
        'the environment\'s variables (garden.yml:5:1) hidden {"d":2}',
        'the project\'s variables (garden.yml:3:1) hidden {"c":1}',
      ],
    ],
    [
      "list.0.x",
      ['environment dev var.list.0.x = "8"', '--var gives "8"', "the project's variables (garden.yml:4:1) hidden 1"],
    ],
    [
      "list",
      [
        'environment dev var.list = [{"x":"8"},2]',
        '--var adds [{"x":"8"}]',
        'the project\'s variables (garden.yml:2:1) adds [{"x":1},2]',
      ],
    ],
    [
      "removed.by.null",
      [
        "environment dev var.removed.by.null = undefined",
        "the environment's variables (garden.yml:4:1) removes null",
        "the project's variables (garden.yml:4:1) hidden 1",
      ],
      [
        "deploy.api var.removed.by.null = undefined",
        'the action\'s variables (api.yml:3:1) removes "text"',
        "the environment's variables (garden.yml:4:1) hidden null",
        "the project's variables (garden.yml:4:1) hidden 1",
      ],
    ],
    [
      "cut.a",
      [
        "environment dev var.cut.a = undefined",
        '--var removes "cli"',
        "the project's variables (garden.yml:3:1) hidden 1",
      ],
    ],
    [
      "kind",
      [
        'environment dev var.kind = {"k":1}',
        'the environment\'s variables (garden.yml:4:1) adds {"k":1}',
        "the project's variables (garden.yml:2:1) hidden 5",
      ],
    ],
    ["list.1", ["environment dev var.list.1 = 2", "the project's variables (garden.yml:3:1) gives 2"]],
    ["list.2", ["environment dev var.list.2 = undefined"]],
    [
      "gone",
      [
        "environment dev var.gone = undefined",
        "the environment's variables (garden.yml:4:1) removes null",
        "the project's variables (garden.yml:2:1) hidden 1",
      ],
      [
        'deploy.api var.gone = {"back":1}',
        'the action\'s variables (api.yml:2:1) adds {"back":1}',
        "the environment's variables (garden.yml:4:1) removes null",
        "the project's variables (garden.yml:2:1) hidden 1",
      ],
    ],
    [
      "gone.back",
      ["environment dev var.gone.back = undefined"],
      ["deploy.api var.gone.back = 1", "the action's variables (api.yml:3:1) gives 1"],
    ],
    [
      "text",
      ["environment dev var.text = late", 'the project\'s variables (garden.yml:2:1) gives late "x-${git.branch}"'],
    ],
    [
      "later",
      [
        "environment dev var.later = late",
        'the project\'s variables (garden.yml:2:1) gives late {"l":"${git.branch}","k":1}',
      ],
    ],
    [
      "later.l",
      ["environment dev var.later.l = late", 'the project\'s variables (garden.yml:3:1) gives late "${git.branch}"'],
    ],
    ["later.k", ["environment dev var.later.k = 1", "the project's variables (garden.yml:3:1) gives 1"]],
    ["token", ["environment dev var.token = secret", "the project's variables (garden.yml:2:1) gives secret"]],
    ["dot.ted", ['environment dev var["dot.ted"] = 5', "the project's variables (garden.yml:2:1) gives 5"]],
    ["none", ["environment dev var.none = null", "the project's variables (garden.yml:2:1) gives null"]],
    ["none.key", ["environment dev var.none.key = undefined"]],
    ["new", ['environment dev var.new = {"a":"n"}', '--var gives {"a":"n"}']],
    ["new.a", ['environment dev var.new.a = "n"', '--var gives "n"']],
    ["FILE", ["environment dev var.FILE = undefined"], ['deploy.api var.FILE = "1"', 'a.env (a.env:1:6) gives "1"']],
    [
      "own",
      ["environment dev var.own = undefined"],
      ['deploy.api var.own = "cli"', 'the action\'s variables (api.yml:2:1) gives "cli"'],
    ],
    ["var", ["environment dev var.var = undefined"]],
    ["", ['environment dev var[""] = undefined']],
  ])("%s", (variable, ...explanations) => {
    type Shown = { value: unknown; isLate: boolean; isSecret: boolean; template?: unknown };
    const shown = ({ value, isLate, isSecret, template }: Shown) => {
      if (isSecret) return "secret";
      return isLate ? ["late", JSON.stringify(template)].join(" ").trim() : JSON.stringify(value);
    };
    const found = opened.explain(variable).map(({ document, variable, origins, ...value }) => [
      `${document} ${variable} = ${shown(value)}`,
      ...origins.map(({ level, place, effect, ...origin }) => {
        const where = place === undefined ? "" : ` (${place.file}:${place.line}:${place.column})`;
        return `${level}${where} ${effect} ${shown(origin)}`;
      }),
    ]);
    expect(found).toEqual(explanations);
  });
});

test.each<[variables: object, overrides: Record<string, string>, variable: string, message: string]>([
  [{ a: "${var.none}" }, {}, "a", 'variables.a: no such key: "none" under var (known: a)'],
  [
    { a: { c: "${var.b}" }, b: "${var.none}" },
    {},
    "a.c",
    'variables.b: no such key: "none" under var (known: a, b) (needed by garden.yml, variables.a.c)',
  ],
  [
    { a: "${var.a}" },
    {},
    "a",
    'variables.a: the key "a" under var has no value, because it depends on itself: var.a -> var.a',
  ],
  [{ a: [1] }, { "a.3": "x" }, "a", "variables.a: --var a.3: no such element: 3 in a list of 1; the next index is 1"],
])("an error in %j with the overrides %j has its place", (variables, overrides, variable, message) => {
  const project = { kind: "Project", name: "p", environments: ["dev"], variables };
  const explain = () => new Project([{ file: "garden.yml", value: project }], { overrides }).explain(variable);
  expect(explain).toThrow(expect.objectContaining({ message: `garden.yml: ${message}`, others: [] }));
});
