/** When a table of variables is made anew, and where. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { all } from "#wasm/all";
import { allScanners } from "../../src/wasm/all-scanners.ts";
import { bytes, ensure, scratchStart, useModule } from "../../src/wasm/arena.ts";
import { byteScanner, type ChunkHandler, expandChunk } from "../../src/wasm/byte-expansion.ts";
import { KEPT, TABLES, WASTE } from "../../src/wasm/capacities.ts";
import { KUBERNETES } from "../../src/wasm/codes.ts";
import { EnvironmentTable } from "../../src/wasm/environment.ts";
import { compile, wasmInstance } from "../../src/wasm/instance.ts";

beforeAll(() => void allScanners());
/** An instance without tables. */
beforeEach(() => useModule(compile(all)));
afterEach(() => void vi.restoreAllMocks());

/** A table allocated for one variable, whatever its variables are. `filled` counts the calls of the source. */
function tableOf(variables: Readonly<Record<string, string>>) {
  const all = new Map(Object.entries(variables));
  let filled = 0;
  const table = new EnvironmentTable({
    count: () => 1,
    syntax: KUBERNETES,
    fill: (table) => {
      filled += 1;
      for (const [name, value] of all) table.set(name, value);
    },
  });
  const set = (name: string, value: string) => {
    table.update(name, value, all.has(name));
    all.set(name, value);
  };
  const value = (name: string) => {
    let output = "";
    const handler: ChunkHandler = {
      output(bytes) {
        output += Buffer.from(bytes);
      },
    };
    expandChunk(byteScanner, table, Buffer.from(`$(${name})`), true, 0, handler);
    return output;
  };
  /** Checks all variables. */
  const check = () => {
    expect(value("NONE")).toBe("$(NONE)");
    expect([...all.keys()].filter((name) => value(name) !== all.get(name))).toEqual([]);
  };
  return { table, set, value, check, filled: () => filled };
}

type Table = ReturnType<typeof tableOf>;

const numbered = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`N${i}`, `${i}`]));

test.each([4, 5, 9, 17, 500, 5000])("a table holds %i variables, even if its source announced one", (count) => {
  const { check, filled } = tableOf(numbered(count));
  check();
  expect(filled()).toBe(1);
});

test("a table that variables are added to is not made anew", () => {
  const { set, value, check, filled } = tableOf(numbered(1));
  expect(value("N1")).toBe("$(N1)");
  for (let i = 1; i < 500; i++) set(`N${i}`, `${i}`);
  check();
  expect(filled()).toBe(1);
});

test("a table between others is made anew with room for as much again, and then grows in place", () => {
  const [first, second] = [tableOf({ A: "1".repeat(500) }), tableOf({ A: "2".repeat(500) })];
  const check = (ofFirst: number, ofSecond: number) => {
    first.check();
    second.check();
    expect([first.filled(), second.filled()]).toEqual([ofFirst, ofSecond]);
  };
  check(1, 1);
  first.set("B", "new");
  check(2, 1);
  second.set("B", "new");
  check(2, 2);
  for (const table of [first, second]) for (const name of ["C", "D"]) table.set(name, "added");
  check(2, 2);
  first.set("LONG", "x".repeat(1500));
  check(3, 2);
});

test("values of every length that are added to a table do not overwrite the next one", () => {
  const [first, second] = [tableOf({ A: "1".repeat(1000) }), tableOf({ A: "2".repeat(1000) })];
  for (let length = 0; length < 1000; length += 50) {
    first.check();
    second.check();
    first.set(`N${length}`, "日".repeat(length));
    first.check();
    second.check();
  }
});

test("a value that fits into the room between tables, or just not, does not overwrite the next one", () => {
  for (let length = 60; length < 180; length++) {
    const [first, second, third] = [1, 2, 3].map((i) => tableOf({ A: `${i}`.repeat(300) })) as [Table, Table, Table];
    first.check();
    second.check();
    // Made anew after the second one, with room for as much again.
    first.set("B", "new");
    first.check();
    third.check();
    first.set("C", "日".repeat(length));
    third.check();
    first.check();
    second.check();
  }
});

test("memory that tables take is not given back", async () => {
  const large = Array.from({ length: 10 }, (_, i) => [`N${i}`, "x".repeat(KEPT / 8)]);
  const { value, filled } = tableOf({ ...Object.fromEntries(large), NAME: "1" });
  expect(value("NAME")).toBe("1");
  const { scanners } = wasmInstance();
  ensure(scanners.memory.buffer.byteLength);
  await Promise.resolve();
  expect(value("NAME")).toBe("1");
  expect([wasmInstance().scanners === scanners, filled()]).toEqual([true, 1]);
});

test("the last table is made anew in its place", () => {
  const [first, last] = [tableOf(numbered(5)), tableOf(numbered(5))];
  first.check();
  const start = scratchStart();
  last.check();
  const end = scratchStart();
  for (let i = 0; i < 10; i++) {
    last.table.forget();
    last.check();
    expect(scratchStart()).toBe(end);
  }
  first.table.forget();
  first.check();
  expect(scratchStart()).toBe(end + (end - start));
  expect([first.filled(), last.filled()]).toEqual([2, 11]);
});

test("a table is made anew when replaced values waste more than its size and some more, and none of it is waste then", () => {
  const value = "x".repeat(2 * WASTE);
  const { set, check, filled } = tableOf({ A: value, B: value });
  check();
  for (let i = 0; i < 5; i++) set(`ADDED${i}`, value);
  // The rounds after the first one begin with seven values of this length instead of two.
  for (const [round, inPlace] of [2, 7, 7].entries()) {
    for (let i = 0; i < inPlace; i++) set("A", value);
    check();
    expect(filled()).toBe(round + 1);
    for (let i = 0; i < 3; i++) set("A", value);
    check();
    expect(filled()).toBe(round + 2);
  }
});

test("more tables than there is room for, or than twice the largest one in addition, are all made anew", () => {
  const large = "x".repeat(TABLES / 2);
  const tables = Array.from({ length: 5 }, (_, i) => tableOf({ LARGE: large, NAME: `${i}` }));
  const use = (...indexes: number[]) => {
    for (const i of indexes) expect(tables[i]!.value("NAME")).toBe(`${i}`);
    return tables.map((table) => table.filled());
  };
  expect(use(0, 1, 2, 3, 0, 1, 2, 3)).toEqual([1, 1, 1, 1, 0]);
  expect(use(4, 0, 1, 2, 4)).toEqual([2, 2, 2, 1, 1]);
  expect(use(3, 3, 4)).toEqual([2, 2, 2, 2, 2]);
});

test("each instance has a secret of its own, which is drawn once", () => {
  const random = vi.spyOn(crypto, "getRandomValues");
  const tables = [tableOf({ A: "1" }), tableOf({ A: "2" })];
  const secrets = Array.from({ length: 2 }, () => {
    useModule(compile(all));
    for (let round = 0; round < 2; round++) for (const table of tables) table.check();
    const start = wasmInstance().scanners.seedAt() >>> 0;
    const [secret] = random.mock.lastCall as [Uint8Array];
    expect(bytes().slice(start, start + secret.length)).toEqual(secret);
    return secret;
  });
  expect(secrets[0]).not.toEqual(secrets[1]);
  expect(random).toHaveBeenCalledTimes(2);
  expect(tables.map((table) => table.filled())).toEqual([2, 2]);
});
