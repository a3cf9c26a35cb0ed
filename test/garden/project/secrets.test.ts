import { describe, expect, test, vi } from "vitest";
import { NOT_KNOWN_YET } from "../../../src/garden/index.ts";
import { Project, type ProjectOptions, VariablesError } from "../../../src/index.ts";
import { errorOf } from "../../error-of.ts";

const SECRET = "correct-horse";

const open = (documents: readonly object[], project: object = {}, options: ProjectOptions = {}) =>
  new Project(
    [{ kind: "Project", name: "p", environments: ["dev"], ...project }, ...documents].map((value, i) => ({
      file: `f${i}.yml`,
      value,
    })),
    { world: { secrets: { token: SECRET, map: { a: SECRET } } }, ...options },
  );

function failure(action: () => unknown): VariablesError {
  return errorOf(action, VariablesError);
}

test("a variable of process.env is secret", () => {
  vi.stubEnv("TOKEN", SECRET);
  const options = { world: { local: { env: process.env } }, secretVariables: ["TOKEN"] };
  const project = open([], { variables: { a: "${local.env.TOKEN}" } }, options);
  expect(project.explain("a")[0]).toMatchObject({ isSecret: true, value: undefined });
  vi.unstubAllEnvs();
});

describe("one project answers many questions", () => {
  const variables = {
    direct: "${secrets.token}",
    again: "${var.direct}",
    upper: "${upper(var.again)}",
    twice: ["${var.direct}", "${var.direct}"],
    whole: "${secrets}",
    map: { in: "${var.twice}", out: "plain" },
    all: "${var.map}",
    chosen: "${secrets.token == 'x' ? 1 : 2}",
    // Only what is looked up counts.
    avoided: "${true || secrets.token}",
    fallback: "${secrets.nope || 'none'}",
    optional: "${secrets.nope}?",
    part: "${var.map.out}",
    merged: { $merge: "${secrets.map}", own: 1 },
    loop: { $forEach: ["${secrets.token}"], $return: "${item.value}" },
    circle: "${secrets.token || var.circle}",
    text: "a-${var.upper}-b",
    plain: 1,
    other: "${var.plain}",
  };
  const secret = ["direct", "again", "upper", "twice", "twice.1", "whole", "map", "map.in", "all", "all.out", "chosen"];
  const more = ["fallback", "optional", "merged", "merged.a", "loop", "circle", "text"];
  const expected = new Map<string, boolean>([
    ...[...secret, ...more].map((name) => [name, true] as const),
    ...["avoided", "part", "plain", "other", "map.out", "nope"].map((name) => [name, false] as const),
  ]);

  const isSecret = (project: Project, name: string) => project.explain(name).some((each) => each.isSecret);

  test("in any order", () => {
    const names = [...expected.keys()];
    for (const order of [names, [...names].reverse(), [...names, ...names]]) {
      const project = open([], { variables });
      for (const name of order) expect([name, isSecret(project, name)]).toEqual([name, expected.get(name)]);
    }
  });

  test("whether a variable depends on itself, where a secret decides it", () => {
    const variables = { circle: "${secrets.token ? var.circle : 1}", known: "${var.circle || 'none'}" };
    expect(open([], { variables }).explain("known")[0]).toMatchObject({ isSecret: true, value: undefined });
  });

  test("a question opens nothing again: each varfile is read once", () => {
    const read: string[] = [];
    const readVarfile = (folder: string, path: string) => {
      read.push(`${folder}/${path}`);
      return path.startsWith("v") ? { text: "x=${secrets.token}" } : undefined;
    };
    const documents = [1, 2, 3].map((i) => ({ kind: "Build", name: `a${i}`, varfiles: [`v${i}.env`] }));
    const project = open(documents, { variables }, { world: { secrets: { token: SECRET, map: {} } }, readVarfile });
    for (const name of [...Object.keys(variables), "x", "nope"]) project.explain(name);
    expect(project.explain("x").map(({ isSecret }) => isSecret)).toEqual([false, true, true, true]);
    expect(read).toEqual([...new Set(read)]);
  });

  test("a list of which secrets decide only how long it is", () => {
    const variables = { list: { $forEach: ["${secrets.token}", 1], $return: "plain" } };
    const project = open([], { variables });
    for (const round of [1, 2]) {
      const [explained] = project.explain("list");
      expect([explained!.isSecret, explained!.origins[0]!.isSecret], String(round)).toEqual([true, true]);
    }
  });

  test("of an action, over its levels and over other actions", () => {
    const documents = [
      { kind: "Build", name: "a", variables: { own: "${var.direct}", plain: "x" } },
      {
        kind: "Build",
        name: "b",
        variables: { own: "${actions.build.a.var.own}", plain: "${actions.build.a.var.plain}" },
      },
      { kind: "Build", name: "c", variables: { $merge: { own: "${actions.build.b.var.own}" } } },
    ];
    const project = open(documents, { variables });
    for (const round of [1, 2]) {
      const explained = (name: string) =>
        project.explain(name).map((each) => [each.document, each.value, each.isSecret]);
      expect(explained("own"), String(round)).toEqual([
        ["environment dev", undefined, false],
        ["build.a", undefined, true],
        ["build.b", undefined, true],
        ["build.c", undefined, true],
      ]);
      expect(explained("plain")).toEqual([
        ["environment dev", 1, false],
        ["build.a", "x", false],
        ["build.b", "x", false],
        // Which keys a map has that is merged depends on all that is merged.
        ["build.c", undefined, true],
      ]);
    }
  });

  test("a secret that is late, too, and what has a value only with the secrets", () => {
    const names = {
      both: "${secrets.token}${actions.run.r.outputs.log}",
      chosen: "${secrets.token ? actions.run.r.outputs.log : 1}",
      keyed: "${secrets.token && var[actions.run.r.outputs.log]}",
    };
    const late = { kind: "Build", name: "a", variables: names };
    const project = open([late, { kind: "Run", name: "r" }], {
      variables: { list: "${secrets.list}", elements: ["${secrets.list[0]}"] },
    });
    for (const name of Object.keys(names)) {
      const explained = project.explain(name).at(-1);
      expect(explained, name).toMatchObject({ isLate: true, isSecret: true, value: undefined });
    }
  });

  test("a namespace from a secret makes everything one", () => {
    const environments = [{ name: "dev", defaultNamespace: "${secrets.token}" }];
    const project = open([], { environments, variables: { plain: 1 } });
    expect(project.explain("plain")[0]).toMatchObject({ isSecret: true, value: undefined });
  });

  test("variables of the environment that are as secret as secrets are", () => {
    const env = { TOKEN: SECRET, OTHER: "plain" };
    const variables = {
      direct: "${local.env.TOKEN}",
      upper: "${upper(var.direct)}",
      keyed: "${local['env']['TOKEN']}-x",
      whole: "${local.env}",
      other: "${local.env.OTHER}",
      nope: "${local.env.NOPE || 'none'}",
    };
    const project = open(
      [],
      { variables },
      {
        world: { local: { env, platform: "linux" }, secrets: {} },
        secretVariables: ["TOKEN", "NOPE"],
      },
    );
    const explained = Object.keys(variables).map((name) => project.explain(name)[0]!);
    expect(explained.map(({ isSecret }) => isSecret)).toEqual([true, true, true, true, false, false]);
    expect(explained.map(({ value }) => value)).toEqual([undefined, undefined, undefined, undefined, "plain", "none"]);
    expect(project.resolve()[0]!.value).toMatchObject({
      variables: { direct: SECRET, upper: SECRET.toUpperCase(), keyed: `${SECRET}-x`, whole: env },
    });
    expect(env).toEqual({ TOKEN: SECRET, OTHER: "plain" });
    const world = { local: { env } };
    const alone = open([], { variables: { a: "${local.env.TOKEN}" } }, { world, secretVariables: ["TOKEN"] });
    expect(alone.explain("a")[0]).toMatchObject({ isSecret: true, value: undefined });
    // Of a world without an environment there is nothing to be kept.
    const without = open([], { variables: { a: 1 } }, { world: { secrets: {} }, secretVariables: ["TOKEN"] });
    expect(without.explain("a")[0]).toMatchObject({ value: 1, isSecret: false });
  });

  test("actions are listed in order, including those whose keys are known only from their values", () => {
    const documents = [
      { kind: "Build", name: "a", variables: { $merge: { own: 1 } } },
      { kind: "Build", name: "b", variables: { own: 2 } },
      { kind: "Build", name: "c", variables: { $merge: { other: 1 } } },
      { kind: "Build", name: "d", variables: { own: 3 } },
    ];
    const explained = open(documents).explain("own");
    expect(explained.map(({ document, value }) => [document, value])).toEqual([
      ["environment dev", undefined],
      ["build.a", 1],
      ["build.b", 2],
      ["build.d", 3],
    ]);
  });

  test("a project without secrets has none", () => {
    expect(open([], { variables: { a: 1 } }, { world: {} }).explain("a")[0]).toMatchObject({
      value: 1,
      isSecret: false,
    });
    const variables = { a: "${secrets.token}" };
    expect(open([], { variables }, { world: { secrets: NOT_KNOWN_YET } }).explain("a")[0]).toMatchObject({
      isLate: true,
      isSecret: false,
    });
    expect(open([], { variables }, { world: { secrets: () => ({ token: SECRET }) } }).explain("a")[0]).toMatchObject({
      value: undefined,
      isSecret: true,
    });
  });
});

