/** `varexpand lint`: finds mistakes that no other tool reports, in manifests, env files, Compose files, and Garden projects. */
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { FindingCollector } from "../../../lint/collector.ts";
import { isEnvFileName, isManifest } from "../../../lint/file-kind.ts";
import { isAtLeast } from "../../../lint/finding.ts";
import { fixedFiles } from "../../../lint/fix/fixed-files.ts";
import { givenRendering } from "../../../lint/given-rendering.ts";
import type { Report } from "../../../lint/report/report.ts";
import { RuleSeverities } from "../../../lint/rules/rules.ts";
import { type LintOptions, LintSession } from "../../../lint/session.ts";
import type { Manifest } from "../../../repository/apply-set.ts";
import { isWithin } from "../../../repository/folders.ts";
import { isUnchecked } from "../../../repository/unknowns.ts";
import { decodeUtf8, isUtf16, UTF_16 } from "../../../text/utf8.ts";
import { nameOf, readBytes, STDIN, textOf } from "../../files/files.ts";
import { findInputs, type InputFile, type Inputs } from "../../files/inputs.ts";
import { realPathWithin } from "../../files/links.ts";
import { regularFileStats } from "../../files/regular-file.ts";
import { SkippedFiles } from "../../files/skipped-files.ts";
import { DONE, defineCommand, FAILED, FINDINGS } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import { colorsOf } from "../../frame/io.ts";
import { startProgress } from "../../frame/progress.ts";
import { isConfig, readLintConfig } from "../../lint-settings/config.ts";
import { lintOptions, withConfigured } from "../../lint-settings/options.ts";
import {
  ConfiguredSuppressions,
  type LintSettings,
  pathFromSettings,
  ruleSetting,
} from "../../lint-settings/settings.ts";
import { FolderHost, slashed } from "../../manifests/folder-host.ts";
import { ManifestStream } from "../../manifests/manifest-stream.ts";
import { ruleHelp } from "../../rule-help.ts";
import { Fixes } from "./fixes.ts";
import { isProjectFile, lintProjectFolder, projectFolders } from "./projects.ts";
import { knownFindings, pathOf, renderedLines, reportFindings, writeBaseline } from "./report.ts";

/** The folder that origins are paths from: any one where temporary folders are. */
const ORIGINS = slashed(join(realpathSync(tmpdir()), "varexpand"));

const NOTHING_CHECKED =
  "nothing was checked: no input is a manifest, an env file, a Compose file, or a Garden project; --skip-unchecked accepts that";

