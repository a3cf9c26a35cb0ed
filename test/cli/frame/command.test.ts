import { describe, expect, test } from "vitest";
import { commands } from "../../../src/cli/commands.ts";
import { checkCombinations, defineCommand, parseArguments, wholeNumber } from "../../../src/cli/frame/command.ts";
import { UsageError } from "../../../src/cli/frame/errors.ts";
import { helpOf } from "../../../src/cli/frame/help.ts";

const options = {
  file: { type: "string", short: "f", multiple: true, value: "FILE", help: "read FILE" },
  output: { type: "string", short: "o", choices: ["yaml", "json"], help: "print as" },
  strict: { type: "boolean", alias: "exact", formerName: "severe", help: "be strict" },
} as const;

describe("parseArguments", () => {
  test("nothing given", () => {
    expect(parseArguments(options, [])).toEqual({
      options: { file: [], output: undefined, strict: false },
      operands: [],
      command: [],
    });
  });

  test.each([
    [["-f", "a", "--file", "b", "--file=c", "-fd"], { file: ["a", "b", "c", "d"] }],
    [["-f", "-"], { file: ["-"] }],
    [["--file", "--strict"], { file: ["--strict"] }],
    [["-o", "yaml", "-o", "json"], { output: "json" }],
    [["-o=json"], { output: "json" }],
    [["-ojson"], { output: "json" }],
    [["--output=json"], { output: "json" }],
    [["-f=a", "-f=", "-f", "=b", "--file==c"], { file: ["a", "", "=b", "=c"] }],
    [["--strict"], { strict: true }],
    [["--exact"], { strict: true }],
  ])("%j", (args, expected) => {
    expect(parseArguments(options, args)?.options).toMatchObject(expected);
  });

  test("operands can be anywhere; everything after -- is an operand", () => {
    expect(parseArguments(options, ["a", "--strict", "-", "--", "--strict", "-f", "--help"])).toEqual({
      options: { file: [], output: undefined, strict: true },
      operands: ["a", "-", "--strict", "-f", "--help"],
      command: [],
    });
  });

  test("with takesCommand, what follows the first -- is a command", () => {
    expect(parseArguments(options, ["a", "--strict", "--", "b", "-f", "--", "--help"], true)).toEqual({
      options: { file: [], output: undefined, strict: true },
      operands: ["a"],
      command: ["b", "-f", "--", "--help"],
    });
    expect(parseArguments(options, ["a", "b"], true)).toMatchObject({ operands: ["a", "b"], command: [] });
  });

  test("a value that has no name is a VALUE", () => {
    const unnamed = { name: { type: "string", help: "set the name" } } as const;
    expect(() => parseArguments(unnamed, ["--name"])).toThrow(new UsageError("option --name requires a value: VALUE"));
    const command = { usage: "x", description: "x", options: unnamed, examples: ["x"], run: () => 0 };
    expect(helpOf(command)).toContain("\n      --name VALUE          set the name\n");
  });

  test("help is asked for, whatever else there is", () => {
    expect(parseArguments(options, ["--nonsense", "-h"])).toBeUndefined();
    expect(parseArguments(options, ["--help"])).toBeUndefined();
    expect(parseArguments(options, ["-f", "-h"])?.options.file).toEqual(["-h"]);
  });

  test.each([
    [["--nope"], "unknown option --nope"],
    [["--severe"], "option --severe is now --strict"],
    [["-x"], "unknown option -x"],
    [["-xf"], "unknown option -x"],
    [["-stric"], "unknown option -s"],
    [["--constructor"], "unknown option --constructor"],
    [["--__proto__=1"], "unknown option --__proto__"],
    [["--strct"], "unknown option --strct; did you mean --strict?"],
    [["--nope="], "unknown option --nope"],
    [["--Strict=1=\n"], "unknown option --Strict; did you mean --strict?"],
    [["--Strict=1"], "unknown option --Strict; did you mean --strict?"],
    [["-strict"], "unknown option -strict; did you mean --strict?"],
    [["--filename", "x"], "unknown option --filename; did you mean --file?"],
    [["--out=json"], "unknown option --out; did you mean --output?"],
    [["--hepl"], "unknown option --hepl; did you mean --help?"],
    [["-f"], "option -f requires a value: FILE"],
    [["--output"], "option --output requires a value: yaml|json"],
    [["-o", "xml"], 'option -o: "xml" is not one of yaml|json'],
    [["-o", "jsno"], 'option -o: "jsno" is not one of yaml|json; did you mean json?'],
    [["--output=yml"], 'option --output: "yml" is not one of yaml|json; did you mean yaml?'],
    [["--strict=no"], "option --strict does not take a value"],
  ])("%j is an error", (args, message) => {
    expect(() => parseArguments(options, args)).toThrow(new UsageError(message));
  });
});

