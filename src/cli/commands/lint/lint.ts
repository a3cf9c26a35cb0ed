/** `varexpand lint`: finds mistakes that no other tool reports, in manifests, env files and Garden projects. */
import { resolve, sep } from "node:path";
import { FindingCollector } from "../../../lint/collector.ts";
import { isEnvFileName, isManifest } from "../../../lint/file-kind.ts";
import { isAtLeast } from "../../../lint/finding.ts";
import type { FolderObjects } from "../../../lint/folder-objects.ts";
import type { Report } from "../../../lint/report/report.ts";
import { RuleSeverities } from "../../../lint/rules/rules.ts";
import { findInputs, type InputFile, type Inputs } from "../../files/inputs.ts";
import { realPathWithin } from "../../files/links.ts";
import { regularFileStats } from "../../files/regular-file.ts";
import { SkippedFiles } from "../../files/skipped-files.ts";
import { DONE, defineCommand, FINDINGS } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import { startProgress } from "../../frame/progress.ts";
import { isKustomizationFile, Renderings, slashed } from "../../manifests/renderings.ts";
import { isConfig, readLintConfig } from "./config.ts";
import { byFolder, isEnvFile, LintFiles, type LintFilesOptions } from "./files.ts";
import { Fixes } from "./fixes.ts";
import { KustomizedLint } from "./kustomized.ts";
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
or JSON), Flux Kustomizations, env files (named *.env or .env*, or given with
--envfile), and Garden projects. Directories are searched for all of these.

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
    const manifests = others.filter(({ file, rendered }) => rendered === undefined && !isProjectFile(file, projects));

    const configured = new ConfiguredSuppressions(config);
    const collector = new FindingCollector({ severities, isIgnored: (finding) => configured.isIgnored(finding) });
    const world: LintFilesOptions["world"] = complete ? "closed" : "open";
    const { isKnown } = config;
    const settings = { profile, world, extraKinds: config.templates, isKnown };
    const paths = [...operands, ...options.file];
    const renderings = new Renderings(manifests, paths, options["load-restrictor"]);
    const lint = new LintFiles(collector, settings, renderings, io);
    const fixes = options.fix || options.diff ? new Fixes(renderings, io) : undefined;
    const kustomized = new KustomizedLint(renderings, settings, manifests, fixes);
    const isLintedLater = complete || fixes !== undefined;
    const searched = paths.map((path) => slashed(`${resolve(path)}${sep}`));
    const isSearched = (path: string) => searched.some((folder) => path.startsWith(folder));
    const progress = startProgress(io, "varexpand lint", undefined);
    try {
      const reading = { skipped: inputs.skipped, progress };
      kustomized.render(isLintedLater);
      kustomized.fixFlux(collector, isSearched);
      const isPart = ({ file }: InputFile) => kustomized.files.has(slashed(resolve(file)));
      const plain = manifests.filter((input) => !isPart(input));
      let objects: FolderObjects | undefined;
      for (const group of complete ? [plain] : byFolder(plain)) {
        objects = lint.manifests(group, reading, fixes, kustomized.shared);
      }
      if (fixes !== undefined) {
        const fixable = manifests.filter((input) => isPart(input) && !isKustomizationFile(input.file));
        for (const input of fixable) {
          lint.fixPart(input, reading, fixes, kustomized.isSubstituted(slashed(resolve(input.file))));
        }
      }
      if (isLintedLater) kustomized.lintAll(complete ? objects : undefined);
      for (const input of inputs.files) if (input.rendered !== undefined) kustomized.lintRendered(input);
      kustomized.report(collector);
      lint.addRendered(kustomized, manifests.filter(isPart).length + given.options.kustomize.length);
    } finally {
      progress.end();
    }
    const done = new Set<string>();
    // An inner project first: it resolves more of the files that both contain.
    const innerFirst = projects.toSorted((a, b) => b.length - a.length);
    for (const folder of innerFirst) lintProjectFolder(folder, collector, done, isKnown, io);
    const varfiles = new Set(Array.from(done, (file) => resolve(file)));
    const named = envfile.map((file) => ({ file, isFound: false }));
    for (const path of renderings.envFiles) {
      const isKnown = envFiles.some(({ file }) => slashed(resolve(file)) === path);
      const isFound = !isKnown && isSearched(path);
      if (!isFound || realPathWithin(path) === undefined || regularFileStats(path) === undefined) continue;
      envFiles.push({ file: pathOf(path), name: path, isFound });
      inputs.skipped.otherTypes--;
    }
    for (const input of [...envFiles, ...named]) {
      if (!varfiles.has(resolve(input.file))) lint.envFile(input, config, inputs.skipped);
    }
    const findings = collector.inOrderOf([...others, ...envFiles].map(({ file }) => file));

    if (options["write-baseline"]) {
      await writeBaseline(baseline!, findings, io);
      return DONE;
    }
    await fixes?.write(options.diff);
    const left = known === undefined ? findings : known.newOf(findings);
    const { envFiles: envFileCount, files, pods } = lint;
    const skipped = [...kustomized.lines(), ...inputs.skipped.lines(), ...lint.skippedObjects.lines()];
    const summary = { files, pods, envFiles: envFileCount, projects: projects.length, skipped };
    const report: Report = { findings: left, more: collector.more, summary, pathOf };
    const unevaluated = kustomized.unevaluatedLines();
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
