/** One text from 16 bytes to 64 MiB: from which size on is it worth going to WebAssembly? */
import { longText } from "./bytes.ts";
import { text, variables } from "./inputs.ts";
import type { Question } from "./question.ts";
import { bytesText } from "./report/numbers.ts";
import type { Setting } from "./setting.ts";

const SWEEP = "typical text: throughput against its size";

export function sizeQuestions({ effort, competitors }: Setting): Question[] {
  // A quick run measures every second size, up to 16 MiB.
  const [step, largest] = effort.isQuick ? [4, 24] : [2, 26];
  const questions: Question[] = [];
  for (let power = 4; power <= largest; power += step) {
    const length = 2 ** power;
    const record = variables();
    questions.push({
      title: `${bytesText(length)} of typical text`,
      sweep: SWEEP,
      ...longText(Buffer.from(sample(length, Object.keys(record))), record, competitors),
    });
  }
  return questions;
}

/** Text that begins with a reference: even 16 bytes have something to expand. */
function sample(length: number, names: readonly string[]): string {
  return `$(${names[0]})${text("typical", length, names)}`.slice(0, length);
}