test("the help shows the usage, every option and the example", () => {
  const command = defineCommand({
    usage: "try [FILE...]\ntry --all [OPTION...]",
    description: `
Tries. ${"word ".repeat(20)}end of the paragraph,
which goes on.

Another one.`,
    options: {
      ...options,
      mode: {
        type: "string",
        value: "MODE",
        choices: ["first-mode", "second-mode"],
        help: "how to try, the first by default",
      },
      "a-name-that-is-long": {
        type: "string",
        value: "NAME",
        help: "a help text that is so long that it needs two lines",
      },
    },
    examples: ["varexpand try a", `varexpand try --all --output json ${"x".repeat(60)} | cat`],
    run: () => 0,
  });
  expect(helpOf(command)).toBe(`usage: varexpand try [FILE...]
       varexpand try --all [OPTION...]

Tries. word word word word word word word word word word word word word word
word word word word word word end of the paragraph, which goes on.

Another one.

options:
  -f, --file FILE           read FILE
  -o, --output yaml|json    print as
      --strict              be strict
      --mode MODE           how to try, the first by default: first-mode,
                            second-mode
      --a-name-that-is-long NAME
                            a help text that is so long that it needs two lines
  -h, --help                print this help

examples:
  varexpand try a
  varexpand try --all \\
    --output json ${"x".repeat(60)} \\
    | cat
`);
});

test("the help of a program of its own, with one example, and options at the limits of the layout", () => {
  const option = (more: object) => ({ type: "string", help: "one two", ...more }) as const;
  const command = {
    program: "kubectl try",
    usage: "varexpand NAME",
    description: "Tries.",
    options: {
      short: option({ choices: ["1234567", "12345678"], value: "N" }),
      listed: option({ choices: ["1234567", "123456789"], value: "N" }),
      "fits-in-column": option({ value: "ABC" }),
      "longer-by-one-x": option({ value: "ABC" }),
    },
    examples: ["kubectl try a"],
    run: () => 0,
  };
  expect(helpOf(command)).toBe(`usage: kubectl try NAME

Tries.

options:
      --short 1234567|12345678
                            one two
      --listed N            one two: 1234567, 123456789
      --fits-in-column ABC  one two
      --longer-by-one-x ABC
                            one two
  -h, --help                print this help

example:
  kubectl try a
`);
});

test.each([
  ["1", 1],
  ["007", 7],
  ["9007199254740991", 9_007_199_254_740_991],
])("%s is a positive whole number", (text, number) => expect(wholeNumber("x", text)).toBe(number));

test.each(["", "0", "-1", "+1", "1.5", "1e3", " 1", "1\n", "0x1", "9007199254740992"])(
  "%j is not a positive whole number",
  (text) => {
    const shown = text.replace("\n", "\\n");
    expect(() => wholeNumber("max", text)).toThrow(new UsageError(`--max ${shown}: not a positive whole number`));
  },
);

describe("checkCombinations", () => {
  const requires = { output: ["file"], strict: ["output"] };
  const command = { options, requires, excludes: { strict: ["file"] } };
  const check = (...args: string[]) => checkCombinations(command, parseArguments(options, args)!);

  test.each([
    [["--file", "a"], "--file requires --output yaml|json"],
    [["--output", "yaml"], "--output requires --strict"],
    [["--strict", "--output", "yaml", "--file", "a"], "--file cannot be used with --strict"],
  ])("%j is an error", (args, message) => expect(() => check(...args)).toThrow(new UsageError(message)));

  test.each([[[]], [["--strict"]], [["--strict", "--output", "yaml"]]])("%j is valid", (args) => {
    expect(() => check(...args)).not.toThrow();
  });

  test("an empty value is a value", () => {
    const text = { type: "string", help: "" } as const;
    const given = parseArguments({ text, other: text }, ["--text", ""])!;
    const wrong = { options: { text, other: text }, requires: { other: ["text"] } };
    expect(() => checkCombinations(wrong, given)).toThrow(new UsageError("--text requires --other VALUE"));
  });

  test.each(commands.map(({ name, load }) => [name, load] as const))(
    "%s names only its own options",
    async (_, load) => {
      const { excludes = {}, options, requires = {} } = await load();
      const names = [requires, excludes].flatMap((each) => Object.entries(each).flat(2));
      expect(names.filter((name) => !Object.hasOwn(options, name))).toEqual([]);
    },
  );
});
