/** How long to measure: long enough to show small differences, or only a rough result (`--quick`). */

export interface Effort {
  /** How many turns each row gets, and how many milliseconds each turn takes. */
  readonly turns: number;
  readonly milliseconds: number;
  /** How often a question is measured at most while its turns differ. The steadiest measurement counts. */
  readonly attempts?: number;
  /** Whether questions with a very large input use a smaller one; their titles say so. */
  readonly isQuick: boolean;
}

export const FULL: Effort = { turns: 20, milliseconds: 25, attempts: 3, isQuick: false };
export const QUICK: Effort = { turns: 5, milliseconds: 10, isQuick: true };
/** For the documents: about four minutes for each version of Node.js. */
export const FOR_DOCS: Effort = { turns: 12, milliseconds: 20, attempts: 2, isQuick: false };
