/** Made-up measurements. */
import { type QuestionResult, type RowResult, spread } from "../../bench/result.ts";

/** A row that takes `nanoseconds` in every turn, beside a baseline that takes `baseline`. */
export function rowTaking(nanoseconds: number, row: Partial<RowResult> & { name: string }, baseline = 100): RowResult {
  return {
    role: "rival",
    time: spread([nanoseconds]),
    turns: [nanoseconds],
    ratio: spread([(baseline / nanoseconds) * 0.9, baseline / nanoseconds, (baseline / nanoseconds) * 1.2]),
    difference: spread([nanoseconds - baseline]),
    ...row,
  };
}

export function questionWith(rows: readonly RowResult[], question: Partial<QuestionResult> = {}): QuestionResult {
  return { title: "T", baseline: rows[0]?.name ?? "", compare: "ratio", rows, leftOut: [], goals: [], ...question };
}

/** A point of a sweep: what each row takes for an input of this size. */
export function point(
  bytes: number,
  times: Readonly<Record<string, number>>,
  roles: Readonly<Record<string, RowResult["role"]>> = { us: "subject" },
): QuestionResult {
  const rows = Object.entries(times).map(([name, time]) =>
    rowTaking(time, { name, role: roles[name] ?? "rival", gigabytesPerSecond: bytes / time }),
  );
  return questionWith(rows, { title: `${bytes}`, bytes, sweep: "S" });
}
