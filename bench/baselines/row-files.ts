/** The loop that a user would write: `JSON.parse`, `replaceAll` for each key, and `writeFileSync`. A killed run can leave a partial file. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const [rows, file, folder] = process.argv.slice(2);
const template = readFileSync(file!, "utf8");
mkdirSync(folder!, { recursive: true });
for (const line of readFileSync(rows!, "utf8").trimEnd().split("\n")) {
  const row: Record<string, unknown> = JSON.parse(line);
  let text = template;
  for (const [name, value] of Object.entries(row)) text = text.replaceAll(`$(${name})`, () => `${value}`);
  writeFileSync(`${folder}/${row.HOST}`, text);
}
