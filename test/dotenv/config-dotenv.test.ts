import { mkdirSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import dotenv from "dotenv";
import { afterEach, describe, expect, test, vi } from "vitest";
import ours, { config, configDotenv, parse, populate } from "../../src/dotenv/index.ts";
import { TemporaryFolder } from "../cli/temporary.ts";

const folder = new TemporaryFolder();

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("the default export has every name", () => {
  expect(Object.keys(ours)).toEqual(["config", "configDotenv", "expand", "parse", "populate"]);
});

describe("parse", () => {
  test.each(["A=1 # c\nexport B: '2'\n", '\ufeffA=1\r\nB="a\\nb"', "", "no assignment", "A=ä\0b", "B=1\nA=2\nB=3"])(
    "%j equals dotenv, as text and as bytes",
    (text) => {
      expect(Object.entries(parse(text))).toEqual(Object.entries(dotenv.parse(text)));
      expect(parse(Buffer.from(text))).toEqual(dotenv.parse(Buffer.from(text)));
    },
  );

  test("references and commands are text, and __proto__ is a name", () => {
    const parsed = parse("A=$B $(id)\n__proto__=1\nconstructor=2");
    expect(Object.entries(parsed)).toEqual([
      ["A", "$B $(id)"],
      ["__proto__", "1"],
      ["constructor", "2"],
    ]);
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  });
});

describe("populate", () => {
  test("sets missing variables, returns them, and prints nothing", () => {
    const error = vi.spyOn(console, "error");
    const environment = { A: "", B: undefined };
    expect(populate(environment, { A: "1", B: "2", C: "3" })).toEqual({ C: "3" });
    expect(error).not.toHaveBeenCalled();
    expect(environment).toEqual({ A: "", B: undefined, C: "3" });
  });

  test("replaces others with override", () => {
    const environment = { A: "0" };
    expect(populate(environment, { A: "1" }, { override: true })).toEqual({ A: "1" });
    expect(environment).toEqual({ A: "1" });
  });

  test("does not change a prototype", () => {
    const environment: Record<string, string> = {};
    populate(environment, JSON.parse('{"__proto__": "1"}'));
    expect(Object.getPrototypeOf(environment)).toBe(Object.prototype);
    expect(Object.entries(environment)).toEqual([["__proto__", "1"]]);
  });

  test.each([
    [null, {}],
    [{}, undefined],
    ["text", {}],
  ])("rejects %j and %j", (environment, parsed) => {
    const call = () => populate(environment as never, parsed as never);
    expect(call).toThrow(
      expect.objectContaining({ code: "OBJECT_REQUIRED", message: expect.stringContaining("object") }),
    );
  });
});

describe("config", () => {
  test("configDotenv is the same function", () => {
    expect(configDotenv).toBe(config);
  });

  test("the first file that sets a variable counts; with override, the last one", () => {
    const path = [folder.file(".env.local", "A=1\nB=$C"), folder.file(".env", "A=2\nC=3")];
    expect(config({ path, processEnv: {} })).toEqual({ parsed: { A: "1", B: "3", C: "3" } });
    expect(config({ path, processEnv: {}, override: true })).toEqual({ parsed: { A: "2", B: "3", C: "3" } });
  });

  test("variables of the environment stay, unless override is set", () => {
    const path = folder.file(".env", "A=1\nB=2");
    const environment = { A: "0" };
    expect(config({ path, processEnv: environment }).parsed).toEqual({ A: "1", B: "2" });
    expect(environment).toEqual({ A: "0", B: "2" });
    config({ path, processEnv: environment, override: true });
    expect(environment).toEqual({ A: "1", B: "2" });
  });

  test("files that cannot be read are an error, and the others are read", () => {
    const path = [folder.at("missing"), folder.file(".env", "A=1")];
    const { parsed, error } = config({ path, processEnv: {} });
    expect(parsed).toEqual({ A: "1" });
    expect(error).toMatchObject({ code: "ENOENT" });
  });

  test.each(["A='pa$word'\nB=pa$word\nC=\"${A}\"", "A=1", "A=\\$B"])("%j: each way of expanding", (text) => {
    const path = folder.file(".env", text);
    const literal = dotenv.config({ path, processEnv: {}, quiet: true }).parsed;
    expect(config({ path, processEnv: {}, expand: false }).parsed).toEqual(literal);
    const [quotes, all] = ([undefined, "dotenv-expand"] as const).map(
      (expand) => config({ path, processEnv: {}, expand }).parsed,
    );
    expect([quotes!.A, all!.A]).toEqual({ "'": ["pa$word", "pa"], "1": ["1", "1"], "\\": ["$B", "$B"] }[text[2]!]);
  });

  test("paths are URLs, or begin in the home folder", () => {
    vi.stubEnv("HOME", folder.path);
    const path = folder.file("a b/.env", "A=1");
    for (const each of [pathToFileURL(path), "~/a b/.env", [pathToFileURL(path)]])
      expect(config({ path: each, processEnv: {} })).toEqual({ parsed: { A: "1" } });
  });

  test("the encoding is that of the files", () => {
    const path = folder.file(".env", Buffer.from("A=ä", "latin1"));
    expect(config({ path, processEnv: {}, encoding: "latin1" }).parsed).toEqual({ A: "ä" });
    expect(config({ path, processEnv: {}, encoding: "no" }).error).toMatchObject({ code: "ERR_INVALID_ARG_VALUE" });
  });

  test("DOTENV_… and DOTENV_CONFIG_… are options that others override", () => {
    vi.stubEnv("DOTENV_CONFIG_PATH", folder.file("1.env", "A=1"));
    expect(config({ processEnv: {} }).parsed).toEqual({ A: "1" });
    vi.stubEnv("DOTENV_PATH", folder.file("2.env", "A=2"));
    vi.stubEnv("DOTENV_OVERRIDE", "yes");
    expect(config({ processEnv: {} }).parsed).toEqual({ A: "2" });
    const environment = { A: "0" };
    config({ processEnv: environment });
    expect(environment).toEqual({ A: "2" });
    config({ processEnv: environment, path: folder.file("3.env", "A=3"), override: false });
    expect(environment).toEqual({ A: "2" });
    for (const off of ["off", "NO", "False", "0", ""]) {
      vi.stubEnv("DOTENV_OVERRIDE", off);
      config({ processEnv: environment, path: folder.at("3.env") });
      expect(environment).toEqual({ A: "2" });
    }
  });

  test("sets process.env, and reads .env, by default", () => {
    folder.file(".env", "VAREXPAND_TEST=$VAREXPAND_OTHER/1");
    vi.stubEnv("VAREXPAND_OTHER", "other");
    vi.stubEnv("VAREXPAND_TEST", undefined);
    vi.spyOn(process, "cwd").mockReturnValue(folder.path);
    // Relative paths are those of the process, so the file is named here.
    vi.stubEnv("DOTENV_PATH", folder.at(".env"));
    expect(config().parsed).toEqual({ VAREXPAND_TEST: "other/1" });
    expect(process.env.VAREXPAND_TEST).toBe("other/1");
  });

  test("prints nothing, unless quiet is false or debug is set; never a value", () => {
    const [log, error] = [vi.spyOn(console, "log"), vi.spyOn(console, "error").mockReturnValue()];
    const path = [folder.at("missing"), folder.file(".env", "A=secret\nB=secret")];
    config({ path, processEnv: {} });
    expect(error).not.toHaveBeenCalled();
    config({ path, processEnv: { A: "" }, quiet: false });
    expect(error.mock.calls).toEqual([[`set 1 variables of ${path.join(", ")}`]]);
    error.mockClear();
    config({ path, processEnv: { A: "" }, debug: true });
    expect(error.mock.calls.join("\n")).toMatch(/^cannot read .*missing: ENOENT.*\n"A" exists and is not overwritten$/);
    expect(log).not.toHaveBeenCalled();
  });

  test("nothing is run, whatever the values are", () => {
    mkdirSync(folder.at("run"), { recursive: true });
    const touch = `touch ${folder.at("run")}/x`;
    const path = folder.file(".env", `A=$(${touch})\nB=\`${touch}\`\nC="$(${touch})"\nD=\${E:-$(${touch})}`);
    for (const expand of ["quotes", "dotenv-expand", false] as const) {
      const { parsed } = config({ path, processEnv: {}, expand });
      expect(parsed).toMatchObject({ A: `$(${touch})`, B: touch, C: `$(${touch})` });
    }
    expect(readdirSync(folder.at("run"))).toEqual([]);
  });
});