describe("names are shown, and do not come from a secret", () => {
  const LEAKS = ["${secrets.token}", "${upper(secrets.token)}", "${base64Encode(secrets.token)}", "${var.made}"];
  const variables = { made: "x${slice(secrets.token, 0, 9)}" };
  const shown = [SECRET, SECRET.toUpperCase(), Buffer.from(SECRET).toString("base64"), SECRET.slice(0, 9)];

  const expectHidden = (error: VariablesError) => {
    for (const text of shown) expect(error.message).not.toContain(text);
    for (let at: unknown = error; at instanceof Error; at = at.cause)
      for (const text of shown) expect(at.message).not.toContain(text);
  };

  test.each(LEAKS)("dependencies: %s", (name) => {
    const error = failure(() =>
      open([{ kind: "Build", name: "a", dependencies: [`build.${name}`] }], { variables }).resolve(),
    );
    expectHidden(error);
    expect(error).toMatchObject({ code: "unknown-action", file: "f1.yml" });
    expect(error.message).toBe("f1.yml: this value depends on a secret, so the details are not shown (unknown-action)");
  });

  test.each(LEAKS)("references: %s", (name) => {
    const lookup = `\${actions.build[${name.slice(2, -1)}].outputs.x}`;
    expectHidden(failure(() => open([{ kind: "Run", name: "a", spec: lookup }], { variables }).resolve()));
  });

  test.each(LEAKS)("varfiles: %s", (name) => {
    for (const varfile of [`${name}.env`, `../../${name}`, `${name}.json`]) {
      const readVarfile = (_: string, path: string) => (path.endsWith(".json") ? { text: "{" } : undefined);
      for (const documents of [[{ kind: "Build", name: "a", varfiles: [varfile] }]]) {
        const error = failure(() =>
          open(documents, { variables }, { world: { secrets: { token: SECRET } }, readVarfile }).resolve(),
        );
        expectHidden(error);
        expect(error.message).toContain("depends on a secret");
      }
      if (name.includes("var.")) continue;
      expectHidden(
        failure(() => open([], { variables, varfile }, { world: { secrets: { token: SECRET } }, readVarfile })),
      );
    }
  });

  test("a varfile that is there: its variables are not explained, but resolved", () => {
    const readVarfile = (_: string, path: string) => (path === `${SECRET}.env` ? { text: "a=1" } : undefined);
    const project = open(
      [],
      { varfile: "${secrets.token}.env" },
      { world: { secrets: { token: SECRET } }, readVarfile },
    );
    expect(project.resolve()[0]!.value).toMatchObject({ variables: { a: "1" } });
    const error = failure(() => project.explain("a"));
    expect(error.message).toBe("the name of a file, an environment, or an action depends on a secret");
  });

  test("the default environment", () => {
    expectHidden(failure(() => open([], { defaultEnvironment: "${secrets.token}" })));
  });

  test("rendered actions", () => {
    const documents = [
      { kind: "ConfigTemplate", name: "t", configs: [{ kind: "Build", name: "${inputs.name}" }] },
      { kind: "RenderTemplate", name: "r", template: "t", inputs: { name: "${upper(secrets.token)}" } },
    ];
    for (const others of [[], [{ kind: "Module", type: "exec", name: "m" }]]) {
      const error = failure(() => open([...documents, ...others]));
      expectHidden(error);
      expect(error.message).toContain("the name of a file, an environment, or an action depends on a secret");
    }
    const harmless = [documents[0]!, { ...documents[1], inputs: { name: "b", other: "${secrets.token}" } }];
    expect(
      open(harmless)
        .resolve()
        .map(({ name }) => name),
    ).toEqual(["project", "build.b"]);
  });

  test.each(["services", "tasks", "tests"])("%s of a module", (list) => {
    const parts = [{ name: "${secrets.token}", command: ["x"], deployCommand: ["x"] }];
    const user = { kind: "Build", name: "a", dependencies: ["build.nope"] };
    const error = failure(() => open([{ kind: "Module", type: "exec", name: "m", [list]: parts }, user]).resolve());
    expectHidden(error);
    expect(error.message).toBe(`f1.yml: ${list}.0.name: a name must be known before anything runs`);
  });

  test("values that do not depend on secrets are reported as usual", () => {
    const documents = [{ kind: "Build", name: "a", dependencies: ["build.b"], x: "${secrets.token}" }];
    expect(failure(() => open(documents).resolve()).message).toBe("f1.yml: dependencies.0: no such action: build.b");
    expect(failure(() => open([], {}, { world: { secrets: {} }, environment: "nope" })).message).toBe(
      'no such environment: "nope" (known: dev)',
    );
  });
});

