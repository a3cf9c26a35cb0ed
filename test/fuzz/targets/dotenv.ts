/** `parseDotenv` and `readDotenvKey`, of text and of bytes, read the same as dotenv. */
import { assertReadAsDotenv } from "../../reference/dotenv.ts";
import { bytesOf, decoded, type FuzzInput, type FuzzTarget, seedOf } from "../input.ts";

function run({ text, values }: FuzzInput): void {
  const bytes = bytesOf(text);
  const names = values.filter((value) => value !== null);
  for (const source of [Buffer.from(bytes), decoded(bytes), text]) assertReadAsDotenv(source, [...names, "A"]);
}

export const dotenvTarget: FuzzTarget = {
  name: "dotenv",
  tokens: [
    ...["A", "B1", "_c.d-e", "export", "export ", "=", ":", ": ", "'", '"', "`", "\\", "\\n", "\\r", "#", " #"],
    ...["\n", "\r"],
    ...["\r\n", " ", "\t", "\v", "\f", "\0", "\x85", "\xa0", "\u2028", "\u2029", "\u3000", "\ufeff", "é", "🌍"],
    ...["\ud800", "\udcff"],
    ...["A='1'\n", 'B="2"\r\n', "C=3 # c\n", "__proto__=x\n", "value of more than sixteen bytes", "A=\\'"],
    ...['="\\"', "$A"],
  ],
  seeds: [seedOf("A=1\nexport B='x y' # c\nC=\"l1\\nl2\"\nD: `e`\r\n", ["A", "D"]), seedOf("A=\"x\ny=z\nB='", ["B"])],
  run,
};
