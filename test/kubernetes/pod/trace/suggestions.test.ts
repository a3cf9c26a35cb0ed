import { expect, test } from "vitest";
import { suggestionsFrom } from "../../../../src/kubernetes/pod/trace/suggestions.ts";

test("the names are read once, and at most a hundred are compared with them", () => {
  let reads = 0;
  const suggestion = suggestionsFrom(() => {
    reads++;
    return ["DATABASE_HOST"];
  });
  const names = Array.from({ length: 100 }, (_, i) => `NONE_${i}`);
  for (const name of names.slice(0, 99)) expect(suggestion(name)).toBeUndefined();
  expect(suggestion("DATABASE_HOTS")).toBe("DATABASE_HOST");
  expect(suggestion("DATABASE_HOSTS")).toBeUndefined();
  expect(suggestion("DATABASE_HOTS")).toBe("DATABASE_HOST");
  expect(reads).toBe(1);
});

test.each([
  ["HOST", ["DB_HOST", "PORT"], "DB_HOST"],
  ["URL", ["LONG_PREFIX_URL"], "LONG_PREFIX_URL"],
  ["HOST", ["DB_HOST", "API_HOST"], undefined],
  ["HOST", ["LOCALHOST"], undefined],
  ["HOST", ["HOST_OF_THE_DB"], undefined],
  ["ID", ["LONG_PREFIX_ID"], undefined],
  // The name is set, but its use is in a place that does not see it.
  ["HOST", ["HOST", "HOSTS", "DB_HOST"], undefined],
])("%s with the names %j suggests %s", (name, names, expected) => {
  expect(suggestionsFrom(() => names)(name)).toBe(expected);
});
