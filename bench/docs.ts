/** Writes results between the marks in docs/benchmarks.md and the README, and draws the README's picture. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically } from "../src/cli/files/atomic-write.ts";
import { InputError } from "../src/cli/frame/errors.ts";
import { engineTable, headlineTable, readmeTable } from "./report/headlines.ts";
import { limitText, machineText, noiseText } from "./report/numbers.ts";
import { picture, pictureWords, THEMES } from "./report/picture.ts";
import type { Report } from "./report.ts";
import { REPOSITORY } from "./repository.ts";

/** @throws InputError if a mark is missing */
export async function writeDocs(runs: readonly Report[]): Promise<void> {
  const { date, machine, copying } = runs.at(-1)!;
  const versions = runs.map(({ machine }) => machine.node.slice(1)).join(", ");
  const about = `Measured on ${date.slice(0, 10)}: ${machineText({ ...machine, node: versions })}. ${limitText(copying)}.`;
  const noise = noiseText(Math.max(...runs.map(({ noise }) => noise))) ?? [];
  await replace("docs/benchmarks.md", "results", [about, noise, headlineTable(runs)!].flat());
  await replace("docs/benchmarks.md", "engines", [engineTable(runs)!]);
  await replace("README.md", "results", [readmeTable(runs)]);
  await describePicture(runs.at(-1)!);
  for (const theme of THEMES) {
    await writeAtomically(join(REPOSITORY, `docs/throughput-${theme}.svg`), picture(runs.at(-1)!, theme)!);
  }
}

async function describePicture(report: Report): Promise<void> {
  const file = join(REPOSITORY, "README.md");
  const words = pictureWords(report).replaceAll('"', "");
  const text = readFileSync(file, "utf8").replace(/<img alt="[^"]*" src="docs\/throughput/, () => {
    return `<img alt="Gigabytes a second. ${words}." src="docs/throughput`;
  });
  await writeAtomically(file, text);
}

async function replace(path: string, name: string, paragraphs: readonly string[]): Promise<void> {
  const file = join(REPOSITORY, path);
  await writeAtomically(file, replaceMarked(readFileSync(file, "utf8"), name, paragraphs, path));
  console.log(`written: ${path}`);
}

/**
 * The text with other paragraphs between `<!-- NAME -->` and `<!-- /NAME -->`.
 *
 * @throws InputError if a mark is missing
 */
export function replaceMarked(text: string, name: string, paragraphs: readonly string[], path: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new InputError(`${path}: no ${start} and ${end}`);
  return `${text.slice(0, from + start.length)}\n\n${paragraphs.join("\n\n")}\n\n${text.slice(to)}`;
}
