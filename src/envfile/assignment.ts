import type { Place } from "../text/position.ts";

/** One assignment of an env file; line, column and offset are where its name begins. */
export interface Assignment extends Place {
  readonly name: string;
  readonly value: string;
  /** Where the value begins and ends, without the apostrophes. */
  readonly valueStart: number;
  readonly valueEnd: number;
}
