/** The files that `varexpand lint` reads, and what is found in them: in manifests, Garden projects, and env files. */
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import type { FindingCollector } from "../../../lint/collector.ts";
import type { Coverage } from "../../../lint/coverage.ts";
import { isEnvFileName, isManifest } from "../../../lint/file-kind.ts";
import { fixedFiles } from "../../../lint/fix/fixed-files.ts";
import { givenRendering } from "../../../lint/given-rendering.ts";
import { LintSession } from "../../../lint/session.ts";
import type { Manifest } from "../../../repository/apply-set.ts";
import { isWithin } from "../../../repository/folders.ts";
import { decodeUtf8, isUtf16, UTF_16 } from "../../../text/utf8.ts";
import { nameOf, readBytes, STDIN, textOf } from "../../files/files.ts";
import { type FoundFile, findInputs, type InputFile, type Inputs } from "../../files/inputs.ts";
import { realPathWithin } from "../../files/links.ts";
import { regularFileStats } from "../../files/regular-file.ts";
import { SkippedFiles } from "../../files/skipped-files.ts";
import type { CommandIo } from "../../frame/io.ts";
import { startProgress } from "../../frame/progress.ts";
import { isConfig } from "../../lint-settings/config.ts";
import type { LintOptions } from "../../lint-settings/options.ts";
import { type LintSettings, pathFromSettings } from "../../lint-settings/settings.ts";
import { FolderHost, slashed } from "../../manifests/folder-host.ts";
import { ManifestStream } from "../../manifests/manifest-stream.ts";
import { Fixes } from "./fixes.ts";
import { isProjectFile, lintProjectFolder, projectFolders } from "./projects.ts";
import { pathOf } from "./report.ts";

/** The folder that origins are paths from: any one where temporary folders are. */
const ORIGINS = slashed(join(realpathSync(tmpdir()), "varexpand"));

export interface LintRun {
  readonly options: LintOptions;
  readonly operands: readonly string[];
  readonly config: LintSettings;
  readonly collector: FindingCollector;
}

/** What the user named, as paths. */
function searchedIn({ operands, options }: LintRun): string[] {
  return [...operands, ...options.file].map(slashed);
}

export interface LintedFiles {
  /** The files in the order in which findings are reported. */
  readonly files: readonly string[];
  readonly coverage: Coverage;
  readonly projects: readonly string[];
  /** What `--fix` and `--diff` change; undefined without them. */
  readonly fixes: Fixes | undefined;
}

/** The files that a user names, and those in the directories. */
export async function lintInputs({ options, operands, config }: LintRun, io: CommandIo): Promise<Inputs> {
  const isNamed = operands.length + options.file.length + options.kustomize.length > 0;
  if (!isNamed && options.envfile.length > 0) return { files: [], workloads: [], skipped: new SkippedFiles() };
  const given = {
    command: "lint",
    operands,
    options: { ...options, recursive: true },
    hasOrigins: true,
    accepts: (name: string) => isManifest(name) || isEnvFileName(name) || config.envFiles !== undefined,
    others: options.envfile,
    outputs: options["write-baseline"] ? [options.baseline!] : [],
  };
  return findInputs(given, io);
}

/**
 * Lints the files of an input, after all fixes if there are any to apply.
 *
 * @throws InputError if a file that the user named cannot be read
 */
export function lintFiles({ files, skipped }: Inputs, run: LintRun, io: CommandIo): LintedFiles {
  const { collector, config, options } = run;
  const envFiles = files.filter((input) => isEnvFile(input, config));
  const others = files.filter(
    (input) => !isEnvFile(input, config) && (!input.isFound || (isManifest(input.file) && !isConfig(input.file))),
  );
  const projects = projectFolders(others, io);
  const manifests = others.filter(({ file, rendered }) => rendered === undefined && !isProjectFile(file, projects));
  const rendered = files.filter((input) => input.rendered !== undefined);
  const { fixes, session } = lintManifests(manifests, rendered, skipped, run, io);
  const { coverage } = session;
  coverage.files += options.kustomize.length;
  for (const [name, count] of coverage.others) skipped.addOtherDocuments(name, count);
  const done = new Set<string>();
  // An inner project first: it resolves more of the files that both contain.
  for (const folder of projects.toSorted((a, b) => b.length - a.length)) {
    lintProjectFolder(folder, collector, done, config.isKnown, io);
  }
  envFiles.push(...namedEnvFiles(session, envFiles, skipped, run));
  const varfiles = new Set(Array.from(done, (file) => slashed(file)));
  const named = options.envfile.map((file) => ({ file, isFound: false }));
  for (const input of [...envFiles, ...named]) {
    if (!varfiles.has(slashed(input.file))) lintEnvFile(input, session, config, { fixes, skipped }, io);
  }
  return { files: [...others, ...envFiles].map(({ file }) => file), coverage, projects, fixes };
}

