/** Tables of variables side by side in memory that is limited, fails, grows and is given back. */
import { afterEach, expect, test, vi } from "vitest";
import { ChunkExpander, Environment, expand, parseDotenv, parseEnvFile } from "../../src/index.ts";
import { ensure, tablesStart } from "../../src/wasm/arena.ts";
import { KEPT, TABLES } from "../../src/wasm/capacities.ts";
import { wasmInstance } from "../../src/wasm/instance.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const bytesOf = (environment: Environment, text: string) =>
  decoder.decode(environment.expandBytes(encoder.encode(text)));
const memoryBytes = () => wasmInstance().scanners.memory.buffer.byteLength;
/** What is done when everything that is synchronous is over. */
const idle = () => new Promise((resolve) => setTimeout(resolve));

/** Both forms of a text's expansion: strings and bytes have tables of their own. */
function expanded(environment: Environment, text: string): string {
  const output = environment.expand(text);
  expect(bytesOf(environment, text)).toBe(output);
  return output;
}

afterEach(() => vi.restoreAllMocks());

test("many tenants in turn, more than there is room for", () => {
  const value = "v".repeat(500);
  const tenants = Array.from(
    { length: 200 },
    (_, i) =>
      new Environment(Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`N${n}`, `${i}:${n}:${value}`]))),
  );
  for (let round = 0; round < 3; round++) {
    for (const [i, tenant] of tenants.entries()) {
      const n = (i * 7 + round) % 200;
      expect(bytesOf(tenant, `<$(N${n})>`)).toBe(`<${i}:${n}:${value}>`);
      expect(tenant.expand(`$(N${n})$(NONE)`)).toBe(`${i}:${n}:${value}$(NONE)`);
    }
  }
  // A table takes about 150 KB, and memory grows by a quarter more than what is asked for.
  expect(memoryBytes() / 1.25).toBeLessThan(tablesStart() + TABLES + 4 * 150_000 + KEPT);
});

test("tables that grow in turn: each keeps its own variables", () => {
  const environments = Array.from({ length: 3 }, () => new Environment());
  const expectations = environments.map(() => new Map<string, string>());
  for (let n = 0; n < 300; n++) {
    const i = n % 3;
    const value = `${i}-${n}-${"x".repeat(n % 50)}`;
    environments[i]!.set(`V${n % 120}`, value);
    expectations[i]!.set(`V${n % 120}`, value);
    for (const [k, environment] of environments.entries()) {
      const name = `V${(n * 5) % 120}`;
      expect(expanded(environment, `$(${name})`)).toBe(expectations[k]!.get(name) ?? `$(${name})`);
    }
  }
});

test("values that are replaced again and again take the room of a few", () => {
  const environment = new Environment(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`N${n}`, "x"])));
  const other = new Environment({ A: "1" });
  bytesOf(environment, "$(N1)");
  const before = memoryBytes();
  for (let i = 0; i < 2000; i++) {
    environment.set("N1", String(i % 10).repeat(1 << 16));
    if (i % 97 === 0) {
      expect(bytesOf(environment, "$(N1)")).toBe(String(i % 10).repeat(1 << 16));
      expect(bytesOf(other, "$(A)")).toBe("1");
    }
  }
  expect(memoryBytes() / 1.25 - before).toBeLessThan(2 ** 22 + TABLES);
});

test("a table that cannot be built: each call reports the failure, and other tables stay valid", () => {
  const environment = new Environment({ A: "1", B: "2" });
  const json = () => {
    const pieces: string[] = [];
    const sink = { output: (bytes: Uint8Array) => void pieces.push(decoder.decode(bytes)) };
    const stream = new ChunkExpander(environment, sink, { format: "json" });
    stream.push(encoder.encode('["$(A)","$(B)"]'));
    stream.end();
    return pieces.join("");
  };
  const stringify = vi.spyOn(JSON, "stringify");
  for (let failing = 1; failing <= 2; failing++) {
    let calls = 0;
    stringify.mockImplementation((value) => {
      if (++calls === failing) throw new RangeError("Invalid string length");
      return `"${value}"`;
    });
    expect(json).toThrow(RangeError);
  }
  stringify.mockRestore();
  expect(json()).toBe('["1","2"]');
});

