/** A whole run: group after group; each question is reported as soon as it is measured. */
import { cpus, totalmem } from "node:os";
import { type CopySpeed, copySpeed } from "./copy-speed.ts";
import { GROUPS } from "./groups.ts";
import { measure } from "./measure.ts";
import { noise } from "./noise.ts";
import type { GroupResult, Machine, Report } from "./report.ts";
import type { QuestionResult } from "./result.ts";
import type { Setting } from "./setting.ts";

export interface Listener {
  start(machine: Machine, noise: number, copying: CopySpeed): void;
  question(result: QuestionResult): void;
  group(result: GroupResult): void;
}

export async function runSuite(names: readonly string[], setting: Setting, listener: Listener): Promise<Report> {
  const busy = noise();
  const copying = copySpeed();
  listener.start(thisMachine(), busy, copying);
  const groups: GroupResult[] = [];
  for (const name of names) {
    const { title, questions, memory } = GROUPS[name]!;
    const results: QuestionResult[] = [];
    for (const question of await questions(setting)) {
      if (setting.only?.(name, question.title) === false) continue;
      const result = await measure(question, setting.effort);
      listener.question(result);
      results.push(result);
    }
    const sweep = await memory?.(setting);
    const group = { name, title, questions: results, ...(sweep && { memory: sweep }) };
    listener.group(group);
    groups.push(group);
  }
  const date = new Date().toISOString();
  const { effort, own } = setting;
  return {
    machine: thisMachine(),
    noise: busy,
    copying,
    date,
    isQuick: effort.isQuick,
    isOwn: own !== undefined,
    groups,
  };
}

export function thisMachine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() || "unknown processor",
    cores: processors.length,
    memoryBytes: totalmem(),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}
