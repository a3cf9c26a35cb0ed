/** What passes between the command and the thread that runs a target. */
import type { Find, KeptInput, Slowest } from "./engine.ts";
import type { FuzzInput } from "./input.ts";

export interface Task {
  readonly target: string;
  readonly seed: number;
  readonly seconds: number;
  readonly inputs: readonly FuzzInput[];
  /** Whether the fewest inputs are wanted. */
  readonly isWritten: boolean;
  readonly hostCounters: number;
  readonly scannerCounters: number;
  /** The input that is being run, as JSON: its length (u32, 4 bytes), how many have begun (u32), its bytes. */
  readonly current: SharedArrayBuffer;
}

export type Message =
  | { readonly kind: "find"; readonly find: Find }
  | {
      readonly kind: "done";
      readonly executions: number;
      readonly seconds: number;
      readonly counters: readonly number[];
      readonly entries: readonly FuzzInput[];
      readonly smallest: readonly KeptInput[];
      readonly slowest: Slowest | undefined;
    };
