/** Actions that depend on themselves. */

import { expect, test } from "vitest";
import { Project, VariablesError } from "../../../../src/index.ts";
import { errorOf } from "../../../error-of.ts";

const build = (name: string, fields: object = {}) => ({ kind: "Build", name, ...fields });

/** The message about some actions of a project with secrets. */
function messageOf(actions: readonly object[]): string {
  const documents = [{ kind: "Project", name: "shop", environments: ["dev"] }, ...actions];
  const files = documents.map((value, i) => ({ file: `f${i}.yml`, value }));
  return errorOf(
    () => new Project(files, { world: { secrets: { name: "b", token: "correct-horse" } } }).resolve(),
    VariablesError,
  ).message;
}

test("writing the actions of a kind as text is not a reference to one of them", () => {
  const spec = ["${jsonEncode(actions.test)}", "${yamlEncode(actions.test)}"];
  const documents = [{ kind: "Project", name: "shop", environments: ["dev"] }, build("a", { spec })];
  const [, resolved] = new Project(documents.map((value) => ({ file: "garden.yml", value }))).resolve();
  expect(resolved).toMatchObject({ value: { spec: ["{}", "{}\n"] }, dependencies: [] });
});

test("an action whose name has dots is found by its whole name", () => {
  const documents = [
    { kind: "Project", name: "shop", environments: ["dev"] },
    build("a.b.c"),
    build("d", { spec: "${actions.build['a.b.c'].name}" }),
  ];
  const [, , resolved] = new Project(documents.map((value) => ({ file: "garden.yml", value }))).resolve();
  expect(resolved).toMatchObject({ value: { spec: "a.b.c" }, dependencies: ["build.a.b.c"] });
});

const HIDDEN = "this value depends on a secret, so the details are not shown (circular-dependency)";

test.each([
  ["itself", [build("a", { dependencies: ["build.a"] })], "f1.yml: dependencies.0: build.a cannot depend on itself"],
  [
    "each other",
    [build("a", { dependencies: ["build.b"] }), build("b", { spec: "${actions.build.a.outputs.x}" })],
    "f1.yml: name: build.a depends on itself: build.a -> build.b -> build.a",
  ],
  [
    "each other, after an action that is not in the circle",
    [
      build("z", { dependencies: ["build.a"] }),
      build("a", { dependencies: ["build.b"] }),
      build("b", { dependencies: ["build.a"] }),
    ],
    "f2.yml: name: build.a depends on itself: build.a -> build.b -> build.a",
  ],
  [
    "each other, and a secret decides it",
    [build("a", { dependencies: ["build.${secrets.name}"] }), build("b", { dependencies: ["build.a"] })],
    `f1.yml: ${HIDDEN}`,
  ],
  [
    "each other, and a secret decides a part of the circle that is not the first",
    [
      build("a", { dependencies: ["build.b"] }),
      build("b", { dependencies: ["build.${secrets.name == 'b' ? 'a' : 'c'}"] }),
    ],
    `f1.yml: ${HIDDEN}`,
  ],
  [
    "each other, next to an action with a secret",
    [
      build("a", { dependencies: ["build.b"] }),
      build("b", { dependencies: ["build.a"] }),
      build("c", { spec: "${secrets.token}" }),
    ],
    "f1.yml: name: build.a depends on itself: build.a -> build.b -> build.a",
  ],
])("that depend on %s", (_, actions, message) => {
  expect(messageOf(actions)).toBe(message);
});
