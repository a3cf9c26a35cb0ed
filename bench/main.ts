/**
 * npm run bench -- [--quick] [--json FILE] [GROUP…]
 *
 * Measures the groups named (all of them otherwise), prints a table for each question, and writes the results as JSON.
 */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { GROUPS } from "./groups.ts";
import { FULL, measure, QUICK, type QuestionResult } from "./measure.ts";
import { isReached, printQuestion } from "./table.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "string", default: "build/bench.json" },
  },
});

const unknown = positionals.find((name) => !Object.hasOwn(GROUPS, name));
if (unknown !== undefined) {
  console.error(`no group "${unknown}"; there are ${Object.keys(GROUPS).join(", ")}`);
  process.exit(2);
}

const machine = `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, Node ${process.version}`;
console.log(machine);
const effort = values.quick ? QUICK : FULL;
const groups: Record<string, QuestionResult[]> = {};
for (const name of positionals.length > 0 ? positionals : Object.keys(GROUPS)) {
  const results: QuestionResult[] = [];
  for (const question of await GROUPS[name]!()) {
    const result = await measure(question, effort);
    printQuestion(result);
    results.push(result);
  }
  groups[name] = results;
}

const goals = Object.values(groups)
  .flat()
  .flatMap(({ goals }) => goals);
console.log(`\n${goals.filter(isReached).length} of ${goals.length} goals reached`);
writeFileSync(values.json, `${JSON.stringify({ machine, date: new Date().toISOString(), groups }, null, 2)}\n`);
console.log(`written: ${values.json}`);
