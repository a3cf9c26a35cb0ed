/** What `varexpand lint --fix` writes, and `--diff` shows. */
import { unifiedDiff } from "../lint/diff.ts";
import { visibleLines } from "../text/printable.ts";
import { nameOf } from "./files.ts";
import type { CommandIo } from "./io.ts";
import type { FixedFile } from "./lint-files.ts";
import { pathOf } from "./lint-report.ts";
import { writeWhole } from "./whole-file.ts";

export async function writeFixes(files: readonly FixedFile[], isDiff: boolean, io: CommandIo): Promise<void> {
  for (const { after, before, file, hasMark } of files) {
    if (isDiff) {
      io.write(shownDiff(unifiedDiff(pathOf(file), before, after)));
      continue;
    }
    await writeWhole(file, hasMark ? `\ufeff${after}` : after, io.report);
    io.report(`${nameOf(file)}: fixed`);
  }
}

/** A carriage return at the end of a line belongs to it: `patch` needs it. */
function shownDiff(diff: string): string {
  return diff
    .split("\n")
    .map((line) => (line.endsWith("\r") ? `${visibleLines(line.slice(0, -1))}\r` : visibleLines(line)))
    .join("\n");
}
