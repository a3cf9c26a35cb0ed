import { expect, test } from "vitest";
import { ENGINES } from "../../bench/engines.ts";
import { GROUPS } from "../../bench/groups.ts";
import { verify } from "../../bench/verify.ts";

/** Little input, and no time: these tests are about answers. */
const SETTING = { effort: { turns: 1, milliseconds: 0, isQuick: true }, competitors: ENGINES };

test.each([
  "bytes",
  "dialects",
  "strings",
  "size",
  "tenants",
  "rows",
  "envfile",
  "dotenv",
  "templates",
  "functions",
  "variables",
  "pod",
])("every row of the group %s gives the right answer", async (name) => {
  for (const question of await GROUPS[name]!.questions(SETTING)) {
    const { rows, leftOut } = await verify(question);
    expect(leftOut.filter(({ reason }) => !reason.startsWith("VAREXPAND_GO_MODULE"))).toEqual([]);
    expect(rows.length, question.title).toBeGreaterThan(0);
  }
});
