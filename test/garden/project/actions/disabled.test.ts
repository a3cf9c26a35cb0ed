import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../../src/garden/index.ts";
import { Project, type ProjectOptions, VariablesError } from "../../../../src/index.ts";
import { errorOf } from "../../../error-of.ts";

const PROJECT = { kind: "Project", name: "shop", environments: [{ name: "dev" }, { name: "prod" }] };

function open(documents: readonly object[], options: ProjectOptions = {}, project: object = {}): Project {
  const all = [{ ...PROJECT, ...project }, ...documents];
  return new Project(
    all.map((value, i) => ({ file: i === 0 ? "garden.yml" : `action-${i}/garden.yml`, value })),
    options,
  );
}

function resolve(...args: Parameters<typeof open>) {
  return Object.fromEntries(
    open(...args)
      .resolve()
      .map((document) => [document.name, document]),
  );
}

function failure(action: () => unknown): VariablesError {
  return errorOf(action, VariablesError);
}

const asked = { kind: "Deploy", name: "asked", spec: "${actions.run.seed.disabled}" };

describe("an action is disabled", () => {
  test.each([
    [{}, false],
    [{ disabled: true }, true],
    [{ disabled: false }, false],
    [{ disabled: null }, false],
    [{ disabled: "${environment.name == 'dev'}" }, true],
    [{ disabled: "${environment.name != 'dev'}" }, false],
    // Variables of dotenv files and of --var are text.
    [{ disabled: "${var.flag}" }, true],
    [{ disabled: "${var.own}", variables: { own: "FALSE" } }, false],
    [{ disabled: "${var.nope}?" }, false],
    [{ environments: ["prod"] }, true],
    [{ environments: ["dev", "prod"] }, false],
    [{ environments: ["${environment.name}"] }, false],
    [{ environments: "${['prod']}" }, true],
    [{ environments: ["prod", "${environment.name}"] }, false],
    [{ environments: ["${environment.name}", "prod"] }, false],
    [{ environments: ["prod", "${'x'}"] }, true],
    [{ disabled: "${var.own}", environments: ["${environment.name}"], variables: { own: "True" } }, true],
    [{ disabled: "${var.own}", environments: ["${'x'}"], variables: { own: false } }, true],
    [{ disabled: false, environments: ["${'x'}", "dev"] }, false],
    [{ environments: [] }, true],
    [{ environments: [null, "dev"] }, false],
    [{ environments: null }, false],
    [{ disabled: true, environments: ["dev"] }, true],
    [{ disabled: false, environments: ["prod"] }, true],
  ])("%j: %s", (fields, expected) => {
    const seed = { kind: "Run", name: "seed", ...fields, spec: "${this.disabled}" };
    const documents = resolve([asked, seed], { overrides: { flag: "true" } });
    expect(documents["run.seed"]!.isDisabled).toBe(expected);
    expect((documents["run.seed"]!.value as { spec: unknown }).spec).toBe(expected);
    expect((documents["deploy.asked"]!.value as { spec: unknown }).spec).toBe(expected);
  });

  test("`environments` names the chosen environment, without its namespace", () => {
    const seed = { kind: "Run", name: "seed", environments: ["prod"] };
    expect(resolve([seed], { environment: "team.prod" })["run.seed"]!.isDisabled).toBe(false);
  });

  test.each([["yes"], [1], [[]], [{}]])("by true or false, not by %j", (disabled) => {
    const error = failure(() => open([{ kind: "Run", name: "seed", disabled }]));
    expect(error).toMatchObject({ code: "document", file: "action-1/garden.yml" });
    expect(error.message).toMatch("disabled: this must be true or false, not ");
  });

  test("not by itself", () => {
    const error = failure(() =>
      resolve([{ kind: "Run", name: "seed", disabled: "${var.x}", variables: { x: "${this.disabled}" } }]),
    );
    expect(error.message).toBe(
      'action-1/garden.yml: disabled: the key "disabled" under this has no value, because it depends on itself: this.disabled -> var.x -> this.disabled',
    );
  });

  test("the document says so as a boolean, and has no entries without a value", () => {
    const seed = {
      kind: "Run",
      name: "seed",
      disabled: "${var.flag}",
      environments: ["dev", null],
      dependencies: ["${environment.name == 'prod' ? 'run.other' : null}", "", "run.other"],
      include: ["a", null],
      exclude: [null],
    };
    const documents = resolve([seed, { kind: "Run", name: "other" }], { overrides: { flag: "true" } });
    expect(documents["run.seed"]!.value).toEqual({
      kind: "Run",
      name: "seed",
      disabled: true,
      environments: ["dev"],
      dependencies: ["run.other"],
      include: ["a"],
      exclude: [],
    });
  });
});

