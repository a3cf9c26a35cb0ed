/** A whole run: group after group; each question is reported as soon as it is measured. */
import { cpus, totalmem } from "node:os";
import { GROUPS } from "./groups.ts";
import { measure } from "./measure.ts";
import type { MemorySweep } from "./memory.ts";
import { noise } from "./noise.ts";
import type { GoalResult, QuestionResult } from "./result.ts";
import type { Setting } from "./setting.ts";

/** One run in one Node. */
export interface Report {
  readonly machine: Machine;
  /** How busy the machine was before the run: how many times as long as at best the same work took. */
  readonly noise: number;
  /** When the run ended (RFC 3339). */
  readonly date: string;
  readonly isQuick: boolean;
  /** Whether the user's own input was measured in place of the suite's. */
  readonly isOwn: boolean;
  readonly groups: readonly GroupResult[];
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly platform: string;
  readonly node: string;
}

export interface GroupResult {
  readonly name: string;
  readonly title: string;
  readonly questions: readonly QuestionResult[];
  readonly memory?: MemorySweep;
}

export interface Listener {
  start(machine: Machine, noise: number): void;
  question(result: QuestionResult): void;
  group(result: GroupResult): void;
}

export async function runSuite(names: readonly string[], setting: Setting, listener: Listener): Promise<Report> {
  const busy = noise();
  listener.start(thisMachine(), busy);
  const groups: GroupResult[] = [];
  for (const name of names) {
    const { title, questions, memory } = GROUPS[name]!;
    const results: QuestionResult[] = [];
    for (const question of await questions(setting)) {
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
  return { machine: thisMachine(), noise: busy, date, isQuick: effort.isQuick, isOwn: own !== undefined, groups };
}

export function goalsOf(groups: readonly GroupResult[]): GoalResult[] {
  return groups.flatMap(({ questions }) => questions.flatMap(({ goals }) => goals));
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
