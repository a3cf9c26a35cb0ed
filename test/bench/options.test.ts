import { describe, expect, test } from "vitest";
import { GROUPS } from "../../bench/groups.ts";
import { HEADLINE_GROUPS } from "../../bench/headlines.ts";
import { help, parseOptions } from "../../bench/options.ts";
import { UsageError } from "../../src/cli/frame/errors.ts";

test("without arguments everything is measured", () => {
  expect(parseOptions([])).toEqual({
    groups: Object.keys(GROUPS),
    isQuick: false,
    json: "build/bench.json",
    html: "build/bench.html",
    own: undefined,
    engines: [],
    docs: false,
    nodes: [],
  });
});

test("the groups of the documents, and the Nodes of the columns", () => {
  expect(parseOptions(["--docs", "--node", "/opt/node20"])).toMatchObject({
    groups: HEADLINE_GROUPS,
    docs: true,
    nodes: ["/opt/node20"],
  });
});

test("groups come in their own order, each once", () => {
  expect(parseOptions(["strings", "bytes", "strings", "--quick"])).toMatchObject({
    groups: ["bytes", "strings"],
    isQuick: true,
  });
});

test("engines are repeatable", () => {
  expect(parseOptions(["--engine", "a.js", "--engine", "b.js"])).toMatchObject({ engines: ["a.js", "b.js"] });
});

test("one's own input goes through the groups that take any text", () => {
  expect(parseOptions(["--input", "a.txt", "--env", "a.env"])).toMatchObject({
    groups: ["bytes", "strings"],
    own: { input: "a.txt", env: "a.env" },
  });
});

describe("errors", () => {
  test.each([
    [["--fast"], "unknown option --fast"],
    [["--json"], "option --json requires a value: FILE"],
    [["byte"], 'unknown group "byte"; known: bytes, strings, size'],
    [["bytes", "--docs"], "--docs cannot be used with groups or --input"],
    [["--node"], "option --node requires a value: VERSION"],
    [["--node", "19"], "--node 19: not in bench/package.json, or not installed"],
    [["--input", "a.txt"], "--input needs the variables: --env FILE"],
    [["--env", "a.env"], "--env has the variables for --input FILE, which is missing"],
    [["--input", "a.txt", "--env", "a.env", "pod"], "--input is for the groups bytes and strings, not pod"],
  ])("%j", (args, message) => {
    expect(() => parseOptions(args)).toThrow(UsageError);
    expect(() => parseOptions(args)).toThrow(message);
  });
});

test("the help has every option and group", () => {
  expect(parseOptions(["--quick", "--help"])).toBeUndefined();
  for (const option of [
    "--quick",
    "--input FILE",
    "--env FILE",
    "--engine FILE.js",
    "--json FILE",
    "--html FILE",
    "--docs",
    "--node VERSION",
    "--help",
  ]) {
    expect(help()).toContain(`  ${option} `);
  }
  for (const group of Object.keys(GROUPS)) expect(help()).toContain(`  ${group} `);
});