describe("what is wrong in a disabled action", () => {
  const broken = {
    kind: "Run",
    name: "seed",
    disabled: true,
    dependencies: ["run.nope"],
    varfiles: ["nope.env"],
    variables: { good: 1, bad: "${nope}", image: "${actions.build.nope.outputs.image}" },
    spec: { a: "${environment.name}", b: "${var.nope}" },
    timeout: "${1 + 1}",
  };

  test("waits: nothing fails, and templates that cannot be resolved do not change", () => {
    const documents = resolve([broken, { kind: "Deploy", name: "d", dependencies: ["run.seed"] }]);
    expect(documents["run.seed"]).toMatchObject({ isDisabled: true, isComplete: false, dependencies: [] });
    expect(documents["run.seed"]!.value).toEqual({ ...broken, timeout: 2 });
    expect(documents["deploy.d"]!.dependencies).toEqual(["run.seed"]);
  });

  test("is an error where the action is not disabled", () => {
    const enabled = { ...broken, disabled: "${environment.name == 'prod'}" };
    expect(failure(() => resolve([enabled]))).toMatchObject({ code: "varfile-missing", file: "action-1/garden.yml" });
    expect(resolve([enabled], { environment: "prod" })["run.seed"]!.isDisabled).toBe(true);
  });

  test.each([
    ["${actions.run.seed.var.bad}", "missing-key", "nope"],
    ["${actions.run.seed.var.good}", "varfile-missing", "no such varfile: action-1/nope.env"],
  ])("is an error for %s", (spec, code, message) => {
    const documents = [
      code === "missing-key" ? { ...broken, varfiles: [] } : broken,
      { kind: "Deploy", name: "d", spec },
    ];
    const error = failure(() => resolve(documents));
    expect(error.message).toMatch(message);
  });

  test("does not keep others from its good parts", () => {
    const documents = [
      { ...broken, varfiles: [] },
      { kind: "Deploy", name: "d", spec: "${actions.run.seed.var.good}" },
    ];
    expect((resolve(documents)["deploy.d"]!.value as { spec: unknown }).spec).toBe(1);
  });
});

describe("two actions of one name", () => {
  const first = { kind: "Build", name: "image", spec: 1 };
  const second = { kind: "Build", name: "image", spec: 2 };

  test.each([
    [{ environments: ["prod"] }, {}, 2],
    [{}, { disabled: "${environment.name == 'dev'}" }, 1],
    [{ disabled: true }, { disabled: true }, 1],
    [{ environments: ["dev"] }, { environments: ["prod"] }, 1],
    [{ environments: ["prod"] }, { environments: ["dev"] }, 2],
  ])("%j and %j: the one that is not disabled counts", (one, other, spec) => {
    const documents = open([
      { ...first, ...one },
      { ...second, ...other },
    ]).resolve();
    expect(documents.map(({ name }) => name)).toEqual(["project", "build.image"]);
    expect(documents[1]!.value).toMatchObject({ spec });
  });

  test("that are not disabled are an error", () => {
    expect(failure(() => open([first, second])).message).toBe(
      "action-2/garden.yml: name: there is another action build.image in action-1/garden.yml; disable or rename one of them",
    );
  });

  test("whether one is disabled cannot depend on variables", () => {
    const error = failure(() => open([first, { ...second, disabled: "${var.x}" }], {}, { variables: { x: true } }));
    expect(error.message).toMatch("`disabled` cannot refer to variables if two actions have the same name");
    expect(error.file).toBe("action-2/garden.yml");
    const late = failure(() => open([first, { ...second, disabled: "${git.x}" }], { world: { git: NOT_KNOWN_YET } }));
    expect(late.message).toMatch("this must be true or false, not a value that is not known yet");
  });

  test("one of them rendered from a template", () => {
    const documents = [
      { kind: "ConfigTemplate", name: "t", configs: [{ ...second, name: "image", disabled: "${inputs.off}" }] },
      { kind: "RenderTemplate", name: "r", template: "t", inputs: { off: true } },
      first,
    ];
    expect(open(documents).resolve()[1]!.value).toMatchObject({ spec: 1 });
  });
});

test("a RenderTemplate that is disabled renders nothing, whatever its template and inputs are", () => {
  const render = { kind: "RenderTemplate", name: "r", template: "nope", inputs: "${nope}" };
  expect(resolve([{ ...render, disabled: true }])).not.toHaveProperty("build.image");
  expect(open([{ ...render, disabled: "${environment.name == 'dev'}" }]).resolve()).toHaveLength(1);
  expect(failure(() => open([{ ...render, disabled: false }])).message).toMatch("no such ConfigTemplate: nope");
});

describe("every error is reported", () => {
  test("the first with the others, each mistake once", () => {
    const documents = [
      { kind: "Build", name: "a", spec: { x: "${nope}", y: ["${var.bad}"] } },
      { kind: "Build", name: "b", dependencies: ["build.nope"], spec: "${var.bad}" },
      { kind: "Build", name: "c", spec: "${1 + 'a'}" },
      { kind: "Build", name: "d", spec: "fine" },
    ];
    const error = failure(() => resolve(documents));
    expect([error, ...error.others].map(({ file, code }) => [file, code])).toEqual([
      ["action-1/garden.yml", "missing-key"],
      ["action-1/garden.yml", "missing-key"],
      ["action-2/garden.yml", "missing-key"],
      ["action-2/garden.yml", "unknown-action"],
      ["action-3/garden.yml", "type"],
    ]);
  });

  test("a variable that several need is reported once", () => {
    const documents = [1, 2, 3].map((i) => ({ kind: "Build", name: `b${i}`, variables: {}, spec: "${var.bad}" }));
    const error = failure(() => resolve(documents, {}, { variables: { bad: "${nope}" } }));
    expect([error, ...error.others].map(({ file }) => file)).toEqual(["garden.yml"]);
  });

  test("of varfiles that are missing", () => {
    const documents = ["a", "b"].map((name) => ({ kind: "Build", name, varfiles: [`${name}.env`] }));
    const error = failure(() => open(documents).resolve());
    expect([error, ...error.others].map(({ file, code }) => [file, code])).toEqual([
      ["action-1/garden.yml", "varfile-missing"],
      ["action-2/garden.yml", "varfile-missing"],
    ]);
  });
});
