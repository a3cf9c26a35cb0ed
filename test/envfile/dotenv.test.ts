import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dotenvOffset } from "../../src/envfile/dotenv.ts";
import { parseDotenv, readDotenvKey } from "../../src/index.ts";
import { assertReadAsDotenv } from "../reference/dotenv.ts";
import { fuzzCases, Random } from "../reference/random.ts";

const vectors: { id: string; input: string; output: Record<string, string> }[] = readFileSync(
  new URL("../vectors/dotenv/public.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

test("the 600 recorded cases, as text, as bytes, and key by key", () => {
  expect(vectors).toHaveLength(600);
  for (const { id, input, output } of vectors) {
    const { ["__proto__"]: _, ...found } = parseDotenv(input);
    expect(Object.entries(found), id).toEqual(Object.entries(output));
    expect(Object.entries(parseDotenv(new TextEncoder().encode(input))), id).toEqual(
      Object.entries(parseDotenv(input)),
    );
    for (const [name, value] of Object.entries(output)) {
      expect(readDotenvKey(input, name), id).toBe(value);
      expect(readDotenvKey(new TextEncoder().encode(input), name), id).toBe(value);
    }
  }
});

const PIECES = [
  "A",
  "B1",
  "_c.d-e",
  "KEY_THAT_IS_LONGER_THAN_A_BLOCK",
  "export",
  "export ",
  "=",
  "=",
  "=",
  ":",
  ": ",
  "'",
  "'",
  '"',
  '"',
  "`",
  "\\",
  "\\n",
  "\\r",
  "\\t",
  "#",
  "\n",
  "\n",
  "\n",
  "\r",
  "\r\n",
  " ",
  "\t",
  "\v",
  "\f",
  "\0",
  "\x85",
  "\xa0",
  "\u1680",
  "\u2000",
  "\u200a",
  "\u200b",
  "\u2028",
  "\u2029",
  "\u202f",
  "\u205f",
  "\u3000",
  "\ufeff",
  "é",
  "“",
  "日",
  "🌍",
  "\ud800",
  "$A",
  "value of more than sixteen bytes",
  "A='1'\n",
  'B="2"\r\n',
  "C=3 # c\n",
  "/",
  "0",
];

function randomText(random: Random): string {
  return Array.from({ length: random.below(24) }, () => random.pick(PIECES)).join("");
}

test("seeded text and bytes: what dotenv itself reads", () => {
  const seed = 18;
  const random = new Random(seed);
  for (let i = fuzzCases(6000); i > 0; i--) {
    const input = randomText(random);
    const context = `seed ${seed}, ${i} cases left: ${JSON.stringify(input)}`;
    const names = ["A", "export", "KEY_THAT_IS_LONGER_THAN_A_BLOCK"];
    assertReadAsDotenv(input, names, context);
    const bytes = Buffer.from(input);
    if (random.below(4) === 0 && bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
    assertReadAsDotenv(bytes, names, context);
  }
});

test.each<[file: string, name: string, offset: number, expected: number | undefined]>([
  ["A=xyz", "A", 0, 2],
  ["A=xyz", "A", 2, 4],
  ["# c\r\n export A = 'xyz'", "A", 1, 19],
  ["A=1\nA=xyz", "A", 1, 7],
  ['A="1\r\n2\\n3\\t4"', "A", 2, 6],
  ['A="1\r\n2\\n3\\t4"', "A", 4, 9],
  ['A="1\r\n2\\n3\\t4"', "A", 7, 12],
  ["A='1\\n2'", "A", 2, 5],
  ["A=x\u2028'2'", "A", 2, 2],
  ["A=1", "B", 0, undefined],
  ["", "A", 0, undefined],
])("the position of a value's character: %j, %s, %i", (file, name, offset, expected) => {
  expect(dotenvOffset(file, name, offset)).toBe(expected);
});

test("seeded text: each character of a value is where it is said to be", () => {
  const seed = 19;
  const random = new Random(seed);
  for (let i = fuzzCases(2000); i > 0; i--) {
    const input = randomText(random).replace(/[\u2028\u2029]/g, "");
    for (const [name, value] of Object.entries(parseDotenv(input))) {
      const found = Array.from({ length: value.length }, (_, offset) => {
        const at = dotenvOffset(input, name, offset)!;
        const unit = input[at]!;
        if (unit === "\r") return "\n";
        return unit === "\\" && value[offset] !== "\\" ? { n: "\n", r: "\r" }[input[at + 1]!] : unit;
      });
      expect(found.join(""), `seed ${seed}, ${i} cases left: ${JSON.stringify(input)}`).toBe(value);
    }
  }
});

test("an offset after a value is its end, even after a line break or an escape sequence", () => {
  expect(dotenvOffset("A=ab\nB=c\n", "A", 2)).toBe(4);
  expect(dotenvOffset("A=ab\nB=c\n", "A", 9)).toBe(4);
  expect(dotenvOffset("A='b\r\n'\n", "A", 9)).toBe(6);
  expect(dotenvOffset('A="b\\n"\n', "A", 9)).toBe(6);
});
