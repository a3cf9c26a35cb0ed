/** How much is measured: enough to tell small differences apart, or enough to see where things are. */

export interface Effort {
  /** How often each row gets its turn, and for how many milliseconds each time. */
  readonly turns: number;
  readonly milliseconds: number;
  /** Questions whose input would alone take the time of all others make it smaller, and say so in their titles. */
  readonly isQuick: boolean;
}

export const FULL: Effort = { turns: 25, milliseconds: 40, isQuick: false };
export const QUICK: Effort = { turns: 5, milliseconds: 10, isQuick: true };
