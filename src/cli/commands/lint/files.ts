/** Which of the files that `varexpand lint` is given are what, and what is found in them. */
import { basename, dirname, resolve } from "node:path";
import { parseEnv } from "node:util";
import type { Profile } from "../../../envfile/profile.ts";
import { SkippedObjects } from "../../../kubernetes/cluster/skipped-objects.ts";
import type { FindingCollector } from "../../../lint/collector.ts";
import { lintEnvFile } from "../../../lint/envfile-lint.ts";
import { isEnvFileName } from "../../../lint/file-kind.ts";
import { fixedText, type Look } from "../../../lint/fix/fix-text.ts";
import { FolderWorld, mayHaveObjects, sharedObjects } from "../../../lint/folder-world.ts";
import {
  lintPart,
  type ManifestFileContext,
  type ManifestLintOptions,
  type PartResult,
} from "../../../lint/manifest-lint.ts";
import { FILE_BEGINNING, SourceText } from "../../../lint/source-text.ts";
import { decodeUtf8 } from "../../../text/utf8.ts";
import { KUBERNETES } from "../../../yaml/dialect.ts";
import { DocumentError } from "../../../yaml/error.ts";
import type { Node } from "../../../yaml/node.ts";
import { parseManifest } from "../../../yaml/parse.ts";
import { nameOf, readBytes, STDIN, textOf } from "../../files/files.ts";
import type { InputFile } from "../../files/inputs.ts";
import { readRegularFile } from "../../files/regular-file.ts";
import type { SkippedFiles } from "../../files/skipped-files.ts";
import type { CommandIo } from "../../frame/io.ts";
import type { Progress } from "../../frame/progress.ts";
import { ManifestStream } from "../../manifests/manifest-stream.ts";
import type { Kustomizations } from "./kustomizations.ts";
import { type LintSettings, pathFromSettings } from "./settings.ts";

/** Whether a file is an env file: by the configuration, or by its name if it was named (`.env`, `.env.local`, `app.env`). */
export function isEnvFile({ file, isFound, rendered }: InputFile, config: LintSettings): boolean {
  if (file === STDIN || rendered !== undefined) return false;
  const path = pathFromSettings(config, file);
  if (path !== undefined && config.envFiles?.(path)) return true;
  return !isFound && isEnvFileName(basename(file));
}

export interface LintFilesOptions extends Pick<ManifestLintOptions, "profile" | "world" | "extraKinds"> {
  readonly profile: Profile;
  isKnown(name: string): boolean;
}

/** What a fix makes of a file. */
export interface FixedFile {
  readonly file: string;
  /** Both without a byte order mark. */
  readonly before: string;
  readonly after: string;
  readonly hasMark: boolean;
}

export class LintFiles {
  readonly collector: FindingCollector;
  readonly skippedObjects = new SkippedObjects();
  /** Lines about pods that cannot be looked at. */
  readonly unresolved: string[] = [];
  files = 0;
  pods = 0;
  envFiles = 0;
  /** Files without an object of Kubernetes. */
  readonly otherFiles: string[] = [];
  private readonly options: LintFilesOptions;
  private readonly kustomizations: Kustomizations;
  private readonly io: CommandIo;

  constructor(collector: FindingCollector, options: LintFilesOptions, kustomizations: Kustomizations, io: CommandIo) {
    this.collector = collector;
    this.options = options;
    this.kustomizations = kustomizations;
    this.io = io;
  }

  /** @throws InputError if the file cannot be read, or is not UTF-8 */
  envFile(file: string): void {
    this.envFiles++;
    const bytes = readBytes(file, this.io);
    textOf(file, bytes);
    const source = new SourceText(decodeUtf8(bytes)!);
    const findings = lintEnvFile(bytes, source, {
      profile: this.options.profile,
      parseNodeEnv: parseEnv,
      nodeTitle: "Node.js",
    });
    this.collector.add(file, source, { findings });
  }

  /**
   * The manifests of one world: what is in one of them can be referred to in the others.
   *
   * @param told gets what is skipped, and how much is read
   * @param fixes gets what `--fix` makes of the files, if it is asked for
   */
  manifests(
    inputs: readonly InputFile[],
    told: { readonly skipped: SkippedFiles; readonly progress: Progress },
    fixes: ((fixed: FixedFile) => void) | undefined,
  ): void {
    const streams = inputs.map((input) => new ManifestStream(input, this.io, told));
    try {
      const world = new FolderWorld();
      for (const [i, stream] of streams.entries()) {
        if (isWithoutObjects(inputs[i]!)) continue;
        world.add(
          stream.name,
          Array.from(stream.parts(), (part) => sharedObjects(part.documents, part.list?.kind)).flat(),
        );
      }
      for (const [i, stream] of streams.entries()) {
        const { file, rendered } = inputs[i]!;
        const isFile = file !== STDIN && rendered === undefined;
        const isKustomized = isFile && this.kustomizations.mayChange(file);
        const context = { clusters: world.of(stream.name), isKustomized };
        const isFixed = fixes !== undefined && isFile && this.fix(file, stream, context, fixes);
        if (!isFixed) this.manifest(file, stream, context);
      }
    } finally {
      for (const stream of streams) stream.close();
    }
  }

