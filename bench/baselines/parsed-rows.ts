/** What no program with JSON can avoid: `JSON.parse` for each line, and writing as many bytes as the texts have. */
import { openSync, readFileSync, readSync, writeSync } from "node:fs";

const [rows, file] = process.argv.slice(2);
const template = readFileSync(file!, "utf8");
const input = openSync(rows!, "r");
const buffer = Buffer.alloc(1 << 18);
let rest = "";
let output = "";
for (let count = readSync(input, buffer); count > 0; count = readSync(input, buffer)) {
  const lines = (rest + buffer.toString("latin1", 0, count)).split("\n");
  rest = lines.pop()!;
  for (const line of lines) {
    JSON.parse(line);
    output += template;
    if (output.length > 1 << 16) {
      writeSync(1, output);
      output = "";
    }
  }
}
writeSync(1, output);