export const lintCommand = defineCommand({
  usage: "lint [FILE|DIR|-]... [-o FORMAT] [--fix | --diff] [OPTION...]",
  description: `
Finds mistakes that Kubernetes does not report: references that are not
expanded, variables that are declared too late, containers that will not start,
and lines of env files that readers interpret differently. Reads manifests (YAML
or JSON), Flux Kustomizations, Compose files, env files (named *.env or .env*,
or given with --envfile), and Garden projects. Directories are searched for all
of these.

Objects outside a folder's files can exist in the cluster, so they are unknown:
references to them are not findings, and the summary counts and names them. With
--complete, they are missing.

To suppress a finding, write the comment "# varexpand-ignore RULE: reason" at
the end of its line or on the line before, or use the annotation
varexpand.dev/ignore: "RULE,..." or the configuration.

A kustomization that requires far more work than its size allows is not
evaluated, and is listed.

Exits with 1 if there are findings of level warning or error (see --fail-on),
and with 2 if something could not be read, or if nothing was checked: pre-commit
and similar tools, which pass every changed file, need --skip-unchecked.`,
  options: lintOptions,
  common: ["kustomize", "output", "fix", "diff", "all", "rule", "fail-on", "baseline", "config", "complete"],
  examples: [
    "varexpand lint examples/",
    "helm template . | varexpand lint -",
    "varexpand lint --diff examples/shop.yaml",
    "varexpand lint -o sarif . > lint.sarif",
  ],
  async run({ options: own, operands }, io) {
    if (own.explain !== undefined) {
      io.write(ruleHelp(own.explain));
      return DONE;
    }
    const config = readLintConfig(own.config, io);
    const options = withConfigured(own, config.options);
    const { baseline, complete, envfile, profile = "design" } = options;
    if (options["write-baseline"] && baseline === undefined) {
      throw new UsageError("--write-baseline requires --baseline FILE");
    }
    const severities = new RuleSeverities(new Map([...config.rules, ...options.rule.map(ruleSetting)]));
    const known = baseline === undefined || options["write-baseline"] ? undefined : knownFindings(baseline, io);

    const isNamed = operands.length + options.file.length + options.kustomize.length > 0;
    const given = {
      command: "lint",
      operands,
      options: { ...options, recursive: true },
      hasOrigins: true,
      accepts: (name: string) => isManifest(name) || isEnvFileName(name) || config.envFiles !== undefined,
      others: envfile,
      outputs: options["write-baseline"] ? [baseline!] : [],
    };
    const inputs: Inputs =
      isNamed || envfile.length === 0
        ? await findInputs(given, io)
        : { files: [], workloads: [], skipped: new SkippedFiles() };
    const envFiles = inputs.files.filter((input) => isEnvFile(input, config));
    const others = inputs.files.filter(
      (input) => !isEnvFile(input, config) && (!input.isFound || (isManifest(input.file) && !isConfig(input.file))),
    );
    const projects = projectFolders(others, io);
    const configured = new ConfiguredSuppressions(config);
    const collector = new FindingCollector({ severities, isIgnored: (finding) => configured.isIgnored(finding) });
    const { composeEnvFiles, isKnown, sources, templates } = config;
    const world = complete ? "closed" : "open";
    const settings: LintOptions = { profile, world, extraKinds: templates, isKnown, composeEnvFiles, sources };
    const searched = [...operands, ...options.file].map(slashed);
    const isSearched = (path: string) => searched.some((folder) => path !== folder && isWithin(path, folder));
    const progress = startProgress(io, "varexpand lint", undefined);
    const { skipped } = inputs;
    const read = others.filter(({ file, rendered }) => rendered === undefined && !isProjectFile(file, projects));
    const streams = read.map((input) => new ManifestStream(input, io, { skipped, progress }));
    const names = new Map(streams.map(({ input, path }) => [path, input.file]));
    const home = slashed(".");
    const host = new FolderHost();
    const sessionOf = (manifests: readonly Manifest[]) => {
      const nameOf = (path: string) => names.get(path) ?? relative(home, path);
      const loadRestrictor = options["load-restrictor"];
      const input = { manifests, searched, home, isOneSet: complete, loadRestrictor, nameOf };
      return new LintSession(host, input, settings, collector);
    };
    let session = sessionOf(streams);
    let fixes: Fixes | undefined;
    try {
      if (options.fix || options.diff) {
        fixes = new Fixes(fixedFiles(session, isSearched), (path) => session.nameOf(path), io);
        for (const [path, text] of fixes.texts) host.texts.set(path, text);
        const now = (stream: ManifestStream) => fixes!.manifestOf(stream) ?? stream;
        if (!fixes.isEmpty) session = sessionOf(streams.map(now));
      }
      session.run(inputs.files.flatMap((input) => (input.rendered ? givenSet(input.rendered, input, session) : [])));
      session.coverage.files += options.kustomize.length;
      for (const [name, count] of session.coverage.others) skipped.addOtherDocuments(name, count);
    } finally {
      progress.end();
      for (const stream of streams) stream.close();
    }
    const done = new Set<string>();
    // An inner project first: it resolves more of the files that both contain.
    const innerFirst = projects.toSorted((a, b) => b.length - a.length);
    for (const folder of innerFirst) lintProjectFolder(folder, collector, done, isKnown, io);
    const varfiles = new Set(Array.from(done, (file) => slashed(file)));
    const named = envfile.map((file) => ({ file, isFound: false }));
    for (const path of session.namedEnvFiles) {
      const isKnown = envFiles.some(({ file }) => slashed(file) === path);
      const isFound = !isKnown && isSearched(path);
      if (!isFound || realPathWithin(path) === undefined || regularFileStats(path) === undefined) continue;
      envFiles.push({ file: pathOf(path), name: path, isFound });
      skipped.otherTypes--;
    }
    for (const { file, isFound } of [...envFiles, ...named]) {
      if (varfiles.has(slashed(file))) continue;
      const bytes = readBytes(file, io);
      if (isFound && isUtf16(bytes)) skipped.addProblem(`${nameOf(file)}: ${UTF_16}`);
      else if (isFound && decodeUtf8(bytes) === undefined) skipped.otherTypes++;
      else {
        textOf(file, bytes);
        const path = pathFromSettings(config, file);
        const dialect = path === undefined ? undefined : config.dialectOf(path);
        const envFile = { name: file, path: slashed(file), dialect };
        const onFixed = fixes?.add.bind(fixes, slashed(file));
        if (!session.lintEnvFile(envFile, bytes, onFixed)) skipped.addOtherFormat(nameOf(file));
      }
    }
    const findings = collector.inOrderOf([...others, ...envFiles].map(({ file }) => file));

    if (options["write-baseline"]) {
      await writeBaseline(baseline!, findings, io);
      return DONE;
    }
    await fixes?.write(options.diff);
    const left = known === undefined ? findings : known.newOf(findings);
    const { coverage } = session;
    const { envFiles: envFileCount, files, pods } = coverage;
    const unknowns = coverage.unknowns.list;
    const lines = [...renderedLines(coverage), ...skipped.lines(), ...coverage.skippedObjects.lines()];
    const summary = { files, pods, envFiles: envFileCount, projects: projects.length, skipped: lines, unknowns };
    const report: Report = { findings: left, more: collector.more, summary, pathOf };
    const remarks = [
      ...collector.remarkLines(),
      ...configured.unusedLines(
        inputs.files.map(({ file }) => file),
        severities,
      ),
    ];
    const { all, diff, output = "text" } = options;
    reportFindings(
      report,
      {
        all,
        output,
        isShown: !diff || output !== "text",
        remarks,
        known: findings.length - left.length,
        isPreview: diff && fixes?.isEmpty === false,
        isFixing: fixes !== undefined,
        colors: colorsOf(own.color, io),
      },
      io,
    );
    if (files + envFileCount + projects.length === 0 && !options["skip-unchecked"]) {
      io.report(`varexpand: ${NOTHING_CHECKED}`);
      return FAILED;
    }
    const failOn = options["fail-on"] ?? "warning";
    if (failOn === "unknown" && unknowns.some(isUnchecked)) return FINDINGS;
    const limit = failOn === "unknown" ? "warning" : failOn;
    return left.some(({ severity }) => isAtLeast(severity, limit)) ? FINDINGS : DONE;
  },
});

/** Whether a file is an env file according to the configuration or to its name: `.env`, `.env.local`, `app.env`. */
function isEnvFile({ file, rendered }: InputFile, config: LintSettings): boolean {
  if (file === STDIN || rendered !== undefined) return false;
  const path = pathFromSettings(config, file);
  if (path !== undefined && config.envFiles?.(path)) return true;
  return isEnvFileName(basename(file));
}

function givenSet(rendered: Uint8Array, { folder = "" }: InputFile, session: LintSession) {
  return givenRendering(new TextDecoder().decode(rendered), slashed(folder), ORIGINS, session);
}
