/** The closest name to one that nothing sets. */
import { expect, test } from "vitest";
import { Suggestions } from "../../../../src/kubernetes/pod/trace/suggestions.ts";

test("the names are asked for once, and a hundred are compared with them", () => {
  let asked = 0;
  const suggestions = new Suggestions(() => {
    asked++;
    return ["DATABASE_HOST"];
  });
  const names = Array.from({ length: 100 }, (_, i) => `NONE_${i}`);
  for (const name of names.slice(0, 99)) expect(suggestions.of(name)).toBeUndefined();
  expect(suggestions.of("DATABASE_HOTS")).toBe("DATABASE_HOST");
  expect(suggestions.of("DATABASE_HOSTS")).toBeUndefined();
  expect(suggestions.of("DATABASE_HOTS")).toBe("DATABASE_HOST");
  expect(asked).toBe(1);
});
