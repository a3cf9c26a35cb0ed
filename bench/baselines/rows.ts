/** The script that a user would write: `JSON.parse` for each line, and `replaceAll` for each key. */
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [rows, file] = process.argv.slice(2);
const template = readFileSync(file!, "utf8");
let output = "";
for await (const line of createInterface({ input: createReadStream(rows!) })) {
  let text = template;
  for (const [name, value] of Object.entries(JSON.parse(line))) text = text.replaceAll(`$(${name})`, () => `${value}`);
  output += text;
  if (output.length > 1 << 16) {
    process.stdout.write(output);
    output = "";
  }
}
process.stdout.write(output);
