/** What `varexpand lint --fix` writes, and `--diff` shows. */
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";
import type { FixedFile } from "../../../lint/fix/fixed-files.ts";
import { TextManifest } from "../../../repository/text-manifest.ts";
import { printable, visibleLines } from "../../../text/printable.ts";
import { writeAtomically } from "../../files/atomic-write.ts";
import { nameOf, readBytes, textOf } from "../../files/files.ts";
import { realPathWithin } from "../../files/links.ts";
import { formatCount } from "../../files/skipped-files.ts";
import { targetStats } from "../../files/target.ts";
import type { CommandIo } from "../../frame/io.ts";
import type { ManifestStream } from "../../manifests/manifest-stream.ts";
import { pathOf } from "./report.ts";

/** The files that `--fix` changes. Their new texts take the place of the files for everything that is linted later. */
export class Fixes {
  /** By their paths. */
  readonly texts = new Map<string, string>();
  /** How many findings are fixed in a file, by its path. */
  private readonly counts = new Map<string, number>();
  private readonly nameOf: (path: string) => string;
  private readonly io: CommandIo;

  /** Reports fixes that were not applied. */
  constructor(files: ReadonlyMap<string, FixedFile>, nameOf: (path: string) => string, io: CommandIo) {
    this.nameOf = nameOf;
    this.io = io;
    for (const [path, { fixed, left, text }] of files) {
      if (text !== undefined) this.add(path, text, fixed);
      for (const { count, reason } of left) {
        const what = count === 1 ? "1 fix was not applied" : `${count} fixes were not applied`;
        io.report(`${printable(nameOf(path))}: ${what} because ${reason}; edit the file by hand`);
      }
    }
  }

  /** Adds a file with a new text. */
  add(path: string, text: string, fixed: number): void {
    this.texts.set(path, text);
    this.counts.set(path, fixed);
  }

  get isEmpty(): boolean {
    return this.texts.size === 0;
  }

  /** A manifest with the new text; undefined if it does not change. */
  manifestOf({ isFound, name, path }: ManifestStream): TextManifest | undefined {
    const text = path === undefined ? undefined : this.texts.get(path);
    return text === undefined ? undefined : new TextManifest({ name, path: path!, isFound }, text);
  }

  async write(isDiff: boolean): Promise<void> {
    const { io } = this;
    // Links can lead to a file that is also named itself.
    const changed = new Map<string, readonly [file: string, text: string, fixed: number]>();
    for (const [path, text] of this.texts) {
      const file = this.nameOf(path);
      const target = realPathWithin(file) ?? file;
      if (!changed.has(target)) changed.set(target, [file, text, this.counts.get(path)!]);
    }
    // If one file cannot be written, none is.
    if (!isDiff) for (const target of changed.keys()) targetStats(target);
    for (const [target, [file, after, fixed]] of changed) {
      const bytes = readBytes(file, io);
      if (isDiff) {
        io.write(shownDiff(unifiedDiff(pathOf(file), textOf(file, bytes), after)));
        continue;
      }
      await writeAtomically(target, bytes[0] === 0xef ? `\ufeff${after}` : after, io.report);
      io.report(`fixed ${formatCount(fixed, "problem")} in ${nameOf(file)}`);
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
const MAX_DIFFERENCES = 1000;

/** The difference of two texts that differ, as `diff -u` and `patch` write it. */
export function unifiedDiff(file: string, before: string, after: string): string {
  const patchOf = (from: string, to: string, maxEditLength = Number.POSITIVE_INFINITY) =>
    structuredPatch(`a/${file}`, `b/${file}`, from, to, undefined, undefined, { context: 3, maxEditLength });
  const patch = patchOf(before, after, MAX_DIFFERENCES);
  if (patch !== undefined) return formatPatch(patch, FILE_HEADERS_ONLY);
  const [removed, added] = [patchOf(before, "")!, patchOf("", after)!];
  const [{ oldLines, lines: from }, { newLines, lines: to }] = [removed.hunks[0]!, added.hunks[0]!];
  const hunk = { oldStart: 1, oldLines, newStart: 1, newLines, lines: [...from, ...to] };
  return formatPatch({ ...removed, hunks: [hunk] }, FILE_HEADERS_ONLY);
}