function lintManifests(
  manifests: readonly InputFile[],
  rendered: readonly InputFile[],
  skipped: SkippedFiles,
  run: LintRun,
  io: CommandIo,
): { session: LintSession; fixes: Fixes | undefined } {
  const { collector, config, options } = run;
  const { complete, profile = "design" } = options;
  const { composeEnvFiles, isKnown, sources, templates } = config;
  const settings = { profile, extraKinds: templates, isKnown, composeEnvFiles, sources } as const;
  const progress = startProgress(io, "varexpand lint", undefined);
  const streams = manifests.map((input) => new ManifestStream(input, io, { skipped, progress }));
  const names = new Map(streams.map(({ input, path }) => [path, input.file]));
  const [home, searched] = [slashed("."), searchedIn(run)];
  const host = new FolderHost();
  const sessionOf = (given: readonly Manifest[]) => {
    const input = {
      ...{ manifests: given, searched, home, isOneSet: complete },
      loadRestrictor: options["load-restrictor"],
      nameOf: (path: string) => names.get(path) ?? relative(home, path),
    };
    return new LintSession(host, input, { ...settings, world: complete ? "closed" : "open" }, collector);
  };
  let session = sessionOf(streams);
  let fixes: Fixes | undefined;
  try {
    if (options.fix || options.diff) {
      fixes = new Fixes(
        fixedFiles(session, (path) => isBelowAny(path, searched)),
        (path) => session.nameOf(path),
        io,
      );
      for (const [path, text] of fixes.texts) host.texts.set(path, text);
      const now = (stream: ManifestStream) => fixes!.manifestOf(stream) ?? stream;
      if (!fixes.isEmpty) session = sessionOf(streams.map(now));
    }
    session.run(rendered.flatMap((input) => givenSet(input, session)));
  } finally {
    progress.end();
    for (const stream of streams) stream.close();
  }
  return { session, fixes };
}

/** The env files that generators and Compose files name, if they are in a directory that is searched or are named. */
function namedEnvFiles(
  session: LintSession,
  envFiles: readonly InputFile[],
  skipped: SkippedFiles,
  run: LintRun,
): FoundFile[] {
  const [known, searched] = [new Set(envFiles.map(({ file }) => slashed(file))), searchedIn(run)];
  return [...session.namedEnvFiles].flatMap((path) => {
    const isFound = !known.has(path) && isBelowAny(path, searched);
    if (!isFound || realPathWithin(path) === undefined || regularFileStats(path) === undefined) return [];
    skipped.otherTypes--;
    return [{ file: pathOf(path), name: path, isFound }];
  });
}

function lintEnvFile(
  { file, isFound }: Pick<InputFile, "file" | "isFound">,
  session: LintSession,
  config: LintSettings,
  { fixes, skipped }: { fixes: Fixes | undefined; skipped: SkippedFiles },
  io: CommandIo,
): void {
  const bytes = readBytes(file, io);
  if (isFound && isUtf16(bytes)) {
    skipped.addProblem(`${nameOf(file)}: ${UTF_16}`);
    return;
  }
  if (isFound && decodeUtf8(bytes) === undefined) {
    skipped.otherTypes++;
    return;
  }
  textOf(file, bytes);
  const [path, inSettings] = [slashed(file), pathFromSettings(config, file)];
  const dialect = inSettings === undefined ? undefined : config.dialectOf(inSettings);
  const onFixed = fixes?.add.bind(fixes, path);
  if (!session.lintEnvFile({ name: file, path, dialect }, bytes, onFixed)) skipped.addOtherFormat(nameOf(file));
}

/** Whether a file is an env file according to the configuration or to its name: `.env`, `.env.local`, `app.env`. */
function isEnvFile({ file, rendered }: InputFile, config: LintSettings): boolean {
  if (file === STDIN || rendered !== undefined) return false;
  const path = pathFromSettings(config, file);
  if (path !== undefined && config.envFiles?.(path)) return true;
  return isEnvFileName(basename(file));
}

function isBelowAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path !== folder && isWithin(path, folder));
}

function givenSet({ folder = "", rendered }: InputFile, session: LintSession) {
  return givenRendering(new TextDecoder().decode(rendered), slashed(folder), ORIGINS, session);
}
