/** `varexpand lint`: finds mistakes that no other tool reports, in manifests, env files, Compose files, and Garden projects. */
import { relative, resolve } from "node:path";
import { FindingCollector } from "../../../lint/collector.ts";
import { isEnvFileName, isManifest } from "../../../lint/file-kind.ts";
import { isAtLeast } from "../../../lint/finding.ts";
import { LintObjects } from "../../../lint/lint-objects.ts";
import type { Report } from "../../../lint/report/report.ts";
import { RuleSeverities } from "../../../lint/rules/rules.ts";
import type { Manifest } from "../../../repository/apply-set.ts";
import { isWithin } from "../../../repository/folders.ts";
import { isKustomizationFile } from "../../../repository/kustomizations.ts";
import { Repository } from "../../../repository/repository.ts";
import { findInputs, type Inputs } from "../../files/inputs.ts";
import { realPathWithin } from "../../files/links.ts";
import { regularFileStats } from "../../files/regular-file.ts";
import { SkippedFiles } from "../../files/skipped-files.ts";
import { DONE, defineCommand, FINDINGS } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import { startProgress } from "../../frame/progress.ts";
import { slashed } from "../../manifests/folder-host.ts";
import { ManifestStream } from "../../manifests/manifest-stream.ts";
import { LintCompose } from "./compose.ts";
import { isConfig, readLintConfig } from "./config.ts";
import { isEnvFile, LintFiles, type LintFilesOptions } from "./files.ts";
import { Fixes } from "./fixes.ts";
import { KustomizedLint } from "./kustomized.ts";
import { LintHost } from "./lint-host.ts";
import { lintOptions, withConfigured } from "./options.ts";
import { isProjectFile, lintProjectFolder, projectFolders } from "./projects.ts";
import { knownFindings, pathOf, reportFindings, writeBaseline } from "./report.ts";
import { ConfiguredSuppressions, ruleSetting } from "./settings.ts";

