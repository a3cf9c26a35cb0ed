/** The inputs of a command: the files and directories that its arguments name, or standard input. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, relative, sep } from "node:path";
import { shellQuoted } from "../../envfile/writers/shell.ts";
import type { LoadRestrictor } from "../../kubernetes/kustomize/index.ts";
import { visibleText } from "../../text/printable.ts";
import type { Option } from "../frame/command.ts";
import { attempt, InputError, UsageError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import { type DirectoryOptions, directoryFiles, pathsMatching } from "./directory-files.ts";
import { checkReadable, STDIN } from "./files.ts";
import { isWithinRepository } from "./links.ts";
import { SkippedFiles } from "./skipped-files.ts";

export const inputOptions = {
  file: {
    type: "string",
    short: "f",
    multiple: true,
    value: "PATH",
    help: "read a file, a directory, or a quoted pattern; - is standard input",
  },
  recursive: { type: "boolean", short: "R", help: "read directories recursively" },
  kustomize: {
    type: "string",
    short: "k",
    multiple: true,
    value: "DIR",
    help: "read what kubectl (or kustomize) renders for DIR",
  },
  "load-restrictor": {
    type: "string",
    value: "NAME",
    choices: ["LoadRestrictionsRootOnly", "LoadRestrictionsNone"],
    help: "as in kustomize: LoadRestrictionsNone lets kustomizations load files outside their own directories",
  },
} as const satisfies Record<string, Option>;

export interface InputFile {
  /** A path, or `STDIN`. With `rendered`, only a name for messages. */
  readonly file: string;
  /** The file was found in a directory, so it is skipped if it is not YAML. For a named file, that is an error. */
  readonly isFound: boolean;
  /** The content, if it is not in a file. */
  readonly rendered?: Uint8Array;
  /** The directory of the kustomization that was rendered. */
  readonly folder?: string;
}

export interface FoundFile extends InputFile {
  /** The path from the directory or the fixed part of the pattern that led to the file; of a named file, its name. */
  readonly name: string;
}

export interface Inputs {
  /** In this order: -f, operands, -k. */
  readonly files: readonly FoundFile[];
  /** Operands that are not paths, such as `KIND/NAME`. */
  readonly workloads: readonly string[];
  /** Reading the files adds to it. */
  readonly skipped: SkippedFiles;
}

interface InputArguments {
  /** The command, for messages that show how to call it. */
  readonly command: string;
  readonly operands: readonly string[];
  readonly options: {
    readonly file: readonly string[];
    readonly recursive: boolean;
    readonly kustomize: readonly string[];
    readonly "load-restrictor"?: LoadRestrictor | undefined;
  };
  /** Whether rendered objects have annotations that name their files. Default: false. */
  readonly hasOrigins?: boolean;
  /** Whether an operand that is not a path names a workload. Default: false. */
  readonly takesWorkloads?: boolean;
  /** Whether to read a file in a directory, by its name. Default: .yaml, .yml, and .json. */
  readonly accepts?: (name: string) => boolean;
  /** Whether links in directories are followed. Default: true. */
  readonly followsLinks?: boolean;
  /** Other files that the command reads. They are checked, too. */
  readonly others?: readonly string[];
  /** The directory to which the command mirrors the inputs. It is not read, and no input is left out. */
  readonly mirror?: string | undefined;
  /** Files that the command writes. They are not read, and naming one as an input is an error. */
  readonly outputs?: readonly string[];
}

/** Pull requests can contain links, and shell patterns name them. */
const LINK_ADVICE = "is a link out of the repository; pass the path that it refers to";

const MANIFEST = /\.(?:yaml|yml|json)$/;

/**
 * Finds the inputs of a command. If the arguments name none, standard input is the input unless it is a terminal.
 *
 * @throws UsageError if there is nothing to read, or an argument is a URL or a pattern that matches nothing
 * @throws InputError for a path that does not exist or cannot be read
 */