test("a variable that cannot be set in place: the table is rebuilt correctly", () => {
  const environment = new Environment({ A: "1" });
  expect(expanded(environment, "$(A)$(B)")).toBe("1$(B)");
  const grow = vi.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementation(() => {
    throw new RangeError("Maximum memory size exceeded");
  });
  environment.set("B", "2".repeat(1 << 26));
  expect(() => bytesOf(environment, "$(B)")).toThrow(RangeError);
  grow.mockRestore();
  expect(bytesOf(environment, "$(A)$(B)")).toBe(`1${"2".repeat(1 << 26)}`);
});

test("memory that one large call took is given back; what was there goes on", async () => {
  const environment = new Environment({ NAME: "value" });
  const callback = () => expand("$(FIRST)$(SECOND)$(FIRST)", (name) => `<${name}>`);
  expect(expanded(environment, "$(NAME)")).toBe("value");
  for (let round = 0; round < 3; round++) {
    expect(callback()).toBe("<FIRST><SECOND><FIRST>");
    ensure(memoryBytes() + KEPT + 1);
    const large = memoryBytes();
    await idle();
    expect(memoryBytes()).toBeLessThan(large);
    expect(callback()).toBe("<FIRST><SECOND><FIRST>");
    expect(expanded(environment, "$(NAME) $(NONE)")).toBe("value $(NONE)");
  }
});

test("no room for another instance: the one that there is goes on", async () => {
  const environment = new Environment({ NAME: "value" });
  expect(expanded(environment, "$(NAME)")).toBe("value");
  ensure(memoryBytes() + KEPT + 1);
  const instantiate = vi.spyOn(WebAssembly, "Instance").mockImplementation(() => {
    throw new RangeError("could not allocate memory");
  });
  await idle();
  instantiate.mockRestore();
  expect(expanded(environment, "$(NAME)")).toBe("value");
});

test("memory beyond 2 GiB is memory like any other", async () => {
  ensure(2 ** 31 + 2 ** 24);
  const environment = new Environment({ A: "1" });
  expect(expanded(environment, `$(A)${"x".repeat(600)}$(A)`)).toBe(`1${"x".repeat(600)}1`);
  expect(parseEnvFile("A='1'\nB='2'\n").toObject()).toEqual({ A: "1", B: "2" });
  expect(expand(`${"-".repeat(3000)}$(A)`, () => "<>")).toBe(`${"-".repeat(3000)}<>`);
  await idle();
});

test("more than 4 GiB is refused, and nothing is changed", () => {
  const environment = new Environment({ A: "1" });
  expect(() => ensure(2 ** 32)).toThrow("not enough memory for 4294967296 bytes");
  expect(expanded(environment, "$(A)")).toBe("1");
});

test("where random numbers are forbidden, tables are made without a secret, and anew with one", () => {
  const environment = new Environment(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`N${i}`, `${i}`])));
  const random = vi.spyOn(crypto, "getRandomValues").mockImplementation(() => {
    throw new Error("Disallowed operation called within global scope");
  });
  const all = Array.from({ length: 100 }, (_, i) => `$(N${i})`).join(",");
  const want = Array.from({ length: 100 }, (_, i) => i).join(",");
  expect(expanded(environment, all)).toBe(want);
  random.mockRestore();
  const other = new Environment({ B: "2" });
  expect(expanded(other, "$(B)")).toBe("2");
  expect(expanded(environment, all)).toBe(want);
});

