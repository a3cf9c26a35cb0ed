import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET, overrideVariables } from "../../../../src/garden/index.ts";
import { mergeVariables, Project } from "../../../../src/index.ts";
import { fuzzCases, Random } from "../../../reference/random.ts";

const NAMES = ["a", "b", "c", "__proto__"];

/** A value without templates, a few levels deep. */
function randomValue(random: Random, depth: number): unknown {
  const kind = random.below(depth === 0 ? 4 : 8);
  if (kind === 0) return null;
  if (kind < 4) return random.pick([0, 1, "", "text", true, []]);
  if (kind === 4) return [randomValue(random, depth - 1)];
  return randomMap(random, depth - 1);
}

function randomMap(random: Random, depth: number): Record<string, unknown> {
  const entries = NAMES.filter(() => random.below(2) === 0).map((name) => [name, randomValue(random, depth)]);
  return Object.fromEntries(entries);
}

/** The same value, as templates that give it: each scalar, or each map and list as a whole. */
function asTemplates(value: unknown, random: Random): unknown {
  if (typeof value === "object" && value !== null) {
    if (random.below(4) === 0) return `\${jsonDecode('${JSON.stringify(value)}')}`;
    if (Array.isArray(value)) return value.map((item) => asTemplates(item, random));
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asTemplates(item, random)]));
  }
  return `\${jsonDecode('${JSON.stringify(value)}')}`;
}

test("seven levels come to their JSON Merge Patch, whether their values are written out or templates", () => {
  const seed = Number(process.env.VAREXPAND_SEED ?? 1);
  for (let i = 0; i < fuzzCases(2000); i++) {
    const random = new Random(seed + i);
    const levels = Array.from({ length: 6 }, () => randomMap(random, 3));
    const overrides = random.below(2) === 0 ? {} : { [random.pick(["a", "b.c", "c.a.b", "__proto__.a"])]: "cli" };
    const expected = overrideVariables(mergeVariables(...levels), overrides);
    for (const written of [levels, levels.map((level) => asMap(asTemplates(level, random)))]) {
      expect(variablesOf(written, overrides), `seed ${seed + i}`).toBe(JSON.stringify(sorted(expected)));
    }
  }

  /** A level is a map, also where its value would be one template. */
  function asMap(level: unknown): Record<string, unknown> {
    return typeof level === "string" ? { $merge: level } : (level as Record<string, unknown>);
  }
});

test.each([
  ["maps", { a: 1, b: 1 }, { a: 2 }],
  ["an operator, and a map", { $if: true, $then: { a: 1, b: 1 } }, { a: 2 }],
  ["a map, and an operator", { a: 1, b: 1 }, { $if: true, $then: { a: 2 } }],
])("a level sees all levels below it: %s", (_, environment, action) => {
  const levels = [{}, {}, environment, {}, action, { c: "${var.a}${var.b}" }];
  expect(variablesOf(levels, {})).toBe('[["a",2],["b",1],["c","21"]]');
});

/** `var` of an action whose levels are these, as text; the levels that are files must be written out. */
function variablesOf(levels: readonly Record<string, unknown>[], overrides: Readonly<Record<string, string>>): string {
  const [project, projectFile, environment, environmentFile, action, actionFile] = levels;
  const files = new Map([
    ["p.json", projectFile],
    ["e.json", environmentFile],
    ["a.json", actionFile],
  ]);
  const documents = [
    {
      kind: "Project",
      name: "p",
      variables: project,
      varfile: "p.json",
      environments: [{ name: "dev", variables: environment, varfile: "e.json" }],
    },
    { kind: "Run", name: "r", variables: action, varfiles: ["a.json"], spec: "${var}" },
  ];
  const resolved = new Project(
    documents.map((value) => ({ file: "garden.yml", value })),
    { overrides, readVarfile: (_folder, path) => ({ text: JSON.stringify(files.get(path)) }) },
  ).resolve();
  return JSON.stringify(sorted((resolved[1]!.value as { spec: unknown }).spec));
}

/** Sorts the keys of all maps, because their order does not matter in variables. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, item]) => [name, sorted(item)]);
}

describe("a variable of which a part is not known yet", () => {
  /** What an action's spec becomes. */
  function specOf(spec: unknown, project: object, environment: object, action: object = {}): unknown {
    const documents = [
      { kind: "Project", name: "shop", variables: project, environments: [{ name: "dev", variables: environment }] },
      { kind: "Build", name: "b" },
      { kind: "Run", name: "r", variables: action, spec },
    ];
    const files = documents.map((value) => ({ file: "garden.yml", value }));
    const all = new Project(files, { world: { git: NOT_KNOWN_YET } }).resolve();
    return (all.find(({ name }) => name === "run.r")!.value as { spec: unknown }).spec;
  }

  test.each([
    ["the project", { base: "B", host: "${var.base}.${git.branch}" }, {}, {}],
    ["the environment", { base: "B" }, { host: "${var.base}.${git.branch}" }, {}],
    ["the action", { base: "B" }, {}, { host: "${var.base}.${git.branch}" }],
  ])("of %s gives its known parts", (_, project, environment, action) => {
    expect(specOf("app.${var.host}:80", project, environment, action)).toBe("app.B.${git.branch}:80");
  });

  test("gives them through other variables, maps, and lists", () => {
    const action = {
      image: "web:${actions.build.b.version}",
      full: "registry/${var.image}",
      map: { image: "${var.image}" },
      list: ["${var.image}", "x"],
    };
    const spec = ["- ${var.full}", "- ${var.map.image}", "${var.list}"];
    const image = "web:${actions.build.b.version}";
    expect(specOf(spec, {}, {}, action)).toEqual([`- registry/${image}`, `- ${image}`, [image, "x"]]);
  });

  test("does not hide a value or a text that replaces it", () => {
    const project = { base: "B", host: "${git.branch}", image: "${git.branch}" };
    const environment = { host: "x-${var.base}", image: "web:${git.branch}" };
    expect(specOf("${var.host} ${var.image}", project, environment)).toBe("x-B web:${git.branch}");
  });

  test("stays where it may be a map or null, which are merged", () => {
    expect(specOf("a ${var.x}", { x: "B" }, { x: "${git.branch}" })).toBe("a ${var.x}");
  });

  test("stays where what is left of it means something else, whichever is looked up first", () => {
    const project = { host: "${git.branch}", up: "${upper(var.host)}!", url: "http://${var.up}", list: ["${var.up}"] };
    const action = { host: "other" };
    expect(specOf("${var.url} ${var.up} ${var.list}", { ...project, all: "${var.list}" }, {}, action)).toBe(
      "${var.url} ${var.up} ${var.list}",
    );
    expect(specOf(["${var.up}", "${var.url}"], project, {}, action)).toEqual(["${var.up}", "${var.url}"]);
    expect(specOf(["${var.all}", "${var.list}"], { ...project, all: "${var.list}" }, {}, action)).toEqual([
      "${var.all}",
      "${var.list}",
    ]);
  });
});
