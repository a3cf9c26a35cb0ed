import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { QUICK } from "../../bench/effort.ts";
import type { Competitor, Engine } from "../../bench/engine.ts";
import { ENGINES } from "../../bench/engines.ts";
import { loadGuest } from "../../bench/guests.ts";
import { longText } from "../../bench/library/bytes.ts";
import { stringsQuestions } from "../../bench/library/strings.ts";
import { verify } from "../../bench/verify.ts";

const variables = { HOST: "db", PORT: "80", EMPTY: "" };
const text = "http://$(HOST):$(PORT)/$(EMPTY) $(MISSING) costs $$5, $(open and $é\n".repeat(20);

describe("the suite's own engines agree", () => {
  test("on a long text, in every form", async () => {
    const question = longText(Buffer.from(text.replaceAll("$(open", "")), variables, ENGINES);
    const { rows } = await verify({ title: "T", ...question });
    expect(rows.map(({ name }) => name)).toEqual([
      "varexpand, bytes",
      "varexpand, kept buffer, bytes",
      "best JS, bytes",
      "varexpand, strings",
      "best JS, strings",
      "regular expression, strings",
    ]);
  });

  test("on strings", async () => {
    for (const question of stringsQuestions({ effort: QUICK, competitors: ENGINES })) await verify(question);
  });

  test("on the user's own lines", async () => {
    const own = { name: "own.txt", input: Buffer.from(text), variables };
    const questions = stringsQuestions({ effort: QUICK, competitors: ENGINES, own });
    expect(questions.map(({ title }) => title)).toEqual([
      "5 lines of own.txt, one by one, compiled environment",
      "5 lines of own.txt, one by one, arbitrary callback",
      "all 21 lines of own.txt at once",
    ]);
    for (const question of questions) await verify(question);
  });
});

test("engines that accept strings do not receive bytes that are not text", () => {
  const { rows, baseline } = longText(Buffer.of(0xff, 0x24, 0x24), variables, ENGINES);
  expect(rows.map(({ name }) => name)).toEqual(["varexpand, bytes", "varexpand, kept buffer, bytes", "best JS, bytes"]);
  expect(baseline).toBe("best JS, bytes");
});

describe("a guest", () => {
  const guest = (engine: Engine): Competitor => ({ engine, role: "guest", mayBeWrong: true });
  const leftOut = async (engine: Engine) => {
    const question = longText(Buffer.from("$(HOST)"), variables, [...ENGINES, guest(engine)]);
    return (await verify({ title: "T", ...question })).leftOut;
  };

  test("that is right is measured", async () => {
    expect(await leftOut({ name: "g", prepare: () => ({ expandString: () => "db" }) })).toEqual([]);
  });

  test("keeps its `this`", async () => {
    class Expander {
      readonly value = "db";
      expandBytes() {
        return Buffer.from(this.value);
      }
    }
    expect(await leftOut({ name: "g", prepare: () => new Expander() })).toEqual([]);
  });

  test("with a wrong answer is reported", async () => {
    const engine = { name: "g", prepare: () => ({ expandString: () => "no", expandBytes: () => Buffer.from("db") }) };
    expect(await leftOut(engine)).toEqual([{ name: "g, strings", reason: "gives a wrong answer" }]);
  });

  test("that cannot be prepared is reported", async () => {
    const prepare = () => {
      throw new Error("no licence");
    };
    expect(await leftOut({ name: "g", prepare })).toEqual([
      { name: "g, bytes", reason: "no licence" },
      { name: "g, strings", reason: "no licence" },
    ]);
  });
});

describe("a module with an engine", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "varexpand-engine-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const moduleOf = (name: string, source: string) => {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, source);
    return file;
  };

  test("is loaded", async () => {
    const file = moduleOf("good", `export default { name: "mine", prepare: () => ({}) };`);
    expect(await loadGuest(file, ["varexpand"])).toMatchObject({ engine: { name: "mine" }, role: "guest" });
  });

  test.each([
    [
      "none",
      "export const engine = 1;",
      "there is no default export; export an engine: { name, prepare }, as in bench/engine.ts",
    ],
    ["number", "export default 1;", "the default export is not an object; export an engine: { name, prepare }"],
    ["nameless", "export default { prepare() {} };", "the engine has no name"],
    ["unprepared", `export default { name: "x" };`, "the engine has no function prepare"],
    ["taken", `export default { name: "varexpand", prepare() {} };`, 'there is an engine "varexpand" already'],
    ["broken", "throw new Error('broken');", "broken"],
  ])("%s", async (name, source, message) => {
    await expect(loadGuest(moduleOf(name, source), ["varexpand"])).rejects.toThrow(message);
  });

  test("that is not there", async () => {
    await expect(loadGuest(join(folder, "missing.mjs"), [])).rejects.toThrow(/missing\.mjs/);
  });
});

describe("the example", () => {
  test("of the interface is an engine", async () => {
    const { readFileSync } = await import("node:fs");
    const source = readFileSync(new URL("../../bench/engine.ts", import.meta.url), "utf8");
    const [, example] = /@example\n([\s\S]*?)\n \*\//.exec(source)!;
    const folder = mkdtempSync(join(tmpdir(), "varexpand-example-"));
    const file = join(folder, "engine.mjs");
    writeFileSync(file, example!.replace(/^ \* ?/gm, ""));
    const competitor = await loadGuest(file, []);
    rmSync(folder, { recursive: true, force: true });
    const { rows, leftOut } = await verify({
      title: "T",
      ...longText(Buffer.from("$(HOST):$(PORT)"), variables, [...ENGINES, competitor]),
    });
    expect(leftOut).toEqual([]);
    expect(rows.map(({ name }) => name)).toContain("split and join, strings");
  });
});
