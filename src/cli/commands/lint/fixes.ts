/** What `varexpand lint --fix` writes, and `--diff` shows. */
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";
import { visibleLines } from "../../../text/printable.ts";
import { writeAtomically } from "../../files/atomic-write.ts";
import { nameOf, readBytes, textOf } from "../../files/files.ts";
import { targetStats } from "../../files/target.ts";
import type { CommandIo } from "../../frame/io.ts";
import { type FolderHost, slashed } from "../../manifests/folder-host.ts";
import { pathOf } from "./report.ts";

/** The files that `--fix` changes. Their new texts take the place of the files for everything that is linted later. */
export class Fixes {
  private readonly texts = new Map<string, string>();
  private readonly host: FolderHost;
  private readonly io: CommandIo;

  constructor(host: FolderHost, io: CommandIo) {
    this.host = host;
    this.io = io;
  }

  get isEmpty(): boolean {
    return this.texts.size === 0;
  }

  /** A file's text after the fixes so far, without a byte order mark. */
  textOf(file: string): string {
    return this.texts.get(file) ?? textOf(file, readBytes(file, this.io));
  }

  set(file: string, text: string): void {
    this.texts.set(file, text);
    this.host.texts.set(slashed(file), text);
  }

  async write(isDiff: boolean): Promise<void> {
    const { io } = this;
    // If one file cannot be written, none is.
    if (!isDiff) for (const file of this.texts.keys()) targetStats(file);
    for (const [file, after] of this.texts) {
      const bytes = readBytes(file, io);
      if (isDiff) {
        io.write(shownDiff(unifiedDiff(pathOf(file), textOf(file, bytes), after)));
        continue;
      }
      await writeAtomically(file, bytes[0] === 0xef ? `\ufeff${after}` : after, io.report);
      io.report(`${nameOf(file)}: fixed`);
    }
  }
}

/** A carriage return at the end of a line belongs to it: `patch` needs it. */
function shownDiff(diff: string): string {
  return diff
    .split("\n")
    .map((line) => (line.endsWith("\r") ? `${visibleLines(line.slice(0, -1))}\r` : visibleLines(line)))
    .join("\n");
}

/** With more differences, finding the fewest takes too long: all lines are replaced. */
const MOST_DIFFERENCES = 1000;

/** The difference of two texts that differ, as `diff -u` and `patch` write it. */
export function unifiedDiff(file: string, before: string, after: string): string {
  const patchOf = (from: string, to: string, maxEditLength = Number.POSITIVE_INFINITY) =>
    structuredPatch(`a/${file}`, `b/${file}`, from, to, undefined, undefined, { context: 3, maxEditLength });
  const patch = patchOf(before, after, MOST_DIFFERENCES);
  if (patch !== undefined) return formatPatch(patch, FILE_HEADERS_ONLY);
  const [removed, added] = [patchOf(before, "")!, patchOf("", after)!];
  const [{ oldLines, lines: from }, { newLines, lines: to }] = [removed.hunks[0]!, added.hunks[0]!];
  const hunk = { oldStart: 1, oldLines, newStart: 1, newLines, lines: [...from, ...to] };
  return formatPatch({ ...removed, hunks: [hunk] }, FILE_HEADERS_ONLY);
}