export async function findInputs(given: InputArguments, io: CommandIo): Promise<Inputs> {
  const { options, operands, command, others = [], outputs = [] } = given;
  const paths: NamedPath[] = [];
  const workloads: string[] = [];
  for (const path of options.file) paths.push(...(await pathsOf(path, command)));
  for (const operand of operands) {
    if (given.takesWorkloads && !isPath(operand)) workloads.push(operand);
    else paths.push(...(await pathsOf(operand, command)));
  }
  if (paths.length === 0 && options.kustomize.length === 0) {
    if (!isPiped(io)) throw new UsageError(nothingToRead(workloads));
    paths.push({ path: STDIN, root: "" });
  }
  const isFolder = (path: string) =>
    path !== STDIN &&
    attempt(visibleText(path), () => statSync(path, { throwIfNoEntry: false }))?.isDirectory() === true;
  const skipped = new SkippedFiles();
  const read = paths.filter(({ path, root }) => {
    const real = realPathOf(path);
    if (real === undefined || isWithinRepository(path, real)) return true;
    if (root === undefined) throw new InputError(`${visibleText(path)}: ${LINK_ADVICE}`);
    skipped.links++;
    return false;
  });
  const named = read.map(({ path }) => path).filter((path) => !isFolder(path));
  checkReadable([...named, ...others], io, outputs);

  const inFolder = {
    isRecursive: options.recursive,
    followsLinks: given.followsLinks ?? true,
    accepts: given.accepts ?? ((name) => MANIFEST.test(name)),
    isOutput: outputCheck(outputs, io),
    known: new Set(named.flatMap((path) => realPathOf(path) ?? [])),
    outputFolder: given.mirror === undefined ? undefined : realPathOf(given.mirror),
    keepsDuplicates: given.mirror !== undefined,
    skipped,
  } satisfies DirectoryOptions;
  const files = read.flatMap(({ path, root }): FoundFile[] =>
    isFolder(path)
      ? directoryFiles(path, inFolder).map((file) => ({ file, name: pathFrom(root ?? path, file), isFound: true }))
      : [{ file: path, name: pathFrom(root ?? dirname(path), path), isFound: false }],
  );
  const rendered: FoundFile[] = [];
  for (const folder of options.kustomize) {
    const { renderedKustomization } = await import("./kustomize.ts");
    const content = renderedKustomization(folder, io, {
      hasOrigins: given.hasOrigins === true,
      loadRestrictor: options["load-restrictor"],
    });
    rendered.push({ file: `<kustomize ${folder}>`, name: folder, isFound: false, rendered: content, folder });
  }
  return { files: [...files, ...rendered], workloads, skipped };
}

/** Whether an operand is a path and not a workload. */
export function isPath(operand: string): boolean {
  return (
    operand === STDIN || /^[.~]|^\/|\/$|[*?[{]|:\/\//.test(operand) || MANIFEST.test(operand) || existsSync(operand)
  );
}

interface NamedPath {
  readonly path: string;
  /** The fixed part of the pattern that matches the path. */
  readonly root?: string;
}

function pathFrom(root: string, file: string): string {
  return file === STDIN ? STDIN : relative(root, file).split(sep).join("/");
}

/** The path itself, or the paths that it matches as a pattern that the shell has not expanded. */
async function pathsOf(path: string, command: string): Promise<NamedPath[]> {
  if (/^https?:\/\//i.test(path)) {
    const fetched = `curl -fsSL ${shellQuoted(path)} | varexpand ${command} -`;
    throw new UsageError(`${path}: varexpand does not read from the network; use ${fetched}`);
  }
  if (path === STDIN || existsSync(path)) return [{ path }];
  const paths = await pathsMatching(path);
  if (paths?.length === 0) throw new InputError(`${visibleText(path)}: no files match`);
  const fixed = path.split("/");
  const root =
    fixed
      .slice(
        0,
        fixed.findIndex((part) => /[*?[\](){}!+@]/.test(part)),
      )
      .join("/") || (isAbsolute(path) ? "/" : ".");
  return paths?.map((path) => ({ path, root })) ?? [{ path }];
}

/** The real path; undefined if none exists, as for a pipe. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Returns a function that checks whether the command writes to a file, for example as standard output. */
function outputCheck(outputs: readonly string[], io: CommandIo): (real: string) => boolean {
  const written = new Set(outputs.flatMap((path) => realPathOf(path) ?? []));
  const stdout = io.statusOf?.("standard output");
  if (!stdout?.isFile()) return (real) => written.has(real);
  return (real) => {
    const status = statSync(real, { bigint: true, throwIfNoEntry: false });
    return written.has(real) || (status?.ino === stdout.ino && status.dev === stdout.dev);
  };
}

/** Whether standard input is redirected. */
export function isPiped(io: CommandIo): boolean {
  const status = io.statusOf?.("standard input");
  return status !== undefined && (status.isFIFO() || status.isFile() || status.isSocket());
}

function nothingToRead([workload]: readonly string[]): string {
  const how = "name files or directories, or pipe them in";
  if (workload === undefined) return `nothing to read; ${how}`;
  return `nothing to read: ${JSON.stringify(workload)} is not a file, so it is taken as a workload; ${how}`;
}
