/** Which modules are instantiated, by a package that was just loaded. */
import { afterEach, expect, test, vi } from "vitest";
import { all } from "#wasm/all";
import { compile, instantiate, type Instance as ScannerInstance } from "../../src/wasm/instance.ts";
import { initialize } from "../../src/wasm/load-scanners.ts";
import type { Scanners } from "../../src/wasm/scanners.ts";

const { Module, Instance } = WebAssembly;

afterEach(() => {
  Object.assign(WebAssembly, { Module, Instance });
  vi.unstubAllGlobals();
  for (const name of NAMES) vi.doUnmock(`#wasm/${name}`);
});

const NAMES = ["expansion", "dotenv", "all"] as const;

/** The package without any instance, and calls that use scanners. `instances` are the modules of those that it makes. */
async function fresh() {
  vi.resetModules();
  const { initialize, provideScanners } = await import("../../src/wasm/load-scanners.ts");
  const { Environment } = await import("../../src/expansion/environment.ts");
  const { parseDotenv } = await import("../../src/envfile/dotenv.ts");
  const { parse } = await import("../../src/dotenv/index.ts");
  const instances: WebAssembly.Module[] = [];
  WebAssembly.Instance = new Proxy(Instance, {
    construct(Instance, [module, imports]) {
      instances.push(module);
      return new Instance(module, imports);
    },
  });
  const environment = new Environment({ A: "value" });
  return {
    initialize,
    provideScanners,
    instances,
    expansion: () => expect(Buffer.from(environment.expandBytes(Buffer.from("<$(A)>"))).toString()).toBe("<value>"),
    dotenv: () => expect(parse("A=é")).toEqual({ A: "é" }),
    envFile: (value = "é") => expect(parseDotenv(`A=${value}`)).toEqual({ A: value }),
  };
}

test("a call instantiates only the scanners that it needs, once; all scanners replace those of expansion", async () => {
  const { expansion, envFile, instances } = await fresh();
  const counts: number[] = [];
  for (const call of [expansion, expansion, envFile, expansion, envFile]) {
    call();
    counts.push(instances.length);
  }
  expect(counts).toEqual([1, 1, 2, 2, 2]);
});

test("the scanner of dotenv files replaces others, and is one of all scanners", async () => {
  const { dotenv, expansion, envFile, instances } = await fresh();
  const counts: number[] = [];
  for (const call of [dotenv, dotenv, expansion, dotenv, envFile, dotenv, expansion]) {
    call();
    counts.push(instances.length);
  }
  expect(counts).toEqual([1, 1, 2, 3, 4, 4, 4]);
});

test("a sink that is the first to need other scanners is refused, and they are not loaded", async () => {
  const { expansion, envFile, instances } = await fresh();
  const { Environment } = await import("../../src/expansion/environment.ts");
  const { TextStream } = await import("../../src/expansion/streams/reference-stream.ts");
  const outputs: string[] = [];
  const stream = new TextStream(new Environment({ A: "value" }), {
    output(bytes) {
      expect(() => envFile()).toThrow("a sink must not call varexpand");
      outputs.push(Buffer.from(bytes).toString());
    },
  });
  stream.push(Buffer.from("<$(A)>"));
  stream.end();
  expect(outputs.join("")).toBe("<value>");
  expansion();
  expect(instances).toHaveLength(1);
  envFile();
  expect(instances).toHaveLength(2);
});

test("a module that is provided is used for everything, and nothing is compiled", async () => {
  const { initialize, expansion, envFile, instances } = await fresh();
  const module = compile(all);
  initialize(module);
  WebAssembly.Module = new Proxy(Module, {
    construct() {
      throw new Error("a module is compiled");
    },
  });
  for (const call of [envFile, expansion, envFile]) call();
  expect(instances).toEqual([module]);
});

test("where the runtime decodes hexadecimal texts, they are exactly the modules", async () => {
  const decoded: string[] = [];
  class WithHex extends Uint8Array {
    static fromHex(hex: string) {
      decoded.push(hex);
      return Buffer.from(hex, "hex");
    }
  }
  const { expansion, dotenv, envFile } = await fresh();
  vi.stubGlobal("Uint8Array", WithHex);
  for (const call of [expansion, dotenv, envFile]) call();
  const modules = await Promise.all([import("#wasm/expansion"), import("#wasm/dotenv"), import("#wasm/all")]);
  expect(decoded).toEqual(modules.map((module) => Object.values(module)[0]));
});

test("where the imports are compiled modules, nothing is compiled", async () => {
  const module = compile(all);
  for (const name of NAMES) vi.doMock(`#wasm/${name}`, () => ({ expansion: module, dotenv: module, all: module }));
  const { dotenv, expansion, envFile, instances } = await fresh();
  WebAssembly.Module = new Proxy(Module, {
    construct() {
      throw new Error("a module is compiled");
    },
  });
  for (const call of [dotenv, expansion, envFile, expansion, envFile]) call();
  expect(instances.every((each) => each === module) && instances.length > 0).toBe(true);
});

test.each([
  ["undefined", undefined],
  ["null", null],
  ["bytes", new Uint8Array(8)],
  ["text", all],
  ["a function", () => {}],
])("initialize refuses %s", (_, module) => {
  const message = "initialize takes a WebAssembly.Module: compile the bytes of varexpand/varexpand.wasm first";
  expect(() => initialize(module as unknown as WebAssembly.Module)).toThrow(new TypeError(message));
});

test("scanners that are provided are made once, and used for everything", async () => {
  const { scanners } = instantiate(compile(all)) as ScannerInstance & { scanners: Scanners };
  const { provideScanners, expansion, envFile, instances } = await fresh();
  const make = vi.fn(() => scanners);
  provideScanners(make);
  for (const call of [envFile, expansion, envFile]) call();
  expect(make).toHaveBeenCalledTimes(1);
  expect(instances).toEqual([]);
});
