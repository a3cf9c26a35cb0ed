import { describe, expect, test } from "vitest";
import { defineCommand, helpOf, parseArguments } from "../../src/cli/command.ts";
import { UsageError } from "../../src/cli/errors.ts";

const options = {
  file: { type: "string", short: "f", multiple: true, value: "FILE", help: "read FILE" },
  output: { type: "string", short: "o", choices: ["yaml", "json"], help: "print as" },
  strict: { type: "boolean", help: "be strict" },
} as const;

describe("parseArguments", () => {
  test("nothing given", () => {
    expect(parseArguments(options, [])).toEqual({
      options: { file: [], output: undefined, strict: false },
      operands: [],
    });
  });

  test.each([
    [["-f", "a", "--file", "b", "--file=c", "-fd"], { file: ["a", "b", "c", "d"] }],
    [["-f", "-"], { file: ["-"] }],
    [["--file", "--strict"], { file: ["--strict"] }],
    [["-o", "yaml", "-o", "json"], { output: "json" }],
    [["--strict"], { strict: true }],
  ])("%j", (args, expected) => {
    expect(parseArguments(options, args)?.options).toMatchObject(expected);
  });

  test("operands stand anywhere, and after -- everything is one", () => {
    expect(parseArguments(options, ["a", "--strict", "-", "--", "--strict", "-f", "--help"])).toEqual({
      options: { file: [], output: undefined, strict: true },
      operands: ["a", "-", "--strict", "-f", "--help"],
    });
  });

  test("help is asked for, whatever else there is", () => {
    expect(parseArguments(options, ["--nonsense", "-h"])).toBeUndefined();
    expect(parseArguments(options, ["--help"])).toBeUndefined();
    expect(parseArguments(options, ["-f", "-h"])?.options.file).toEqual(["-h"]);
  });

  test.each([
    [["--nope"], "there is no option --nope"],
    [["-x"], "there is no option -x"],
    [["--constructor"], "there is no option --constructor"],
    [["--__proto__=1"], "there is no option --__proto__"],
    [["-f"], "option -f needs a value: FILE"],
    [["--output"], "option --output needs a value: yaml|json"],
    [["-o", "xml"], 'option -o: "xml" is not one of yaml|json'],
    [["--strict=no"], "option --strict takes no value"],
  ])("%j is an error", (args, message) => {
    expect(() => parseArguments(options, args)).toThrow(new UsageError(message));
  });
});

test("the help shows the usage, every option and the example", () => {
  const command = defineCommand({
    usage: "try [FILE...]",
    description: "\nTries.",
    options,
    examples: ["varexpand try a"],
    run: () => 0,
  });
  expect(helpOf(command)).toBe(`usage: varexpand try [FILE...]

Tries.

options:
  -f, --file FILE         read FILE
  -o, --output yaml|json  print as
      --strict            be strict
  -h, --help              print this

example:
  varexpand try a
`);
});