describe("errors", () => {
  const messageOf = (run: () => unknown) => {
    const error = failure(run);
    return [error, ...error.others].map(({ message }) => message);
  };
  const ofSpec = (spec: unknown, more: object = {}) =>
    messageOf(() => open([{ kind: "Build", name: "a", spec, ...more }], { variables: { x: { y: 1 } } }).resolve());

  test.each<[spec: unknown, message: string]>([
    // What decides whether there is an error is a secret.
    ["${secrets.token ? var.nope : 1}", 'no such key: "***" under var (its name depends on a secret)'],
    ["${secrets.token ? nope : 1}", 'no such key: "***" (its name depends on a secret)'],
    ["${secrets.token && var.x.y.z}", "this value depends on a secret, so the details are not shown (type)"],
    ["${if secrets.token}${var.nope}${endif}", 'no such key: "***" under var (its name depends on a secret)'],
    ["${if secrets.token}a${var.nope}${endif}b", 'no such key: "***" under var (its name depends on a secret)'],
    [
      "${upper(secrets.token && '${lower(1)}')}",
      "this value depends on a secret, so the details are not shown (function)",
    ],
    [
      { $if: "${!secrets.token}", $then: 1, $else: "${lower(1)}" },
      "this value depends on a secret, so the details are not shown (function)",
    ],
    [{ $if: "${secrets.token}", $then: 1 }, "this value depends on a secret, so the details are not shown (structure)"],
    [
      { $forEach: ["${secrets.token}"], $return: "${lower(1)}" },
      "this value depends on a secret, so the details are not shown (function)",
    ],
    [
      { $forEach: [1], $filter: "${secrets.token == 'correct-horse'}", $return: { a: "${lower(1)}" } },
      "this value depends on a secret, so the details are not shown (function)",
    ],
    [[{ $concat: "${secrets.token}" }], "this value depends on a secret, so the details are not shown (structure)"],
    [{ $merge: "${secrets.token}" }, "this value depends on a secret, so the details are not shown (structure)"],
    ["${secrets.token.x.y}", "this value depends on a secret, so the details are not shown (type)"],
    ["${var.x[secrets.token]}", 'no such key: "***" under var (its name depends on a secret)'],
    ["${jsonDecode(secrets.token)}", "this value depends on a secret, so the details are not shown (function)"],
    // A secret that was not given: its name is in the document.
    ["${secrets.nope}", 'no such key: "nope" under secrets'],
    ["${secrets[secrets.token]}", 'no such key: "***" under secrets'],
  ])("%j: %s", (spec, message) => {
    expect(ofSpec(spec)).toEqual([`f1.yml: ${message}`]);
  });

  test.each<[spec: unknown, message: string]>([
    ["${secrets.token}-${var.nope}", 'spec: no such key: "nope" under var (known: x)'],
    [{ a: "${secrets.token}", b: "${lower(1)}" }, 'spec.b: lower: the argument "string" must be a string'],
    [["${secrets.token}", { $concat: 1 }], "spec.1: $concat must be a list, not a number"],
    [
      [
        { $forEach: ["${secrets.token}"], $return: 1 },
        { $if: 1, $then: 1 },
      ],
      "spec.1: $if must be true or false, not a number",
    ],
    [[{ $if: "${!secrets.token}", $then: 1 }, "${var.x.y.z}"], "spec.1: var.x.y is a number, so it has no key z"],
    ["${true || secrets.token ? var.nope : 1}", 'spec: no such key: "nope" under var (known: x)'],
  ])("%j, beside a secret: %s", (spec, message) => {
    expect(ofSpec(spec)).toEqual([`f1.yml: ${message}`]);
  });

  test("of a value in another document, which a secret decides about", () => {
    const variables = { broken: "${lower(1)}", used: "${secrets.token ? var.broken : 1}" };
    const found = messageOf(() => open([{ kind: "Build", name: "a", spec: "${var.used}" }], { variables }).resolve());
    expect(found).toEqual([
      'f0.yml: variables.broken: lower: the argument "string" must be a string',
      "f0.yml: this value depends on a secret, so the details are not shown (function)",
    ]);
  });

  test("each is reported once, and nothing is resolved again for it", () => {
    const read: string[] = [];
    const readVarfile = (_: string, path: string) => {
      read.push(path);
      return path === "v.env" ? { text: "v=${secrets.token}" } : undefined;
    };
    const documents = [{ kind: "Build", name: "a", varfiles: ["v.env"], spec: "${upper(secrets.token).x}${var.nope}" }];
    const options = { world: { secrets: { token: SECRET } }, readVarfile };
    expect(messageOf(() => open(documents, {}, options).resolve())).toHaveLength(1);
    expect(read.filter((path) => path === "v.env")).toHaveLength(1);
  });

  test("names that a loop makes of secrets", () => {
    const configs = { $forEach: "${inputs.names}", $return: { kind: "Build", name: "${item.value}" } };
    const documents = [
      { kind: "ConfigTemplate", name: "t", configs },
      { kind: "RenderTemplate", name: "r", template: "t", inputs: { names: ["${secrets.token}"] } },
      { kind: "Build", name: "a", spec: "${actions.build.nope.version}" },
    ];
    const messages = messageOf(() => open(documents).resolve());
    expect(messages.join()).not.toContain(SECRET);
  });

  test("dependencies of modules that are made of secret variables", () => {
    const world = { local: { env: { TOKEN: SECRET } } };
    const module = {
      kind: "Module",
      type: "exec",
      name: "m",
      services: [
        { name: "s", deployCommand: ["x"], dependencies: ["${local.env.TOKEN}"] },
        { name: "t", deployCommand: ["${actions.deploy[local.env.TOKEN].outputs[runtime.x]}"] },
      ],
    };
    const messages = messageOf(() => open([module], {}, { world, secretVariables: ["TOKEN"] }).resolve());
    expect(messages.join()).not.toContain(SECRET);
  });

  test("a circle that a secret closes", () => {
    const documents = [
      { kind: "Build", name: "a", dependencies: ["build.${secrets.name}"] },
      { kind: "Build", name: "b", dependencies: ["build.a"] },
    ];
    const world = { secrets: { name: "b" } };
    expect(messageOf(() => open(documents, {}, { world }).resolve())).toEqual([
      "f1.yml: this value depends on a secret, so the details are not shown (circular-dependency)",
    ]);
  });

  test("a defect of varexpand stays what it is", () => {
    const world = { secrets: { token: SECRET } };
    const readVarfile = () => {
      throw new TypeError("a defect");
    };
    expect(() => open([], {}, { world, readVarfile })).toThrow(new TypeError("a defect"));
  });
});
