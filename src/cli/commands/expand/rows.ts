/** `varexpand expand --rows`: one text, expanded once for each row. */
import { CsvRows } from "../../../scale/rows/csv.ts";
import { FilePattern } from "../../../scale/rows/file-pattern.ts";
import { NdjsonRows } from "../../../scale/rows/ndjson.ts";
import type { Range, ReadBytes, Row, Rows } from "../../../scale/rows/row.ts";
import { visibleText } from "../../../text/printable.ts";
import { writeAtomically } from "../../files/atomic-write.ts";
import { checkReadable, nameOf, openInput, protectedFiles, readBytes, STDIN } from "../../files/files.ts";
import { Interruption } from "../../files/interruption.ts";
import { DONE, FAILED, FINDINGS } from "../../frame/command.ts";
import { FindingsError, InputError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { startProgress } from "../../frame/progress.ts";
import { rewriteOf } from "../../variables/environment.ts";
import { nothingWritten } from "./file.ts";
import { OtherSyntax } from "./other-syntax.ts";
import { RowFiles } from "./row-files.ts";
import { RowRun, type RowsExpansion, type Write } from "./row-run.ts";
import { rowText } from "./row-text.ts";
import { type RowsFormat, type RowsOptions, rowsFormat } from "./rows-options.ts";

/**
 * Expands the text for each row. Returns the exit code.
 *
 * @throws UsageError, InputError
 */
export async function expandRows(given: RowsExpansion, io: CommandIo): Promise<number> {
  const { options, template, syntax, isStrict } = given;
  const rows = options.rows!;
  const format = rowsFormat(rows, options);
  const output = options.output === STDIN ? undefined : options.output;
  const isPattern = output !== undefined && FilePattern.isPattern(output);
  const inputs = [template, rows, ...given.others];
  checkReadable(inputs, io, output === undefined || isPattern ? [] : [output]);
  const files = isPattern ? new RowFiles(output, options.append, protectedFiles(inputs, io)) : undefined;
  const file = readBytes(template, io);
  const otherSyntax = new OtherSyntax(syntax);
  otherSyntax.search(template, file);
  const source = (await rewriteOf(syntax))?.(file) ?? file;
  const text = await rowText({ ...given, source });
  const input = openInput(rows, io);
  const progress = startProgress(io, nameOf(rows), input.size);
  let unread = input.size || Number.POSITIVE_INFINITY;
  const read: ReadBytes = (into) => {
    const count = input.read(into);
    progress.advance(count);
    unread -= count;
    // The last row may be incomplete. It is not written.
    if (count === 0 && unread < 0) throw new InputError(`${nameOf(rows)}: the file has grown while it was read`);
    return count;
  };
  const onFirst = (row: Row) => {
    const hint = format === "csv" && options.delimiter === undefined ? delimiterHint(row.columns()) : undefined;
    if (hint !== undefined) io.report(`${nameOf(rows)}: ${hint}`);
  };
  const run = new RowRun({ ...given, source, text, files, onFirst, report: io.report, isWhole: true });
  const steps = (write: Write) => run.expand(readRows(format, read, options), write);
  // What is written to standard output cannot be taken back. Files do not appear before all rows are expanded.
  const beforeFiles = () => {
    if (!isStrict || run.unresolvedNames === 0) return;
    run.reportUnresolved();
    throw new FindingsError([nothingWritten(options.strict)]);
  };
  try {
    if (options["dry-run"]) {
      for (const _ of steps(() => {}));
    } else if (files !== undefined) {
      await writeFiles(
        files,
        steps(() => {}),
        beforeFiles,
        io,
      );
    } else if (output !== undefined) {
      const content = function* (write: (bytes: Uint8Array) => void) {
        yield* steps(encoding(write));
        beforeFiles();
      };
      await writeAtomically(output, content, io.report);
    } else {
      for (const _ of steps((data) => io.write(data)));
    }
  } finally {
    progress.end();
    input.close();
  }
  run.reportUnresolved();
  const hint = await otherSyntax.message();
  if (hint !== undefined) io.report(hint);
  if (run.badRows > 0 && !options["skip-bad-rows"]) return FAILED;
  return run.badRows > 0 || (isStrict && run.unresolvedNames > 0) ? FINDINGS : DONE;
}

async function writeFiles(files: RowFiles, steps: Iterable<unknown>, beforeFiles: () => void, io: CommandIo) {
  const interruption = new Interruption();
  try {
    await interruption.during(steps);
    if (interruption.isPending) return;
    beforeFiles();
    files.commit(io.report);
  } finally {
    files.end();
    await interruption.end();
  }
}

/** Advice for a header whose only name contains what other programs write between columns. */
function delimiterHint([only = "", ...others]: Iterable<string>): string | undefined {
  const delimiter = others.length === 0 ? /[;|\t]/.exec(only)?.[0] : undefined;
  if (delimiter === undefined) return undefined;
  const option = delimiter === "\t" ? "--rows-format tsv" : `--delimiter '${delimiter}'`;
  return `the only column is "${visibleText(only)}"; to read several columns, use ${option}`;
}

/** @param range where the rows begin. In NDJSON, `read` begins there, too */
export function readRows(format: RowsFormat, read: ReadBytes, { delimiter = "," }: RowsOptions, range?: Range): Rows {
  if (format === "ndjson") return new NdjsonRows(read, range?.start);
  return new CsvRows(read, format === "csv" ? delimiter : "\t", range);
}

/** A function that writes text as UTF-8. */
export function encoding(write: (bytes: Uint8Array) => void): Write {
  return (data) => write(typeof data === "string" ? Buffer.from(data) : data);
}