  private manifest(file: string, stream: ManifestStream, context: ManifestFileContext): void {
    let beginning = FILE_BEGINNING;
    let objects = 0;
    const name = stream.name;
    for (const part of stream.parts()) {
      const source = new SourceText(part.text, beginning);
      objects += this.part(file, part, source, context);
      beginning = source.behind;
    }
    if (beginning.offset > 0) this.count(name, objects);
  }

  private part(
    file: string,
    part: Parameters<typeof lintPart>[0],
    source: SourceText,
    context: ManifestFileContext,
  ): number {
    const { documents } = part;
    return this.report(file, source, { ...lintPart(part, source, context, this.options), documents });
  }

  /** Returns the number of objects in the text. */
  private report(
    file: string,
    source: SourceText,
    result: PartResult & { readonly documents: readonly Node[] },
  ): number {
    this.collector.add(nameIn(file), source, result);
    this.pods += result.pods;
    for (const object of result.skipped) this.skippedObjects.add(object);
    for (const { message, start } of result.unresolved) {
      const { line, column } = source.region(start, start);
      this.unresolved.push(`${nameIn(file)}:${line}:${column}: ${message}`);
    }
    return result.objects;
  }

  private count(name: string, objects: number): void {
    this.files++;
    if (objects === 0) this.otherFiles.push(name);
  }

  /** Fixes a file, and looks at the result; false if there is nothing to fix. */
  private fix(
    file: string,
    stream: ManifestStream,
    context: ManifestFileContext,
    fixes: (fixed: FixedFile) => void,
  ): boolean {
    // The stream tells of what cannot be read.
    let isWhole = false;
    for (const part of stream.parts()) isWhole ||= part.documents.length > 0;
    if (!isWhole) return false;
    const bytes = readBytes(file, this.io);
    const before = textOf(file, bytes);
    const look = (text: string, onContainer: Parameters<Look>[1]) => {
      const documents = documentsOf(text);
      if (documents === undefined) return undefined;
      const source = new SourceText(text);
      const onPod: ManifestLintOptions["onPod"] = ({ containers }, place) => {
        for (const container of containers) onContainer(container, place);
      };
      const result = { ...lintPart({ documents }, source, context, { ...this.options, onPod }), documents };
      return { findings: this.collector.reported(nameIn(file), source, result), source, result };
    };
    const fixed = fixedText(before, look);
    if (fixed === undefined) return false;
    const { left, text: after, looked } = fixed;
    if (left > 0) {
      const what = left === 1 ? "1 fix was not applied" : `${left} fixes were not applied`;
      const why = "entries refer to each other in a circle, or other values would change";
      this.io.report(`${nameOf(file)}: ${what}: ${why}; edit the file by hand`);
    }
    if (after === before) return false;
    fixes({ file, before, after, hasMark: bytes[0] === 0xef });
    this.count(stream.name, this.report(file, looked.source, looked.result));
    return true;
  }
}

/** Files up to this size, in bytes, are looked through before they are parsed. */
const SMALL = 4 << 20;

/** Whether a file has no object that pods refer to: it need not be parsed for them. */
function isWithoutObjects({ file, rendered }: InputFile): boolean {
  if (rendered !== undefined || file === STDIN) return false;
  try {
    const bytes = readRegularFile(file, SMALL);
    return !mayHaveObjects(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1"));
  } catch {
    // Reading it as a manifest tells what is wrong.
    return false;
  }
}

function documentsOf(text: string) {
  try {
    return parseManifest(text, KUBERNETES);
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

/** What findings call a file. */
function nameIn(file: string): string {
  return file === STDIN ? "<stdin>" : file;
}

/** The files of each folder, in the order of their first ones. */
export function byFolder(inputs: readonly InputFile[]): InputFile[][] {
  const folders = new Map<string, InputFile[]>();
  for (const input of inputs) {
    const folder = input.file === STDIN || input.rendered !== undefined ? input.file : dirname(resolve(input.file));
    const known = folders.get(folder);
    if (known === undefined) folders.set(folder, [input]);
    else known.push(input);
  }
  return [...folders.values()];
}
