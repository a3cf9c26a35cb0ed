import { expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../../src/garden/index.ts";
import { MAX_STEPS, type TemplateStep, templateSteps } from "../../../../src/garden/template/resolve/steps.ts";

/** `text = value`, `text: missing`, …, indented by depth. */
function formatted({ depth, outcome, text }: TemplateStep): string {
  const shown = {
    value: () => ` = ${outcome.kind === "value" && JSON.stringify(outcome.value)}`,
    missing: () => ": missing",
    skipped: () => ": skipped",
    error: () => `: ${outcome.kind === "error" && outcome.reason}`,
  }[outcome.kind]();
  return `${"  ".repeat(depth)}${text}${shown}`;
}
const steps = (input: string, context = {}) => templateSteps(input, context).map(formatted);

test("inner expressions come first", () => {
  const context = { var: { replicas: { prod: 3 } }, environment: { name: "prod" } };
  expect(steps("${var.replicas[environment.name] * 2}", context)).toEqual([
    '    environment.name = "prod"',
    "  var.replicas[environment.name] = 3",
    "var.replicas[environment.name] * 2 = 6",
  ]);
});

test("what is not needed is not evaluated", () => {
  expect(steps("${a || b.c}", { a: 1 })).toEqual(["  a = 1", "  b.c: skipped", "a || b.c = 1"]);
  expect(steps("${a && b.c}", {})).toEqual(["  a: missing", "  b.c: skipped", "a && b.c = false"]);
  expect(steps("${a ? b : c.d}", { a: true, b: 2 })).toEqual([
    "  a = true",
    "  b = 2",
    "  c.d: skipped",
    "a ? b : c.d = 2",
  ]);
});

test("functions, lists, signs and parentheses", () => {
  expect(steps("${upper(join([a, 'y'], '-'))}", { a: "x" })).toEqual([
    '      a = "x"',
    '    [a, \'y\'] = ["x","y"]',
    "  join([a, 'y'], '-') = \"x-y\"",
    "upper(join([a, 'y'], '-')) = \"X-Y\"",
  ]);
  expect(steps("${(1 + a) * (2 + 3)}", { a: 1 })).toEqual([
    "    a = 1",
    "  (1 + a) = 2",
    "  (2 + 3) = 5",
    "(1 + a) * (2 + 3) = 10",
  ]);
  expect(steps("${!typeof a}", { a: 1 })).toEqual(["    a = 1", '  typeof a = "number"', "!typeof a = false"]);
  expect(steps("${(a).b.c}", { a: { b: { c: 1 } } })).toEqual(['  (a) = {"b":{"c":1}}', "(a).b.c = 1"]);
});

test("the branch of a block that is taken", () => {
  const input = "x ${if a}${b}${else}${c}${endif} ${d}";
  expect(steps(input, { a: true, b: 1, d: 2 })).toEqual(["a = true", "b = 1", "d = 2"]);
  expect(steps(input, { a: false, c: 3, d: 2 })).toEqual(["a = false", "c = 3", "d = 2"]);
  expect(steps(input, { d: 2 })).toEqual(["a: missing", "d = 2"]);
});

test("templates in string literals have the position of the literal", () => {
  const input = "${var['${a}-${b}']}";
  expect(
    templateSteps(input, { var: { "x-y": 1 }, a: "x", b: "y" }).map(({ start, end, text }) => [
      text,
      input.slice(start, end),
    ]),
  ).toEqual([
    ["a", "'${a}-${b}'"],
    ["b", "'${a}-${b}'"],
    ["'${a}-${b}'", "'${a}-${b}'"],
    ["var['${a}-${b}']", "var['${a}-${b}']"],
  ]);
});

test("errors are steps, and so are those around them", () => {
  expect(steps("${a + b}", { a: 1, b: [] })).toEqual([
    "  a = 1",
    "  b = []",
    'a + b: "+" requires two numbers, two strings, or two lists, not a number and a list',
  ]);
});

test("what is made of a secret is secret", () => {
  const outcomes = templateSteps("${a + secrets.b}", { a: "x", secrets: { b: "y" } }).map(({ outcome }) => outcome);
  expect(outcomes).toEqual([
    { kind: "value", value: "x", isSecret: false },
    { kind: "value", value: "y", isSecret: true },
    { kind: "value", value: "xy", isSecret: true },
  ]);
});

test.each(["secrets.b", "secrets['b']", "secrets[b]", "secrets['${b}']"])("%s is secret", (lookup) => {
  const { outcome } = templateSteps(`\${${lookup}}`, { b: "b", secrets: { b: "y" } }).at(-1)!;
  expect(outcome).toEqual({ kind: "value", value: "y", isSecret: true });
});

test("a map with functions that is used twice is not secret", () => {
  const outcomes = templateSteps("${[m, m]}", { m: { a: () => 1 } }).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(
    [{ a: 1 }, { a: 1 }, [{ a: 1 }, { a: 1 }]].map((value) => ({ kind: "value", value, isSecret: false })),
  );
});

test("literals are not steps", () => {
  expect(steps("${1} ${'x'} $${a} text")).toEqual([]);
});

test("a template that cannot be parsed", () => {
  expect(() => templateSteps("${a +}")).toThrow("1:");
});

test("steps that are not known yet or cannot be evaluated do not affect those that follow", () => {
  expect(steps("${late.x} ${a[b]} ${upper(a)} ${c}", { late: NOT_KNOWN_YET, a: 1, b: true, c: 2 })).toEqual([
    "late.x: missing",
    "  b = true",
    "a[b]: a key in brackets must be a string or a number, not a boolean",
    "  a = 1",
    'upper(a): upper: the argument "string" must be a string',
    "c = 2",
  ]);
  expect(templateSteps("${a.none}", { a: {} }).map(({ outcome }) => outcome)).toEqual([
    { kind: "missing", reason: 'no such key: "none" under a (it has no keys)' },
  ]);
});

test("templates in literals in literals have the position of the outer literal, and depths", () => {
  const input = "${upper(\"<${lower('[${a}]')}>\")}";
  const found = templateSteps(input, { a: "X" }).map(({ text, start, end, depth }) => [
    depth,
    text,
    input.slice(start, end),
  ]);
  const literal = "\"<${lower('[${a}]')}>\"";
  expect(found).toEqual([
    [4, "a", literal],
    [3, "'[${a}]'", literal],
    [2, "lower('[${a}]')", literal],
    [1, literal, literal],
    [0, input.slice(2, -1), input.slice(2, -1)],
  ]);
});

test.each([
  ["false and", "${a && b}", { a: "", b: 1 }, ['  a = ""', "  b: skipped", 'a && b = ""']],
  ["true and", "${a && b}", { a: 1, b: 2 }, ["  a = 1", "  b = 2", "a && b = 2"]],
  ["missing or", "${a || b}", { b: 2 }, ["  a: missing", "  b = 2", "a || b = 2"]],
  ["a false condition", "${a ? b : c}", { a: 0, c: 3 }, ["  a = 0", "  b: skipped", "  c = 3", "a ? b : c = 3"]],
  ["equality", "${a == b}", { a: 0, b: 1 }, ["  a = 0", "  b = 1", "a == b = false"]],
  ["a skipped literal", "${a || 'x'}", { a: 1 }, ["  a = 1", "a || 'x' = 1"]],
])("operands that are taken or skipped: %s", (_, input, context, expected) => {
  expect(steps(input, context)).toEqual(expected);
});

test("limits of operators in sequence and of steps", () => {
  const chain = (operators: number) =>
    `\${${Array(operators + 1)
      .fill("a")
      .join(" + ")}}`;
  expect(steps(chain(100), { a: 1 })).toHaveLength(201);
  expect(steps(chain(101), { a: 1 })).toEqual([`${chain(101).slice(2, -1)} = 102`]);
  expect(templateSteps("${a}".repeat(MAX_STEPS), { a: 1 })).toHaveLength(MAX_STEPS);
  expect(templateSteps("${a}".repeat(MAX_STEPS + 1), { a: 1 })).toHaveLength(MAX_STEPS);
});

test("long chains of operators and many expressions", () => {
  expect(steps(`\${${Array(1000).fill("a").join(" + ")}}`, { a: 1 })).toHaveLength(1);
  expect(templateSteps("${a}".repeat(1000), { a: 1 })).toHaveLength(MAX_STEPS);
});
