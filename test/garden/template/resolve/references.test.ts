import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../../src/garden/index.ts";
import { actionReferences } from "../../../../src/garden/template/resolve/references.ts";
import { resolveTemplateString } from "../../../../src/index.ts";
import { failure } from "../failure.ts";

const context = {
  actions: { build: { f: { names: ["g"] } } },
  names: ["a", "b"],
  key: "c",
  number: 7,
  late: NOT_KNOWN_YET,
};

describe("the first two keys after `actions` or `runtime`", () => {
  test.each<[unknown, [kind: string | undefined, name: string | undefined, path: string][]]>([
    ["no template: actions.build.a", []],
    ["${var.actions.build.a}", []],
    ["${(actions).build}", [[undefined, undefined, ""]]],
    ["${actions.build.a.outputs.x}", [["build", "a", ""]]],
    ["${runtime.tasks.a}", [["tasks", "a", ""]]],
    ["${actions['build'][key].version}", [["build", "c", ""]]],
    ["${actions.build[number]}", [["build", "7", ""]]],
    ["${actions.build[late]}", [["build", undefined, ""]]],
    ["${actions.build[nope]}", [["build", undefined, ""]]],
    ["${actions.build[names]}", [["build", undefined, ""]]],
    ["${actions.build}", [["build", undefined, ""]]],
    ["${actions}", [[undefined, undefined, ""]]],
    ["${upper('<${actions.build.a.x}>')}", [["build", "a", ""]]],
    [
      "${if actions.build.a.x}${actions.run.b.x}${else}${actions.test.c.x}${endif}",
      [
        ["build", "a", ""],
        ["run", "b", ""],
        ["test", "c", ""],
      ],
    ],
    [
      { a: ["${actions.build.a}", 1], b: { c: "${actions.build.b}" }, d: null },
      [
        ["build", "a", "a.0"],
        ["build", "b", "b.c"],
      ],
    ],
  ])("%j", (document, expected) => {
    expect(actionReferences(document, context).map(({ kind, name, path }) => [kind, name, path.join(".")])).toEqual(
      expected,
    );
  });

  test("in either branch of an operator, in either operand", () => {
    const names = actionReferences("${actions.run.a.x ? actions.run.b.x : actions.run.c.x || actions.run.d.x}", {});
    expect(names.map(({ name }) => name).sort()).toEqual(["a", "b", "c", "d"]);
  });
});

describe("in loops", () => {
  const reference = "${actions.build[item.value].outputs.x}";

  test.each<[object, (string | undefined)[]]>([
    [{ $forEach: "${names}", $return: reference }, ["a", "b"]],
    [{ $forEach: { x: "d" }, $return: { a: [reference] } }, ["d"]],
    [{ $forEach: "${names}", $filter: reference, $return: 1 }, ["a", "b"]],
    [{ $forEach: "${names}", $return: "${actions.build[item.key].outputs.x}" }, ["0", "1"]],
    // Not known yet, or no collection: the item is not known.
    [{ $forEach: "${late}", $return: reference }, [undefined]],
    [{ $forEach: "${nope}", $return: reference }, [undefined]],
    [{ $forEach: 5, $return: reference }, [undefined]],
    [{ $forEach: null, $return: reference }, [undefined]],
    // Only within a loop are these keys operators.
    [{ $filter: reference, $return: reference }, [undefined, undefined]],
    // The collection itself is outside of the loop, in the one around it.
    [{ $forEach: ["${actions.build.e.x}"], $return: 1 }, ["e"]],
    [{ $forEach: ["f"], $return: { $forEach: [reference], $return: 1 } }, ["f"]],
    [{ $forEach: ["f"], $return: { $forEach: "${actions.build[item.value].names}", $return: 1 } }, ["f"]],
    [{ $forEach: ["f"], $return: { $forEach: ["g"], $return: reference } }, ["g"]],
    [{ $forEach: ["f"], $return: { $forEach: "${actions.build[item.value].names}", $return: reference } }, ["f", "g"]],
  ])("%j", (document, names) => {
    expect(actionReferences(document, context).map(({ name }) => name)).toEqual(names);
  });
});

test("a collection that cannot be resolved does not affect the path of the next resolution", () => {
  actionReferences({ $forEach: ["${actions.build.e.x}"], $return: 1 }, context);
  expect(failure(() => resolveTemplateString("${nope}", {})).path).toEqual([]);
});
