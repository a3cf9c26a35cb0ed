import { expect, test } from "vitest";
import { all } from "#wasm/all";
import { useModule } from "../../src/wasm/arena.ts";
import { LISTED, VALUES } from "../../src/wasm/capacities.ts";
import { KUBERNETES } from "../../src/wasm/codes.ts";
import { EnvironmentTable } from "../../src/wasm/environment.ts";
import { compile, wasmInstance } from "../../src/wasm/instance.ts";
import { expandBatch, SEPARATOR } from "../../src/wasm/string-batch.ts";

function expanded(variables: Readonly<Record<string, string>>, strings: readonly string[], unresolved?: string[]) {
  const entries = Object.entries(variables);
  const table = new EnvironmentTable({
    count: () => entries.length,
    syntax: KUBERNETES,
    fill: (table) => {
      for (const [name, value] of entries) table.set(name, value);
    },
  });
  const outputs = ["before"];
  const isExpanded = expandBatch(table, strings.join(SEPARATOR), strings.length, outputs, unresolved);
  expect(outputs.shift()).toBe("before");
  if (!isExpanded) expect(outputs).toEqual([]);
  return isExpanded ? outputs : undefined;
}

test("strings are expanded as one text", () => {
  const unresolved: string[] = [];
  expect(expanded({ A: "1", B: "two" }, ["$(A)", "", "x$(B)y", "$(NO)"], unresolved)).toEqual([
    "1",
    "",
    "xtwoy",
    "$(NO)",
  ]);
  expect(unresolved).toEqual(["NO"]);
});

test("there is room for values of some length, together; with longer ones, strings are expanded one by one", () => {
  const half = "v".repeat(VALUES / 2);
  expect(expanded({ A: half }, ["$(A)", "-", "$(A)"])).toEqual([half, "-", half]);
  const long = "v".repeat(VALUES);
  expect(expanded({ A: long }, ["$(A)", "-"])).toEqual([long, "-"]);
  expect(
    expanded(
      { A: long },
      Array.from({ length: 10 }, () => "$(A)"),
    ),
  ).toBeUndefined();
});

test("text that looks like a reference across two strings is not one: they are expanded one by one", () => {
  expect(expanded({ A: "1" }, ["$(A", "B)"])).toBeUndefined();
  expect(expanded({ A: "1" }, ["$(A", "B"])).toEqual(["$(A", "B"]);
});

test.each([
  ["one", ["x$(A)"], ["x1"]],
  ["one that is empty", [""], [""]],
  ["empty ones", ["", "", ""], ["", "", ""]],
  ["an empty one before another one", ["", "c"], ["", "c"]],
  ["an empty one before and after another one", ["", "$(A)", ""], ["", "1", ""]],
  ["an empty one before one that is not ASCII", ["", "é"], ["", "é"]],
  ["ASCII", ["$(A)b", "", "c"], ["1b", "", "c"]],
  ["other characters", ["é$(A)", "", "$(B)\u{1f600}"], ["é1", "", "ü\u{1f600}"]],
  ["what only a value is not ASCII in", ["$(B)", "c"], ["ü", "c"]],
  ["a separator in a string", ["a\0b", "c"], undefined],
  ["a separator in one string", ["a\0b"], undefined],
  ["a separator at the start", ["\0b", "c"], undefined],
  ["a separator at the end", ["a", "b\0"], undefined],
  ["a separator instead of strings", ["\0"], undefined],
  ["a separator in a name", ["$(A\0B)", "c"], undefined],
  ["a byte order mark", ["\ufeff$(A)", "\ufeff"], ["\ufeff1", "\ufeff"]],
  ["a separator beside other characters", ["é\0", "c"], undefined],
  ["a separator after a dollar sign", ["$", "(A)", "$$", "$"], ["$", "(A)", "$", "$"]],
])("strings: %s", (_, strings, expected) => {
  expect(expanded({ A: "1", B: "ü" }, strings)).toEqual(expected);
});

test.each([-1, 0, 1, 2])("an output of the length that is listed plus %d bytes", (more) => {
  const length = LISTED + more;
  for (const first of [0, 1, length - 1]) {
    const strings = ["x".repeat(first), "y".repeat(length - 1 - first)];
    expect(expanded({}, strings)).toEqual(strings);
    // The output has one more separator than there are strings.
    expect(expanded({}, [strings[0]!, `\0${strings[1]!.slice(1)}`])).toBeUndefined();
  }
});

test("names without a value are added if the strings are, in the order of the strings", () => {
  const unresolved = ["before"];
  expect(expanded({ A: "1" }, ["$(NO)$(A)", "$(é)"], unresolved)).toEqual(["$(NO)1", "$(é)"]);
  expect(expanded({ A: "1" }, ["", "$()"], unresolved)).toEqual(["", "$()"]);
  expect(expanded({ A: "1" }, ["$(NO)", "a\0b"], unresolved)).toBeUndefined();
  expect(expanded({ A: "1" }, ["$(NO)", "$(A\0B)"], unresolved)).toBeUndefined();
  expect(unresolved).toEqual(["before", "NO", "é", ""]);
});

test("as many strings as the list of separators has room for, and more", () => {
  for (const count of [LISTED - 1, LISTED, LISTED + 1, LISTED + 2, 2 * LISTED]) {
    const strings = Array.from({ length: count }, () => "");
    expect(expanded({}, strings)).toEqual(strings);
  }
});

test("the list of separators fits wherever memory ends", () => {
  const strings = Array.from({ length: LISTED }, () => "");
  for (let pages = 0; pages < 12; pages++) {
    useModule(typeof all === "string" ? compile(all) : all);
    wasmInstance().scanners.memory.grow(pages);
    expect(expanded({}, strings)).toEqual(strings);
  }
});
