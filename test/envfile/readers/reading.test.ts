import { expect, test } from "vitest";
import { ExpansionBudget } from "../../../src/envfile/readers/reading.ts";

test("references can expand to 16 MiB, and to no more", () => {
  const budget = new ExpansionBudget();
  budget.spend(16 * 1024 * 1024);
  expect(() => budget.add("x")).toThrow();
});
