/** `varexpand expand --rows --shard`: the rows of one part of a file. */
import type { Range, Rows } from "../../../scale/rows/row.ts";
import { type Shard, shardBounds, shardSlices } from "../../../scale/shard/shard.ts";
import { cutFrom } from "../../../scale/shard/split-points.ts";
import { visibleText } from "../../../text/printable.ts";
import { readBytes } from "../../files/files.ts";
import { DONE, FINDINGS } from "../../frame/command.ts";
import type { CommandIo } from "../../frame/io.ts";
import { startProgress } from "../../frame/progress.ts";
import { RowRun, type RowsExpansion } from "./row-run.ts";
import { rowText } from "./row-text.ts";
import { encoding, readRows } from "./rows.ts";
import { type RowsFormat, type RowsOptions, rowsFormat } from "./rows-options.ts";
import { isPartDone, reportFindings, writePart } from "./shard.ts";
import type { ShardFolder } from "./shard-folder.ts";
import { type OpenShardInput, ShardInput } from "./shard-inputs.ts";
import { shardJob } from "./shard-job.ts";

export interface RowsShard {
  readonly shard: Shard;
  readonly folder: ShardFolder;
  /** What to do if the variables are not those of the other shards. */
  readonly advice?: string | undefined;
}

/**
 * Writes the part of a shard, unless it exists. Returns the exit code.
 *
 * @throws UsageError, InputError
 */
export async function expandRowsShard(given: RowsExpansion & RowsShard, io: CommandIo): Promise<number> {
  const { options, template, syntax, only, isStrict, shard, folder } = given;
  const { delimiter, separator, ndjson, "skip-bad-rows": skipsRows } = options;
  const format = rowsFormat(options.rows!, options);
  const output = [format, delimiter, separator, ndjson, skipsRows, given.format, syntax, isStrict];
  const inputs = [template, options.rows!].map((file) => new ShardInput(file));
  const job = shardJob(shard.count, inputs, given.defaults, [...output, only && [...only].sort()]);
  if (isPartDone(folder, job, given.advice, io)) return DONE;
  const source = readBytes(template, io);
  // Unresolved names are events, even if they are not findings.
  const text = await rowText({ ...given, source, isStrict: true });
  const own = ownSlice(inputs[1]!, format, shard);
  const open = inputs.map((input) => input.open());
  const progress = startProgress(io, visibleText(folder.part), own.end - firstByte(format, own));
  const rowsOf = (slice: Range, advance?: Advance) => rowsIn(open[1]!, slice, format, options, advance);
  let findings = 0;
  let badRows = 0;
  const isWritten = await writePart(folder, (part, event) => {
    const report = (line: string, details: object) => {
      io.report(line);
      event(details);
    };
    const run = new RowRun({ ...given, source, text, files: undefined, report, isWhole: format !== "ndjson" });
    function* steps() {
      const isFirst = run.separator === "" || !run.hasText(rowsOf({ start: 0, end: own.start }));
      const rows = rowsOf(own, (bytes) => progress.advance(bytes));
      yield* run.expand(
        rows,
        encoding((bytes) => part.write(bytes)),
        isFirst,
      );
      for (const input of open) input.checkVersion();
    }
    const isWanted = () => {
      run.reportUnresolved((_line, details) => event(details));
      [findings, badRows] = [run.unresolvedNames, run.badRows];
      return !isStrict || findings === 0;
    };
    return { steps: steps(), isWanted };
  }).finally(() => {
    progress.end();
    for (const input of open) input.close();
  });
  if (findings > 0) {
    reportFindings(`${findings === 1 ? "1 name has" : `${findings} names have`} no value`, given, isWritten, io);
  }
  return isWritten && badRows === 0 ? DONE : FINDINGS;
}

type Advance = (bytes: number) => void;

/** The bytes in which the rows of a shard begin. */
function ownSlice(input: ShardInput, format: RowsFormat, shard: Shard): Range {
  const [start, end] = shardBounds(input.size, shard);
  if (format !== "ndjson") return { start, end };
  const cut = (_text: number, offset: number) => input.search((text) => cutFrom("json", text, offset));
  return shardSlices([input.size], shard, cut)[0] ?? { start: end, end };
}

/** A field of CSV can contain line breaks: only from the beginning of the file is it known where a row begins. */
function firstByte(format: RowsFormat, { start }: Range): number {
  return format === "ndjson" ? start : 0;
}

/** The rows that begin in a range. */
function rowsIn(
  input: OpenShardInput,
  range: Range,
  format: RowsFormat,
  options: RowsOptions,
  advance: Advance = () => {},
): Rows {
  const to = format === "ndjson" ? range.end : input.length;
  let at = firstByte(format, range);
  const read = (into: Uint8Array) => {
    if (at === to) return 0;
    const count = input.read(into.subarray(0, to - at), at);
    at += count;
    advance(count);
    return count;
  };
  return readRows(format, read, options, range);
}
