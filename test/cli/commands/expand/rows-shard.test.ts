/** `varexpand expand --rows --shard`: the parts in order are the output of one process. */
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { expect, test } from "vitest";
import { fuzzCases, Random } from "../../../reference/random.ts";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const run = (...args: string[]) => runInMemory(["expand", ...args]);
const part = (kind: string, index: number, count: number) =>
  folder.at(`out/${kind}-${String(index).padStart(5, "0")}-of-${String(count).padStart(5, "0")}`);
const events = (index: number, count: number) =>
  readFileSync(`${part("events", index, count)}.ndjson`, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Runs all shards in any order. Returns the parts, joined. */
async function sharded(count: number, ...args: string[]): Promise<string> {
  rmSync(folder.at("out"), { recursive: true, force: true });
  const codes: number[] = [];
  for (let i = 0; i < count; i++) {
    const { code } = await run("--shard", `${(i * 41 + 3) % count}/${count}`, "-o", folder.at("out"), ...args);
    codes.push(code);
  }
  expect(codes).not.toContain(2);
  return Array.from({ length: count }, (_, i) => readFileSync(part("part", i, count), "utf8")).join("");
}

const COUNTS = [2, 3, 11];

test.each<[string, string, readonly string[]]>([
  ["r.ndjson", '{"A":"1"}\n\n{"A":"é","B":2}\r\n  \n{"A":"long long long long"}\n{"B":"3"}', []],
  ["bad.ndjson", '\n[]\n{"A":1\n{"A":1}\n\ufeff{"A":2}\n{"A":"3"}\n', ["--skip-bad-rows"]],
  ["mark.ndjson", '\ufeff{"A":"1"}\n{"A":"2"}\n', []],
  ["r.csv", 'A,B\n1,2\n\n"é\n1,""2",x\n"\n\n",\n3,4', []],
  ["r.tsv", "A\tB\r\n1\t2\r\né\t\r\n", []],
  ["bad.csv", 'A,B\n1\n2\n"3"x,4\n5,6\n7,8\n', ["--skip-bad-rows"]],
  ["one.csv", "A\n", []],
])("%s: every row is in one shard", async (name, content, options) => {
  const args = ["--rows", folder.file(name, content), ...options];
  for (const text of ["$(A)-$(B)\n", "$(A)"]) {
    for (const template of [folder.file("t.yaml", text), folder.file("t.txt", text)]) {
      const { output } = await run(...args, template);
      for (const count of COUNTS) expect(await sharded(count, ...args, template), `${count} shards`).toBe(output);
    }
  }
  const ndjson = [...args, "--ndjson", folder.at("t.txt")];
  expect(await sharded(3, ...ndjson)).toBe((await run(...ndjson)).output);
});

test("random rows", async () => {
  const random = new Random(33);
  const template = folder.file("t.yaml", "a: $(A)\n");
  for (let i = 0; i < fuzzCases(20); i++) {
    const values = Array.from({ length: random.below(12) }, () =>
      random.pick(["", "x", "é\n", '"', ",", "\n\n", "y".repeat(30)]),
    );
    const csv = folder.file("r.csv", ["A", ...values.map((value) => `"${value.replaceAll('"', '""')}"`)].join("\n"));
    const ndjson = folder.file("r.ndjson", values.map((A) => `${JSON.stringify({ A })}\n`).join(""));
    for (const rows of [csv, ndjson]) {
      const count = 1 + random.below(9);
      const { output } = await run("--rows", rows, "--separator", ";", template);
      expect(await sharded(count, "--rows", rows, "--separator", ";", template)).toBe(output);
    }
  }
});

test("a row that cannot be used leaves no part, or is an event", async () => {
  const rows = folder.file("r.ndjson", '{"A":1}\n{"A":2}\n[]\n{}\n');
  const args = ["--rows", rows, "-o", folder.at("out"), folder.file("t", "$(A)\n")];
  const failed = await run("--shard", "1/2", ...args);
  expect(failed).toMatchObject({ code: 2, messages: [`varexpand: ${rows}: byte 16: not a JSON object`] });
  expect(readdirSync(folder.at("out"))).toEqual(["job.json"]);
  rmSync(folder.at("out"), { recursive: true });
  const skipped = await run("--shard", "1/2", "--skip-bad-rows", ...args);
  expect(skipped).toMatchObject({ code: 1 });
  expect(skipped.messages).toEqual([
    `${rows}: byte 16: not a JSON object`,
    `${part("events", 1, 2)}.ndjson: 1 name has no value`,
  ]);
  const message = "$(A) is not expanded: the variable is not defined";
  expect(events(1, 2)).toEqual([
    { file: rows, offset: 16, message: "not a JSON object" },
    { file: folder.at("t"), name: "A", rows: 1, first: "the row at byte 19", message },
  ]);
  expect(readFileSync(part("part", 1, 2), "utf8")).toBe("$(A)\n");
  expect(await run("--shard", "1/2", "--skip-bad-rows", ...args)).toMatchObject({
    code: 0,
    messages: [`${part("part", 1, 2)}: already exists; skipped`],
  });
});

test("rows of CSV keep their numbers", async () => {
  const rows = folder.file("r.csv", "A,B\n1,2\n3,4\n5\n");
  const args = ["--rows", rows, "-o", folder.at("out"), folder.file("t", "$(A)\n")];
  expect((await run("--shard", "1/2", ...args)).messages).toEqual([
    `varexpand: ${rows}:4: row 3: the number of fields is 1, but the header has 2`,
  ]);
  expect(await run("--shard", "0/2", ...args)).toMatchObject({ code: 0 });
});

test("--strict leaves no part of rows with unresolved names", async () => {
  const args = ["--rows", folder.file("r.ndjson", '{"A":1}\n{}\n'), "--strict", folder.file("t", "$(A)\n")];
  expect(await run("--shard", "0/2", "-o", folder.at("out"), ...args)).toMatchObject({ code: 0, messages: [] });
  const result = await run("--shard", "1/2", "-o", folder.at("out"), ...args);
  expect(result.code).toBe(1);
  expect(result.messages).toEqual([
    `${part("events", 1, 2)}.ndjson: 1 name has no value; ${part("part", 1, 2)} is not written, as --strict is given`,
  ]);
  expect(existsSync(part("part", 1, 2))).toBe(false);
});

test("a folder is of one template, one file of rows, and one set of options", async () => {
  const rows = folder.file("r.csv", "A\n1\n");
  const template = folder.file("t.yaml", "$(A)\n");
  const args = ["--shard", "0/2", "-o", folder.at("out"), "--rows", rows];
  expect(await run(...args, template)).toMatchObject({ code: 0 });
  for (const other of [
    ["--ndjson"],
    ["--separator", "x"],
    ["--skip-bad-rows"],
    ["--rows-format", "tsv"],
    ["--delimiter", ";"],
    ["--json"],
    ["--yaml"],
    ["--syntax", "compose"],
    ["--strict"],
    ["--only", "A"],
  ]) {
    expect((await run(...args, ...other, template)).messages[0]).toContain("differs in the options");
  }
  expect((await run(...args, "-e", "B=1", template)).messages[0]).toContain("differs in the variables");
  expect((await run("--shard", "1/3", ...args.slice(2), template)).messages[0]).toContain(
    "differs in the number of shards",
  );
  utimesSync(template, 1, 1);
  expect((await run(...args, template)).messages[0]).toContain("differs in the input files");
});

test("the names of --only are a set", async () => {
  const rows = folder.file("r.csv", "A,B\n1,2\n3,4\n");
  const args = ["-o", folder.at("out"), "--rows", rows, folder.file("t", "$(A)$(B)$(C)$(D)")];
  for (const [i, only] of [["A", "C,D"], ["D,A,C"]].entries()) {
    const result = await run("--shard", `${i}/2`, ...only.flatMap((names) => ["--only", names]), ...args);
    expect(result).toMatchObject({ code: 0, messages: [`${part("events", i, 2)}.ndjson: 2 names have no value`] });
    expect(readFileSync(part("part", i, 2), "utf8")).toBe(["1$(B)$(C)$(D)", "3$(B)$(C)$(D)"][i]);
    expect(events(i, 2)).toMatchObject([
      { name: "C", rows: 1 },
      { name: "D", rows: 1 },
    ]);
  }
});
