/** Names in modules that are made of secrets. */
import { expect, test } from "vitest";
import { failure, resolved } from "./documents.ts";

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
