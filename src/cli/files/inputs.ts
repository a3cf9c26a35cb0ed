/** What a command reads: the files and directories that its arguments name, or standard input. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { shellQuoted } from "../../envfile/writers/shell.ts";
import { visibleText } from "../../text/printable.ts";
import { attempt, InputError, UsageError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import { type DirectoryOptions, directoryFiles } from "./directory-files.ts";
import { checkReadable, STDIN } from "./files.ts";
import { SkippedFiles } from "./skipped-files.ts";

/** Something to read. */
export interface InputFile {
  /** A path, or `STDIN`; with `rendered`, only a name for messages. */
  readonly file: string;
  /** It was found in a directory: if it is not YAML, it is skipped. If it was named, that is an error. */
  readonly isFound: boolean;
  /** The content, if it is not in a file. */
  readonly rendered?: Uint8Array;
}

export interface Inputs {
  /** In the order of the arguments: -f, then operands, then -k. */
  readonly files: readonly InputFile[];
  /** Operands that are no paths: `KIND/NAME`, as they were written. */
  readonly workloads: readonly string[];
  /** What is passed over. More joins it while the files are read. */
  readonly skipped: SkippedFiles;
}

export interface InputArguments {
  /** The command, for messages that show how to call it. */
  readonly command: string;
  readonly operands: readonly string[];
  readonly options: {
    readonly file: readonly string[];
    readonly recursive: boolean;
    readonly kustomize: readonly string[];
  };
  /** Whether an operand that is no path names a workload. Default: false. */
  readonly takesWorkloads?: boolean;
  /** Which files of a directory are read, by name. Default: those that end in .yaml, .yml or .json. */
  readonly accepts?: (name: string) => boolean;
  /** Files that the command reads beside these. They are checked too. */
  readonly others?: readonly string[];
  /** Files that the command writes. None is read, and it is an error to name one. */
  readonly outputs?: readonly string[];
}

const MANIFEST = /\.(?:yaml|yml|json)$/;

/**
 * Finds what a command reads. Without any argument that names an input, it is standard input, unless that is a
 * terminal.
 *
 * @throws UsageError if there is nothing to read, or an argument is a URL or a pattern that matches nothing
 * @throws InputError for a path that does not exist or cannot be read
 */
export async function findInputs(given: InputArguments, io: CommandIo): Promise<Inputs> {
  const { options, operands, command, others = [], outputs = [] } = given;
  const paths: string[] = [];
  const workloads: string[] = [];
  for (const path of options.file) paths.push(...(await pathsOf(path, command)));
  for (const operand of operands) {
    if (given.takesWorkloads && !isPath(operand)) workloads.push(operand);
    else paths.push(...(await pathsOf(operand, command)));
  }
  if (paths.length === 0 && options.kustomize.length === 0) {
    if (!isPiped(io)) throw new UsageError(nothingToRead(workloads));
    paths.push(STDIN);
  }
  const isFolder = (path: string) =>
    path !== STDIN &&
    attempt(visibleText(path), () => statSync(path, { throwIfNoEntry: false }))?.isDirectory() === true;
  const named = paths.filter((path) => !isFolder(path));
  checkReadable([...named, ...others], io, outputs);

  const skipped = new SkippedFiles();
  const inFolder = {
    isRecursive: options.recursive,
    accepts: given.accepts ?? ((name) => MANIFEST.test(name)),
    isOutput: outputCheck(outputs, io),
    known: new Set(named.flatMap((path) => realPathOf(path) ?? [])),
    skipped,
  } satisfies DirectoryOptions;
  const files = paths.flatMap((path): InputFile[] =>
    isFolder(path)
      ? directoryFiles(path, inFolder).map((file) => ({ file, isFound: true }))
      : [{ file: path, isFound: false }],
  );
  const rendered: InputFile[] = [];
  for (const folder of options.kustomize) {
    const { renderedKustomization } = await import("../on-demand.ts");
    rendered.push({ file: `<kustomize ${folder}>`, isFound: false, rendered: renderedKustomization(folder, io) });
  }
  return { files: [...files, ...rendered], workloads, skipped };
}

/** Whether an operand is a path, and no workload. */
function isPath(operand: string): boolean {
  return (
    operand === STDIN || /^[.~]|^\/|\/$|[*?[{]|:\/\//.test(operand) || MANIFEST.test(operand) || existsSync(operand)
  );
}

/** The paths that an argument means: itself, or those that it matches as a pattern. */
async function pathsOf(path: string, command: string): Promise<string[]> {
  if (/^https?:\/\//i.test(path)) {
    const fetched = `curl -fsSL ${shellQuoted(path)} | varexpand ${command} -`;
    throw new UsageError(`${path}: nothing is read from the network; write ${fetched}`);
  }
  if (path === STDIN || existsSync(path)) return [path];
  const { isPattern, pathsMatching } = await import("../on-demand.ts");
  if (!isPattern(path)) return [path];
  const paths = pathsMatching(path);
  if (paths.length === 0) throw new InputError(`${visibleText(path)}: no file matches`);
  return paths;
}

/** The real path; undefined if there is none, as of a pipe. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Whether a file that is found is one that the command writes, such as one that standard output goes to. */
function outputCheck(outputs: readonly string[], io: CommandIo): (real: string) => boolean {
  const written = new Set(outputs.flatMap((path) => realPathOf(path) ?? []));
  const stdout = io.statusOf?.("standard output");
  if (!stdout?.isFile()) return (real) => written.has(real);
  return (real) => {
    const status = statSync(real, { bigint: true, throwIfNoEntry: false });
    return written.has(real) || (status?.ino === stdout.ino && status.dev === stdout.dev);
  };
}

/** Whether standard input is something that a program or a shell has put there. */
function isPiped(io: CommandIo): boolean {
  const status = io.statusOf?.("standard input");
  return status !== undefined && (status.isFIFO() || status.isFile() || status.isSocket());
}

function nothingToRead([workload]: readonly string[]): string {
  const how = "give files or directories, or pipe them in";
  if (workload === undefined) return `nothing to read: ${how}`;
  return `nothing to read: there is no file ${JSON.stringify(workload)}, and it is taken for a workload; ${how}`;
}
