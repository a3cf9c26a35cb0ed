import { expect, test } from "vitest";
import { budgetOf } from "../../../../src/garden/template/functions/budget.ts";
import { callFunction, functionNames, TemplateFunctionError } from "../../../../src/garden/template/functions/index.ts";
import { fuzzCases, Random } from "../../../reference/random.ts";

const LIMIT = 10_000;

const TEXTS = [
  ...[
    "",
    " ",
    "a",
    "B-c_d",
    "é😀",
    "\ud800",
    "\0",
    "\n",
    "a\n b\r\n\u2028",
    "1",
    "-1",
    "0",
    "1e3",
    "1e400",
    "0x1F",
    "1px",
  ],
  ...[
    "true",
    "FALSE",
    "null",
    "{",
    '{"a": [1, {"__proto__": 2}]}',
    "[[[",
    "a: 1",
    "- &a [*a]",
    "? x",
    "!!set {a}",
    "%",
    "---\n---",
  ],
  ...[
    "2022-03-04",
    "2022-03-04T05:06:07.089Z",
    "nope",
    "yyyy-MM-dd",
    "YYYY",
    "'",
    "n",
    "P",
    "days",
    "years",
    "milliseconds",
  ],
  ...["aGk=", "====", "$&", "constructor", "__proto__", "x".repeat(3000), "\n".repeat(3000), "((((", ":1:1:1-"],
];

const NUMBERS = [0, -0, 1, -1, 2, 1.5, 4, 1e3, 1e9, 1e15, 1e308, -1e308, 2 ** 53, 1 / 0, -1 / 0, 0 / 0];

function value(random: Random, depth: number): unknown {
  const kind = random.below(depth > 3 ? 6 : 9);
  if (kind < 3) return random.pick(TEXTS);
  if (kind < 5) return random.pick(NUMBERS);
  if (kind === 5) return random.pick([null, true, false, undefined]);
  if (kind === 6)
    return random.pick([
      new Date(0),
      new Date(Number.NaN),
      new Uint8Array(3),
      new Map([["a", 1]]),
      () => 1,
      1n,
      Symbol("s"),
      Object.create(null),
    ]);
  const items = Array.from({ length: random.below(4) }, () => value(random, depth + 1));
  if (kind === 7) return items;
  return Object.fromEntries(items.map((item) => [random.pick(TEXTS), item]));
}

test("whatever the arguments are, a call gives a value within the limit or a TemplateFunctionError", () => {
  const seed = 4;
  const random = new Random(seed);
  const names = functionNames();
  const succeeded = new Set<string>();
  for (let i = 0; i < fuzzCases(20_000); i++) {
    const name = names[i % names.length]!;
    const args = Array.from({ length: random.below(5) }, () => value(random, 0));
    if (name.endsWith("DateUtc") && random.below(2) === 0) {
      args.splice(0, 3, "2022-03-04", random.pick([1, "yyyy"]), "days");
      args[random.below(3)] = value(random, 0);
    }
    let result: unknown;
    try {
      result = callFunction(name, args, budgetOf({ size: LIMIT }));
    } catch (error) {
      if (
        error instanceof TemplateFunctionError &&
        error.functionName === name &&
        error.message.startsWith(`${name}: `)
      )
        continue;
      throw new Error(`seed ${seed}, case ${i}: ${name} threw ${error}`, { cause: error });
    }
    succeeded.add(name);
    if (typeof result === "string" || Array.isArray(result)) expect(result.length).toBeLessThanOrEqual(LIMIT);
  }
  // Arguments that suit are among those tried: the test reaches every function's work.
  expect([...succeeded].sort()).toEqual([...names].sort());
});
