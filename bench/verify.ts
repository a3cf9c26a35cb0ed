/** Verifies answers before anything is measured. */
import { isDeepStrictEqual } from "node:util";
import type { LeftOut, Question, Row } from "./question.ts";

export interface Verified {
  /** The rows to measure. */
  readonly rows: readonly VerifiedRow[];
  readonly leftOut: readonly LeftOut[];
}

export interface VerifiedRow extends Row {
  readonly isAsync: boolean;
}

/**
 * Runs each row once and compares its answer.
 *
 * @throws Error for a wrong answer of a row that may not be wrong.
 */
export async function verify(question: Question): Promise<Verified> {
  const rows: VerifiedRow[] = [];
  const leftOut: LeftOut[] = [];
  let { expected } = question;
  for (const row of question.rows) {
    try {
      const returned = row.run();
      const isAsync = returned instanceof Promise;
      const result = await returned;
      if (row.role !== "limit") {
        const answer = row.answer === undefined ? result : await row.answer(result);
        expected ??= answer;
        if (!same(answer, expected)) throw new Error("gives a wrong answer");
      }
      rows.push({ ...row, isAsync });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!row.mayBeWrong) throw new Error(`"${question.title}": "${row.name}": ${reason}`, { cause: error });
      leftOut.push({ name: row.name, reason });
    }
  }
  return { rows, leftOut };
}

function same(answer: unknown, expected: unknown): boolean {
  if (answer instanceof Uint8Array && expected instanceof Uint8Array) return Buffer.compare(answer, expected) === 0;
  return isDeepStrictEqual(answer, expected);
}
