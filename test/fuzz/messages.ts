/** The messages between the command and the thread that runs a target. */
import type { Find, KeptInput, Slowest } from "./engine.ts";
import type { FuzzInput } from "./input.ts";

export interface Task {
  readonly target: string;
  readonly seed: number;
  readonly seconds: number;
  readonly inputs: readonly FuzzInput[];
  /** Whether to compute the smallest set of inputs. */
  readonly isWritten: boolean;
  readonly hostCounters: number;
  readonly scannerCounters: number;
  /** The current input: the length of its JSON (u32), the number of runs (u32), and the JSON. */
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
