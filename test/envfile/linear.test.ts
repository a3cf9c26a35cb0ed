import { describe, expect, test } from "vitest";
import { dockerReading, kubectlReading } from "../../src/envfile/readers/docker-and-kubectl.ts";
import { composeReading } from "../../src/envfile/readers/docker-compose.ts";
import { parseDotenv, parseEnvFile, readDotenvKey, readEnvFileKey } from "../../src/index.ts";
import { growthExponent, LINEAR } from "../reference/linearity.ts";

/** Inputs on which a careless scanner is quadratic, of about `size` characters. */
type Inputs = [name: string, make: (size: number) => string][];

const envFiles: Inputs = [
  ["line ends", (size) => "\n".repeat(size)],
  [
    "spaces",
    (size) =>
      " "
        .repeat(1000)
        .concat("\n")
        .repeat(size / 1000),
  ],
  ["comments of apostrophes", (size) => `#${"'".repeat(1000)}\n`.repeat(size / 1000)],
  ["assignments", (size) => "NAME='value'\n".repeat(size / 13)],
  ["CR LF in values", (size) => "A='\r\n\r\n\r\n'\n".repeat(size / 11)],
  ["names with apostrophes", (size) => "it's='v'\n".repeat(size / 9)],
  ["a value of many lines", (size) => `A='${"v\n".repeat(size / 2)}'`],
  ["a value that is never closed", (size) => `A='${"v\n".repeat(size / 2)}`],
  ["text beyond ASCII", (size) => "A='日本'\n".repeat(size / 7)],
];

const dotenvFiles: Inputs = [
  ["line ends", (size) => "\n".repeat(size)],
  ["spaces", (size) => " ".repeat(size)],
  ["assignments", (size) => "NAME=value\n".repeat(size / 11)],
  ["quotes that are never closed", (size) => "A='x\nB=\"x\nC=`x\n".repeat(size / 15)],
  ["quotes after backslashes", (size) => `A='${"\\'".repeat(size / 2)}`],
  ["quotes after backslashes in each line", (size) => "A='\\'x\n".repeat(size / 7)],
  ["bare words", (size) => "word\n".repeat(size / 5)],
  ["bare words far apart", (size) => `word${"\n".repeat(995)}`.repeat(size / 1000)],
  ["exports of nothing", (size) => "export\n".repeat(size / 7)],
  ["a key with trailing white space", (size) => `A${" ".repeat(size)}`],
  ["a value with white space around", (size) => `A=${" ".repeat(size / 2)}x${" ".repeat(size / 2)}`],
  ["white space of three bytes", (size) => `A=${"\u2003".repeat(size)}`],
  ["quotes that begin lines", (size) => `A=${"'a\u2028".repeat(size / 3)}`],
  ["quotes that begin and end lines", (size) => `A=x${"\u2028'a'\u2028\"b".repeat(size / 7)}`],
  ["text beyond ASCII", (size) => "A=日本\n".repeat(size / 5)],
];

/** Above the 64 KiB from which on long lines are looked for. */
const SMALLEST = 131_072;
const DOUBLINGS = 3;

function exponentOf(make: (size: number) => string, run: (file: string) => unknown): number {
  const files = new Map<number, string>();
  const fileOf = (size: number) => {
    if (!files.has(size)) files.set(size, make(size));
    return files.get(size)!;
  };
  return growthExponent((size) => run(fileOf(size)), SMALLEST, DOUBLINGS);
}

const kubelet = { profile: "kubelet" } as const;

function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch {
    return undefined;
  }
}

describe("time grows with the length of an env file", () => {
  test.each(envFiles)("%s", (_, make) => {
    expect(exponentOf(make, (file) => attempt(() => parseEnvFile(file, kubelet).toObject()))).toBeLessThan(LINEAR);
    expect(exponentOf(make, (file) => attempt(() => readEnvFileKey(file, "NONE", kubelet)))).toBeLessThan(LINEAR);
  });
});

describe("time grows with the length of a dotenv file", () => {
  test.each(dotenvFiles)("%s", (_, make) => {
    expect(exponentOf(make, parseDotenv)).toBeLessThan(LINEAR);
    expect(exponentOf(make, (file) => readDotenvKey(file, "NONE"))).toBeLessThan(LINEAR);
  });
});

const otherFiles: Inputs = [
  ...dotenvFiles,
  ["spaces inside a value", (size) => `A=x${" ".repeat(size)}x`],
  ["dollar signs", (size) => `A=${"$".repeat(size)}`],
  ["braces that are never closed", (size) => `A=${"$$".repeat(size / 4)}\${A:-${"x".repeat(size / 2)}`],
  ["escapes", (size) => `A="${"\\012\\n\\c".repeat(size / 8)}"`],
];

describe("time grows with the length of a file for other readers", () => {
  test.each(otherFiles)("%s", (_, make) => {
    for (const read of [composeReading, dockerReading, kubectlReading]) {
      expect(exponentOf(make, read)).toBeLessThan(LINEAR);
    }
  });
});
