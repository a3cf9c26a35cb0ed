/** A whole run: group after group; each question is reported as soon as it is measured. */
import { cpus, totalmem } from "node:os";
import { GROUPS } from "./groups.ts";
import { measure } from "./measure.ts";
import type { MemorySweep } from "./memory.ts";
import type { GoalResult, QuestionResult } from "./result.ts";
import type { Setting } from "./setting.ts";

/** The report: written as JSON, and drawn. */
export interface Report {
  readonly machine: Machine;
  /** When the run ended (RFC 3339). */
  readonly date: string;
  readonly isQuick: boolean;
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
  question(result: QuestionResult): void;
  group(result: GroupResult): void;
}

export async function runSuite(names: readonly string[], setting: Setting, listener: Listener): Promise<Report> {
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
  return { machine: thisMachine(), date: new Date().toISOString(), isQuick: setting.effort.isQuick, groups };
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
