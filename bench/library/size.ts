/** One text from 16 bytes to 64 MiB: from which size on is it worth going to WebAssembly? */

import { type Shape, text, variables } from "../inputs.ts";
import type { Question } from "../question.ts";
import { bytesText } from "../report/numbers.ts";
import type { Setting } from "../setting.ts";
import { longText } from "./bytes.ts";

/** Powers of two from one size to the next: where the crossover is looked for, sizes lie closer. */
const STEPS: Partial<Record<Shape, number>> = { typical: 2, "very sparse": 4, no: 4 };

export function sizeQuestions({ effort, competitors }: Setting): Question[] {
  const questions: Question[] = [];
  const record = variables();
  for (const [shape, step] of Object.entries(STEPS) as [Shape, number][]) {
    // A quick run measures every second size, up to 16 MiB.
    for (let power = 4; power <= (effort.isQuick ? 24 : 26); power += effort.isQuick ? step * 2 : step) {
      const length = 2 ** power;
      questions.push({
        title: `${bytesText(length)} of text, ${shape} references`,
        sweep: `${shape} references: throughput against the size of the text`,
        ...longText(Buffer.from(sample(shape, length, Object.keys(record))), record, competitors),
      });
    }
  }
  return questions;
}

/** Text that begins with a reference, if it may have one: even 16 bytes have something to expand. */
function sample(shape: Shape, length: number, names: readonly string[]): string {
  const first = shape === "no" ? "" : `$(${names[0]})`;
  return `${first}${text(shape, length, names)}`.slice(0, length);
}
