import { describe, expect, test } from "vitest";
import { measure } from "../../../bench/measure.ts";
import { inShellSyntax, nativeRows } from "../../../bench/peers/native.ts";
import { isInstalled } from "../../../bench/processes/process.ts";
import { verify } from "../../../bench/verify.ts";
import { Environment } from "../../../src/index.ts";
import { missing as missingTool } from "../../tools.ts";

const variables = { HOST: "db", PORT: "80", EMPTY: "", A_NAME_THAT_IS_LONGER_THAN_A_WORD: "long" };
const TOOLS = { "native C, memchr": "gcc", "native Go": "go", "GNU envsubst, a process": "envsubst" };

describe("what is not JavaScript", () => {
  const text = "$(HOST):$(PORT)$(EMPTY) $(A_NAME_THAT_IS_LONGER_THAN_A_WORD)\n".repeat(50);
  const { rows, missing } = nativeRows(Buffer.from(text), variables);

  test("is measured or said to be missing", () => {
    const expected = Object.entries(TOOLS).map(([name, tool]) => `${name}: ${isInstalled(tool) || missingTool(tool)}`);
    const found = [...rows.map(({ name }) => `${name}: true`), ...missing.map(({ name }) => `${name}: false`)];
    expect(found.sort()).toEqual(expected.sort());
    for (const { reason } of missing) expect(reason).toContain("is not installed");
  });

  test.runIf(rows.length > 0)("gives the answer that we give, and measures itself", async () => {
    const expected = Buffer.from(new Environment(variables).expandBytes(Buffer.from(text)));
    const result = await measure({ title: "T", expected, rows }, { turns: 1, milliseconds: 2, isQuick: true });
    expect(result.leftOut).toEqual([]);
    for (const { time } of result.rows) expect(time.median).toBeGreaterThan(0);
  });
});

// GNU envsubst knows another syntax.
test.each(["", "$", "$$", "$$(HOST)", "$(HOST", "$(", "$()", "$(MISSING)$(HOST)$(PORT", "a$$$$$(PORT)b$é", ")$(HOST)"])(
  "native programs expand %j as we do",
  async (text) => {
    const own = ["native C, memchr", "native Go"];
    const rows = nativeRows(Buffer.from(text), variables).rows.filter(({ name }) => own.includes(name));
    const expected = Buffer.from(new Environment(variables).expand(text));
    expect((await verify({ title: text, expected, rows })).leftOut).toEqual([]);
  },
);

test("the syntax of a shell", () => {
  expect(inShellSyntax("a $(HOST)$(PORT) $(open")).toBe("a ${HOST}${PORT} $(open");
});
