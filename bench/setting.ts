/** What a run of the suite measures with. */
import type { Effort } from "./effort.ts";
import type { Competitor } from "./engine.ts";
import type { MemorySweep } from "./memory.ts";
import type { Question } from "./question.ts";

export interface Setting {
  readonly effort: Effort;
  /** The suite's own engines, then those that `--engine` brought in. */
  readonly competitors: readonly Competitor[];
  /** Whether to measure a question; by default, all of the group are measured. */
  readonly only?: (group: string, title: string) => boolean;
  /** Modules of `--engine` that export a template engine. */
  readonly engineFiles?: readonly string[];
  /** The user's own input, which replaces the suite's. */
  readonly own?: OwnInput;
}

export interface OwnInput {
  /** What titles call it. */
  readonly name: string;
  readonly input: Buffer;
  readonly variables: Readonly<Record<string, string>>;
}

/** Questions that belong together. Inputs are made when the group's turn comes. */
export interface Group {
  readonly title: string;
  questions(setting: Setting): readonly Question[] | Promise<readonly Question[]>;
  /** Memory in place of time. */
  memory?(setting: Setting): Promise<MemorySweep>;
}
