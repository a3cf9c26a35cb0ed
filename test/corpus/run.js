/** Lints a folder of repositories, and prints the findings by rule with samples: `npm run test:corpus -- DIR [SAMPLES]`. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, samples = "10"] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("usage: npm run test:corpus -- DIR [SAMPLES]\n");
  process.exit(2);
}
const command = join(import.meta.dirname, "../../dist/cli/main.js");
const started = performance.now();
const { stdout, stderr } = spawnSync(process.execPath, [command, "lint", "-o", "json", "."], {
  cwd: folder,
  encoding: "utf8",
  maxBuffer: 1 << 30,
});
const seconds = ((performance.now() - started) / 1000).toFixed(1);
const groups = new Map();
for (const finding of JSON.parse(stdout).findings) {
  const key = `${finding.rule} (${finding.severity})`;
  if (!groups.has(key)) groups.set(key, []);
  groups.get(key).push(finding);
}
for (const [rule, findings] of [...groups].sort((a, b) => b[1].length - a[1].length)) {
  console.log(`\n${rule}: ${findings.length}`);
  // Evenly spread over the repositories.
  const step = Math.max(1, Math.floor(findings.length / Number(samples)));
  for (const { file, line, message } of findings.filter((_, i) => i % step === 0).slice(0, Number(samples))) {
    const source = readFileSync(join(folder, file), "utf8").split("\n")[line - 1]?.trim().slice(0, 120);
    console.log(`  ${file}:${line}: ${message}\n      ${source}`);
  }
}
console.log(`\n${stderr.trim().split("\n").at(-1)}\n${seconds} s`);
