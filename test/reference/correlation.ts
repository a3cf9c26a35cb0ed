/** An event, as far as correlation looks at it. */
export interface Occurrence {
  readonly atSeconds: number;
  readonly object: string;
  readonly part: string;
  readonly reason: string;
  readonly message: string;
}

/**
 * What is written of the last event, worked out from the whole history: `create|update|drop`, the index of the event
 * that began the record, its count and its message. For at most 4096 different keys, and seconds that are whole.
 */
export function referenceCorrelate(history: readonly Occurrence[]): string {
  const { key, message } = recordOf(history);
  const first = history.findIndex((_, index) => recordOf(history.slice(0, index + 1)).key === key);
  const count = history.filter((_, index) => recordOf(history.slice(0, index + 1)).key === key).length;
  const action = !isWithinBudget(history) ? "drop" : count === 1 ? "create" : "update";
  return `${action} ${first} x${count} ${message}`;
}

/** The first nine different messages since the last silence have a record each, all others share one. */
function recordOf(history: readonly Occurrence[]): { key: string; message: string } {
  const { object, part, reason, message } = history.at(-1)!;
  const similar = history.filter((event) => event.object === object && event.reason === reason);
  const restart = similar.findLastIndex((event, i) => i > 0 && event.atSeconds - similar[i - 1]!.atSeconds > 600);
  const messages = new Set(similar.slice(Math.max(0, restart)).map((event) => event.message));
  return [...messages].indexOf(message) < 9
    ? { key: [object, reason, part, message].join("/"), message }
    : { key: [object, reason].join("/"), message: `(combined from similar events): ${message}` };
}

/** 25 events, and one more every 300 seconds: in seconds, as those are whole. */
function isWithinBudget(history: readonly Occurrence[]): boolean {
  const { object } = history.at(-1)!;
  let budget = 25 * 300;
  let last = 0;
  let isWithin = true;
  for (const event of history.filter((other) => other.object === object)) {
    const now = Math.min(25 * 300, budget + event.atSeconds - last);
    isWithin = now >= 300;
    if (isWithin) [budget, last] = [now - 300, event.atSeconds];
  }
  return isWithin;
}
