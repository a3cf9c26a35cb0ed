/** What `docker run --env-file` and `kubectl create configmap --from-env-file` read. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { dockerReading, kubectlReading } from "../../../src/envfile/readers/docker-and-kubectl.ts";
import type { Reading } from "../../../src/envfile/readers/reading.ts";
import { TemporaryFolder } from "../../cli/temporary.ts";
import { hasTool } from "../../tools.ts";

const variables = (pairs: Record<string, string>) => ({ variables: new Map(Object.entries(pairs)) });
const LONG = "x".repeat(65_534);
const LONGEST_LINE = `A=${LONG.slice(0, 65_533)}`;

describe("both", () => {
  test.each<[file: string, read: Record<string, string>]>([
    ["", {}],
    ["A=1\nB=2", { A: "1", B: "2" }],
    ["A=1\r\nB=2\r\n", { A: "1", B: "2" }],
    ["A=\r\r\n", { A: "\r" }],
    ["A='1'\nB=\"two words\"\nC=`x`\n", { A: "'1'", B: '"two words"', C: "`x`" }],
    ["A=1 # one\nB=$A\\n\n", { A: "1 # one", B: "$A\\n" }],
    ["# a\n  # b\n\n \t\n\u3000\u0085A= 1 \n", { A: " 1 " }],
    ["A=b=c\nE=\n", { A: "b=c", E: "" }],
    ["\ufeffA=1\n", { A: "1" }],
    ["\ufeff# A=1\n", {}],
    [`${LONGEST_LINE}\nB=1`, { A: LONG.slice(0, 65_533), B: "1" }],
  ])("%j", (file, read) => {
    expect(dockerReading(file)).toEqual(variables(read));
    expect(kubectlReading(file)).toEqual(variables(read));
  });

  test("the white space of Unicode before a name is skipped", () => {
    const spaces = [0x09, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000];
    for (let code = 0x2000; code <= 0x200a; code++) spaces.push(code);
    const codes = Array.from({ length: 0x3002 }, (_, code) => code).filter((code) => code !== 0x0a && code !== 0x23);
    for (const read of [dockerReading, kubectlReading]) {
      const skipped = codes.filter((code) => {
        const reading = read(`B=\n${String.fromCharCode(code)}A=1`);
        return "variables" in reading && reading.variables.has("A");
      });
      expect(skipped).toEqual(spaces.sort((a, b) => a - b));
    }
  });

  test("a name without `=` takes its value from the environment", () => {
    const environment = (name: string) => ({ B: "b" })[name];
    const read = (reading: Reading) =>
      "variables" in reading && [Object.fromEntries(reading.variables), reading.inherited];
    expect(read(dockerReading("A=1\n  B\nC\n", environment))).toEqual([{ A: "1", B: "b" }, ["B", "C"]]);
    expect(read(kubectlReading("A=1\n  B\nC\n", environment))).toEqual([{ A: "1", B: "b", C: "" }, ["B", "C"]]);
  });
});

describe("docker", () => {
  test("accepts any name without a space, and uses the last of several values", () => {
    expect(dockerReading("1é/b=1\nA=1\nA=2\n")).toEqual(variables({ "1é/b": "1", A: "2" }));
  });

  test.each([
    ["A=1\n=2", { refused: "the name before `=` is missing", offset: 4 }],
    ["A=1\nA B=2", { refused: "a name cannot contain a space or tab", offset: 5 }],
    ["A\t=2", { refused: "a name cannot contain a space or tab", offset: 1 }],
    ["export A=1", { refused: "a name cannot contain a space or tab", offset: 6 }],
    [`A=1\n${LONGEST_LINE}x`, { refused: "the line has more than 65535 bytes", offset: 4 }],
    [`A=${"é".repeat(32_767)}`, { refused: "the line has more than 65535 bytes", offset: 0 }],
    ["A=\0\nB=\0", { unknown: "an environment variable cannot contain NUL", offset: 2 }],
    ["A=\0", { unknown: "an environment variable cannot contain NUL", offset: 2 }],
    ["B=1\n A\0=\0x\0", { unknown: "an environment variable cannot contain NUL", offset: 6 }],
    ["A B\t=1", { refused: "a name cannot contain a space or tab", offset: 1 }],
    ["A=1\n  A\tB =1", { refused: "a name cannot contain a space or tab", offset: 7 }],
  ])("%j", (file, reading) => {
    expect(dockerReading(file)).toEqual(reading);
  });
});

const KUBECTL_NAMES = "a name consists of letters, digits, `-`, `_`, and `.`, and does not begin with a digit";

const KUBECTL: [file: string, reading: ReturnType<typeof kubectlReading>][] = [
  ["A='1'\n.b-c=2\nD=\0\n", variables({ A: "'1'", ".b-c": "2", D: "\0" })],
  // kubectl does not say that it has stopped reading.
  [`A=1\n${LONGEST_LINE}x\nB=2\n=`, variables({ A: "1" })],
  ["A=1\nA=1\n", { refused: "the name is already assigned", offset: 4 }],
  ["A=1\n1A=1\n", { refused: KUBECTL_NAMES, offset: 4 }],
  ["A =1\n", { refused: KUBECTL_NAMES, offset: 0 }],
  ["=1\n", { refused: KUBECTL_NAMES, offset: 0 }],
  ["é=1\n", { refused: KUBECTL_NAMES, offset: 0 }],
  [".=1\n", { refused: KUBECTL_NAMES, offset: 0 }],
  ["..a=1\n", { refused: KUBECTL_NAMES, offset: 0 }],
  [`${"k".repeat(253)}=1\n`, variables({ ["k".repeat(253)]: "1" })],
  [`${"k".repeat(254)}=1\n`, { refused: "a key has at most 253 characters", offset: 0 }],
];

describe("kubectl", () => {
  test.each(KUBECTL)("%j", (file, reading) => {
    expect(kubectlReading(file)).toEqual(reading);
  });

  test("the API server takes 1 MiB of values", () => {
    const values = Array.from({ length: 32 }, (_, i) => `A${i}=${"é".repeat(16_384)}\n`).join("");
    expect(kubectlReading(values)).toMatchObject({ variables: expect.any(Map) });
    expect(kubectlReading(`${values}B=x`)).toEqual({
      refused: "the values have more than 1048576 bytes",
      offset: values.length,
    });
  });
});

const folder = new TemporaryFolder();
const hasKubectl = hasTool("kubectl", "version", "--client");

describe.skipIf(!hasKubectl)(`the real kubectl${hasKubectl ? "" : ": not run, it is not on PATH"}`, () => {
  test.each([...KUBECTL, ["\ufeffA=1\n \u3000B= 2 \r\n# C\nD=\r", variables({ A: "1", B: " 2 ", D: "" })] as const])(
    "%j",
    (file, reading) => {
      const args = [`--from-env-file=${folder.file("x.env", file)}`, "--dry-run=client", "-o", "json"];
      const { status, stdout } = spawnSync("kubectl", ["create", "configmap", "c", ...args], {
        env: { PATH: process.env.PATH, HOME: folder.path },
      });
      expect(status === 0).toBe("variables" in reading);
      if (!("variables" in reading)) return;
      expect(kubectlReading(file)).toEqual(reading);
      expect(JSON.parse(stdout.toString()).data).toEqual(Object.fromEntries(reading.variables));
    },
  );
});
