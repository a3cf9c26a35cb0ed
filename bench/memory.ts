/** The peak memory of programs by the size of their input. */
import type { RowResult } from "./result.ts";

export interface MemorySweep {
  readonly title: string;
  readonly rows: readonly Pick<RowResult, "name" | "role">[];
  readonly points: readonly MemoryPoint[];
}

export interface MemoryPoint {
  /** The size of the input. */
  readonly bytes: number;
  /** Each row's peak, in bytes. */
  readonly peaks: Readonly<Record<string, number>>;
}
