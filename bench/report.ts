/** The results of a run of the suite. */
import type { CopySpeed } from "./copy-speed.ts";
import type { MemorySweep } from "./memory.ts";
import type { QuestionResult } from "./result.ts";

/** One run in one Node. */
export interface Report {
  readonly machine: Machine;
  /** How busy the machine was before the run: how many times as long as at best the same work took. */
  readonly noise: number;
  readonly copying: CopySpeed;
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