const CALLS: Record<string, (environment: Environment) => unknown> = {
  "Environment.expand": (environment) => environment.expand("$(A)"),
  "a long Environment.expand": (environment) => environment.expand(`$(A)${"-".repeat(5000)}`),
  "another Environment's expand": () => new Environment({ Z: "26" }).expand("$(Z)"),
  "Environment.expandAll": (environment) => environment.expandAll(Array.from({ length: 40 }, () => "$(A)")),
  "Environment.expandBytes": (environment) => environment.expandBytes(encoder.encode("$(A)")),
  "Environment.expandBytes with a long text": (environment) => environment.expandBytes(new Uint8Array(5000).fill(45)),
  "Environment.expandInto": (environment) => environment.expandInto(encoder.encode("$(A)"), new Uint8Array(9)),
  parseEnvFile: () => parseEnvFile("A='1'"),
  parseDotenv: () => parseDotenv("A=1"),
  "another stream": (environment) => new ChunkExpander(environment, { output() {} }).push(encoder.encode("$(A)")),
};
const REFERENCES = 5000;
const INPUT = encoder.encode(`${'"$(A)$(NONE)" '.repeat(REFERENCES)}\n`);

test.each(Object.keys(CALLS))("a sink that calls %s is refused, and the stream's caller can go on", (call) => {
  for (const format of ["text", "json"] as const) {
    for (const which of ["output", "unresolved"] as const) {
      const environment = new Environment({ A: "value" });
      const failures: unknown[] = [];
      let length = 0;
      const callBack = () => {
        try {
          CALLS[call]!(environment);
        } catch (error) {
          failures.push(error);
        }
      };
      const stream = new ChunkExpander(
        environment,
        {
          output(bytes) {
            length += bytes.length;
            if (which === "output") callBack();
          },
          unresolved() {
            if (which === "unresolved" && failures.length === 0) callBack();
          },
        },
        { format },
      );
      stream.push(INPUT);
      stream.end();
      expect(String(failures[0])).toContain("a sink must not call varexpand");
      expect(length).toBe(INPUT.length + REFERENCES * ("value".length - "$(A)".length));
      expect(() => CALLS[call]!(environment)).not.toThrow();
    }
  }
});

test("a sink may call expand, which uses no memory of the scanners", () => {
  const output: string[] = [];
  const sink = { output: (bytes: Uint8Array) => output.push(expand(decoder.decode(bytes), (name) => `<${name}>`)) };
  const stream = new ChunkExpander(new Environment({ A: "$(B)" }), sink);
  stream.push(encoder.encode("$(A)-"));
  stream.end();
  expect(output.join("")).toBe("<B>-");
});

test("a sink that sets a variable: what is expanded later sees it", () => {
  const environment = new Environment({ A: "1" });
  let output = "";
  const stream = new ChunkExpander(environment, {
    output(bytes) {
      output += decoder.decode(bytes);
      environment.set("A", "2");
    },
  });
  stream.push(encoder.encode("$(A)$(A) "));
  stream.push(encoder.encode("$(A)"));
  stream.end();
  expect(output).toMatch(/^1[12] 2$/);
});

test("names that differ in zeros at their ends are different names, anywhere in a table", () => {
  const zeros = Array.from({ length: 12 }, (_, i) => "\0".repeat(i + 1));
  const others = (name: string) => zeros.map((end) => `$(${name}${end})`).join("");
  for (let i = 0; i < 200; i++) {
    const name = `A${i}`;
    expect(expanded(new Environment({ [name]: "1" }), `$(${name})${others(name)}`)).toBe(`1${others(name)}`);
    const longer = `${name}\0`;
    expect(expanded(new Environment({ [longer]: "2" }), `$(${name})$(${longer})`)).toBe(`$(${name})2`);
  }
});

test("a table to which variables are added one by one grows in place", () => {
  const environment = new Environment({ A: "0" });
  for (let i = 0; i < 300; i++) {
    environment.set(`N${i}`, `${i}`);
    expect(decoder.decode(environment.expandBytes(encoder.encode(`$(A)$(N0)$(N${i})$(N${i + 1})`)))).toBe(
      `00${i}$(N${i + 1})`,
    );
  }
});
