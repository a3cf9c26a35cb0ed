import { expect, test } from "vitest";
import { failure, projectOf, resolved } from "./documents.ts";

const SECRET = "correct-horse";
const LOOP = {
  $forEach: ["${local.env.TOKEN}"],
  $return: { name: "${item.value}", command: ["x"], deployCommand: ["x"] },
};

test.each([
  ["one name", [{ ...LOOP.$return, name: "${local.env.TOKEN}" }]],
  ["a loop", LOOP],
  ["a part of a list", [{ name: "plain", command: ["x"], deployCommand: ["x"] }, { $concat: LOOP }]],
  [
    "a choice",
    [
      { name: "plain", command: ["x"], deployCommand: ["x"] },
      { $if: true, $then: { ...LOOP.$return, name: "${local.env.TOKEN}" } },
    ],
  ],
])("errors do not show names of services, tasks, and tests: %s", (_, parts) => {
  for (const [list, kind] of [
    ["services", "deploy"],
    ["tasks", "run"],
    ["tests", "test"],
  ] as const) {
    const module = { kind: "Module", type: "exec", name: "m", [list]: parts };
    const asked = { in: "b", kind: "Build", name: "b", spec: `\${actions.${kind}.nope.version}` };
    const message = failure(() =>
      resolved([module, asked], { world: { local: { env: { TOKEN: SECRET } } }, secretVariables: ["TOKEN"] }),
    );
    expect(message).not.toContain(SECRET);
    expect(message).toContain("depends on a secret");
  }
});

test("a module that is not converted has its own variables, with those of its varfile merged into them", () => {
  const infra = {
    description: "${var.up} ${var.added}",
    name: "infra",
    type: "terraform",
    kind: "Module",
    varfile: { path: "${environment.name}.yaml" },
    variables: {
      level: "${var.tag}",
      map: { x: 1, y: 2 },
      list: [1, 2],
      removed: 1,
      kept: null,
      up: "${var.level}-${this.name}",
      late: "${runtime.tasks.x.outputs.y}",
      secret: "${secrets.token}",
    },
    token: "${secrets.token}",
    services: [{ name: "${var.added}" }],
  };
  const text = "added: a\nmap: { y: 3, z: '${var.map.x}' }\nlist: [3]\nremoved: null\nsum: '${var.port + var.map.x}'\n";
  const readVarfile = (folder: string, path: string) =>
    folder === "app" && path === "dev.yaml" ? { text } : undefined;
  const [, module] = projectOf([infra], { readVarfile, world: { secrets: { token: "t" } } }).resolve();
  expect(module).toEqual({
    name: "module.infra",
    file: "app/garden.yml",
    value: {
      kind: "Module",
      type: "terraform",
      name: "infra",
      varfile: { path: "dev.yaml" },
      description: "v1-infra a",
      token: "t",
      services: [{ name: "a" }],
      variables: {
        level: "v1",
        map: { x: 1, y: 3, z: 1 },
        list: [3],
        kept: null,
        up: "v1-infra",
        late: "${runtime.tasks.x.outputs.y}",
        secret: "t",
        added: "a",
        sum: 81,
      },
    },
    isComplete: false,
    unknown: ["runtime.tasks.x.outputs.y"],
    dependencies: [],
    isDisabled: false,
  });
  expect(Object.keys(module!.value as object)).toEqual([
    "kind",
    "type",
    "name",
    "description",
    "varfile",
    "token",
    "services",
    "variables",
  ]);
});

test("a limit that a field exceeds is reported instead of the other errors in it", () => {
  let nested: unknown = "${var.tag}";
  for (let i = 0; i < 400; i++) nested = [nested];
  const env = { deep: nested, other: "${var.nope}" };
  const module = { kind: "Module", type: "exec", name: "m", env };
  expect(failure(() => resolved([module]))).toMatch(
    /^app\/garden\.yml: env\.deep(\.0)+: documents, variables and expressions are nested deeper than 300 levels$/,
  );
});
