/** The difference of two texts, as `diff -u` and `patch` write it. */

const CONTEXT = 3;

/** A range of lines that differ: from the line `before` of the one text, and `after` of the other. */
interface Change {
  readonly before: number;
  readonly removed: readonly string[];
  readonly after: number;
  readonly added: readonly string[];
}

/** "" if the texts are the same. */
export function unifiedDiff(file: string, before: string, after: string): string {
  const oldLines = linesOf(before);
  const newLines = linesOf(after);
  const changes = changesOf(oldLines, newLines);
  if (changes.length === 0) return "";
  let text = `--- a/${file}\n+++ b/${file}\n`;
  for (let from = 0; from < changes.length; ) {
    let to = from + 1;
    const endOf = ({ before, removed }: Change) => before + removed.length;
    while (to < changes.length && changes[to]!.before - endOf(changes[to - 1]!) <= 2 * CONTEXT) to++;
    text += hunk(changes.slice(from, to), oldLines);
    from = to;
  }
  return text;
}

function hunk(changes: readonly Change[], lines: readonly string[]): string {
  const first = changes[0]!;
  const last = changes.at(-1)!;
  const start = Math.max(0, first.before - CONTEXT);
  const end = Math.min(lines.length, last.before + last.removed.length + CONTEXT);
  let body = "";
  let at = start;
  let growth = 0;
  const put = (mark: string, line: string) => {
    body += line.endsWith("\n") ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`;
  };
  for (const { added, before, removed } of changes) {
    for (; at < before; at++) put(" ", lines[at]!);
    for (const line of removed) put("-", line);
    for (const line of added) put("+", line);
    at += removed.length;
    growth += added.length - removed.length;
  }
  for (; at < end; at++) put(" ", lines[at]!);
  const newStart = start + (first.after - first.before);
  return `@@ -${start + 1},${end - start} +${newStart + 1},${end - start + growth} @@\n${body}`;
}

/** Lines with their line breaks. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** More differences than this are one change of everything between the first and the last. */
const MOST_DIFFERENCES = 1000;

/** The fewest removals and additions of lines that lead from one text to the other (E. W. Myers, 1986). */
function changesOf(before: readonly string[], after: readonly string[]): Change[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const a = before.slice(start, before.length - end);
  const b = after.slice(start, after.length - end);
  if (a.length === 0 && b.length === 0) return [];
  const steps = stepsOf(a, b);
  if (steps === undefined) return [{ before: start, removed: a, after: start, added: b }];
  const changes: { before: number; removed: string[]; after: number; added: string[] }[] = [];
  for (const { isRemoval, x, y } of steps) {
    const last = changes.at(-1);
    const continues =
      last !== undefined &&
      last.before + last.removed.length === start + x &&
      last.after + last.added.length === start + y;
    const change = continues ? last : { before: start + x, removed: [], after: start + y, added: [] };
    if (!continues) changes.push(change);
    if (isRemoval) change.removed.push(a[x]!);
    else change.added.push(b[y]!);
  }
  return changes;
}

/** A removal of line `x` of one text, or an addition of line `y` of the other, with the lines before them done. */
interface Step {
  readonly isRemoval: boolean;
  readonly x: number;
  readonly y: number;
}

function stepsOf(a: readonly string[], b: readonly string[]): Step[] | undefined {
  /** How far each diagonal has come, after each number of differences. */
  const history: Map<number, number>[] = [];
  let furthest = new Map([[1, 0]]);
  for (let count = 0; count <= MOST_DIFFERENCES; count++) {
    history.push(furthest);
    const next = new Map(furthest);
    for (let k = -count; k <= count; k += 2) {
      let x = isAddition(furthest, k, count) ? furthest.get(k + 1)! : furthest.get(k - 1)! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return backwards(history, a.length, b.length);
    }
    furthest = next;
  }
  return undefined;
}

function isAddition(furthest: ReadonlyMap<number, number>, k: number, count: number): boolean {
  return k === -count || (k !== count && furthest.get(k - 1)! < furthest.get(k + 1)!);
}

function backwards(history: readonly ReadonlyMap<number, number>[], endX: number, endY: number): Step[] {
  const steps: Step[] = [];
  let x = endX;
  let y = endY;
  for (let count = history.length - 1; count > 0; count--) {
    const furthest = history[count]!;
    const k = x - y;
    const isRemoval = !isAddition(furthest, k, count);
    const from = isRemoval ? k - 1 : k + 1;
    x = furthest.get(from)!;
    y = x - from;
    steps.push({ isRemoval, x, y });
  }
  return steps.reverse();
}
