/** `varexpand expand -o DIR/`: each input becomes a file of the same name in a folder. */
import { visibleText } from "../../../text/printable.ts";
import { nameOf, protectedFiles, STDIN } from "../../files/files.ts";
import type { FoundFile } from "../../files/inputs.ts";
import { Interruption } from "../../files/interruption.ts";
import { OutputFolder } from "../../files/output-folder.ts";
import { StagedFiles } from "../../files/staged-files.ts";
import { InputError, UsageError } from "../../frame/errors.ts";
import { type Expansion, expandFile } from "./file.ts";

export interface Mirror extends Omit<Expansion, "output"> {
  /** The folder. */
  readonly path: string;
  /** Other files that are read. */
  readonly others: readonly string[];
  /** Is called when every file has been expanded. If it throws, none is written. */
  beforeWriting(): void;
}

/**
 * Expands each input to a file of the folder. All files appear at the end, or none.
 *
 * @throws UsageError for standard input; InputError, InputErrors
 */
export async function expandMirrored(inputs: readonly FoundFile[], mirror: Mirror): Promise<void> {
  const { io, path } = mirror;
  checkNames(inputs, path);
  const isProtected = protectedFiles([...inputs.map(({ file }) => file), ...mirror.others], io);
  const folder = new OutputFolder(path, (target, stats) => {
    const problem = isProtected.problemOf(target, stats);
    if (problem !== undefined) throw new InputError(`${visibleText(target)}: ${problem}; -i edits files in place`);
  });
  const staged = new StagedFiles(folder);
  const interruption = new Interruption();
  try {
    await interruption.during(steps(inputs, staged, mirror));
    if (interruption.isPending) return;
    mirror.beforeWriting();
    staged.commit(io.report);
  } finally {
    staged.end();
    await interruption.end();
  }
}

function* steps(inputs: readonly FoundFile[], staged: StagedFiles, mirror: Mirror): Generator<void, void, undefined> {
  for (const { file, name } of inputs) {
    const target = staged.create(name);
    yield* expandFile(file, { ...mirror, output: (bytes) => target.write(bytes) });
    target.close();
  }
}

/** @throws UsageError, InputError if two inputs have the same name in the folder */
function checkNames(inputs: readonly FoundFile[], path: string): void {
  const files = new Map<string, string>();
  for (const { file, name } of inputs) {
    if (file === STDIN) throw new UsageError(`-o ${path}: standard input has no name in a folder; write -o FILE`);
    const other = files.get(name);
    if (other !== undefined) {
      const inFolder = visibleText(`${path.replace(/\/$/, "")}/${name}`);
      throw new InputError(`${nameOf(file)}: ${inFolder} is already the output of ${nameOf(other)}`);
    }
    files.set(name, file);
  }
}