export const lintCommand = defineCommand({
  usage: "lint [FILE|DIR|-]... [-o FORMAT] [--fix | --diff] [OPTION...]",
  description: `
Finds mistakes that Kubernetes does not report: references that are not
expanded, variables that are declared too late, containers that will not start,
and lines of env files that readers interpret differently. Reads manifests (YAML
or JSON), Flux Kustomizations, Compose files, env files (named *.env or .env*,
or given with --envfile), and Garden projects. Directories are searched for all
of these.

Objects outside a folder's files can exist in the cluster, so they are unknown
and are not reported. With --complete, they are missing.

To suppress a finding, write the comment "# varexpand-ignore RULE: reason" at
the end of its line or on the line before, or use the annotation
varexpand.dev/ignore: "RULE,..." or the configuration.

A kustomization that requires far more work than its size allows is not
evaluated, and is listed.

Exits with 1 if there are findings of level warning or error (see --fail-on),
and with 2 if something could not be read.`,
  options: lintOptions,
  examples: [
    "varexpand lint k8s/",
    "helm template . | varexpand lint -",
    "varexpand lint --diff k8s/deployment.yaml",
    "varexpand lint -o sarif . > lint.sarif",
  ],
  async run({ options: own, operands }, io) {
    const config = readLintConfig(own.config, io);
    const options = withConfigured(own, config.options);
    const { baseline, complete, envfile, profile = "design" } = options;
    if (options["write-baseline"] && baseline === undefined) {
      throw new UsageError("--write-baseline needs --baseline FILE");
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
    const host = new LintHost();
    const { isKnown } = config;
    const compose = new LintCompose(others, host, {
      envFiles: config.composeEnvFiles,
      isComplete: complete,
      isKnown,
    });
    const manifests = others.filter(
      (input) => input.rendered === undefined && !isProjectFile(input.file, projects) && !compose.has(input),
    );

    const configured = new ConfiguredSuppressions(config);
    const collector = new FindingCollector({ severities, isIgnored: (finding) => configured.isIgnored(finding) });
    const world: LintFilesOptions["world"] = complete ? "closed" : "open";
    const settings = { profile, world, extraKinds: config.templates, isKnown };
    const searched = [...operands, ...options.file].map(slashed);
    const isSearched = (path: string) => searched.some((folder) => path !== folder && isWithin(path, folder));
    const progress = startProgress(io, "varexpand lint", undefined);
    const { skipped } = inputs;
    const streams = manifests.map((input) => new ManifestStream(input, io, { skipped, progress }));
    const names = new Map(streams.map(({ input, path }) => [path, input.file]));
    const home = slashed(".");
    const read = () => {
      const nameOf = (path: string) => names.get(path) ?? relative(home, path);
      const loadRestrictor = options["load-restrictor"];
      const input = { manifests: streams, searched, home, isOneSet: complete, loadRestrictor, nameOf };
      const repository = new Repository(host, input);
      const sets = [...repository.sets()];
      return { repository, sets, rendered: new KustomizedLint(repository, sets, host, settings) };
    };
    const lint = new LintFiles(collector, settings, io);
    const fixes = options.fix || options.diff ? new Fixes(host, io) : undefined;
    let { rendered, repository, sets } = read();
    try {
      const objects = new LintObjects(sets, complete);
      const plain = new Set<Manifest>();
      if (fixes !== undefined) rendered.fixFlux(collector, fixes, isSearched);
      if (fixes !== undefined) compose.fix(collector, fixes);
      compose.report(collector);
      for (const set of sets) {
        if (set.kind !== "files") continue;
        for (const manifest of set.manifests) plain.add(manifest);
        lint.manifests(set, objects, skipped, fixes);
      }
      const parts = streams.filter((stream) => !plain.has(stream));
      if (fixes !== undefined) {
        for (const stream of parts.filter(({ path }) => !isKustomizationFile(path!))) {
          lint.fixPart(stream, fixes, rendered.isSubstituted(stream.path!));
        }
        if (!fixes.isEmpty) ({ rendered, repository, sets } = read());
      }
      rendered.lint();
      for (const input of inputs.files) if (input.rendered !== undefined) rendered.lintRendered(input);
      rendered.report(collector);
      lint.addRendered(rendered, parts.length + options.kustomize.length);
    } finally {
      progress.end();
      for (const stream of streams) stream.close();
    }
    const done = new Set<string>();
    // An inner project first: it resolves more of the files that both contain.
    const innerFirst = projects.toSorted((a, b) => b.length - a.length);
    for (const folder of innerFirst) lintProjectFolder(folder, collector, done, isKnown, io);
    const varfiles = new Set(Array.from(done, (file) => resolve(file)));
    const named = envfile.map((file) => ({ file, isFound: false }));
    for (const path of repository.envFiles.generated) {
      const isKnown = envFiles.some(({ file }) => slashed(file) === path);
      const isFound = !isKnown && isSearched(path);
      if (!isFound || realPathWithin(path) === undefined || regularFileStats(path) === undefined) continue;
      envFiles.push({ file: pathOf(path), name: path, isFound });
      skipped.otherTypes--;
    }
    for (const input of [...envFiles, ...named]) {
      if (!varfiles.has(resolve(input.file))) lint.envFile(input, config, repository.envFiles, skipped);
    }
    const findings = collector.inOrderOf([...others, ...envFiles].map(({ file }) => file));

    if (options["write-baseline"]) {
      await writeBaseline(baseline!, findings, io);
      return DONE;
    }
    await fixes?.write(options.diff);
    const left = known === undefined ? findings : known.newOf(findings);
    const { envFiles: envFileCount, files: manifestCount, pods } = lint;
    const files = manifestCount + compose.count;
    const lines = [...rendered.lines(), ...skipped.lines(), ...lint.skippedObjects.lines()];
    const summary = { files, pods, envFiles: envFileCount, projects: projects.length, skipped: lines };
    const unevaluated = rendered.unevaluatedLines();
    const report: Report = { findings: left, more: collector.more, summary, pathOf };
    const remarks = [
      ...collector.remarkLines(),
      ...configured.unusedLines(
        inputs.files.map(({ file }) => file),
        severities,
      ),
      ...lint.unresolved,
      ...unevaluated,
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
      },
      io,
    );
    const failOn = options["fail-on"] ?? "warning";
    if (failOn === "unknown" && unevaluated.length > 0) return FINDINGS;
    const limit = failOn === "unknown" ? "warning" : failOn;
    return left.some(({ severity }) => isAtLeast(severity, limit)) ? FINDINGS : DONE;
  },
});
