import { expect, test } from "vitest";
import { EnvironmentTable } from "../../src/wasm/environment.ts";
import { VALUES } from "../../src/wasm/rooms.ts";
import { expandBatch, SEPARATOR } from "../../src/wasm/string-batch.ts";

function expanded(variables: Readonly<Record<string, string>>, strings: readonly string[], unresolved?: string[]) {
  const entries = Object.entries(variables);
  const table = new EnvironmentTable({
    count: () => entries.length,
    fill: (table) => {
      for (const [name, value] of entries) table.set(name, value);
    },
  });
  return expandBatch(table, strings.join(SEPARATOR), strings.length, unresolved);
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

test("a reference that two strings share is none: they are expanded one by one", () => {
  expect(expanded({ A: "1" }, ["$(A", "B)"])).toBeUndefined();
  expect(expanded({ A: "1" }, ["$(A", "B"])).toEqual(["$(A", "B"]);
});
