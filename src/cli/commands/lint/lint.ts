/** `varexpand lint`: what goes wrong in silence, in manifests, env files and Garden projects. */
import { FindingCollector } from "../../../lint/collector.ts";
import { isManifest } from "../../../lint/file-kind.ts";
import { isAtLeast } from "../../../lint/finding.ts";
import type { Report } from "../../../lint/report/report.ts";
import { RULES, RuleSeverities } from "../../../lint/rules/rules.ts";
import { inputOptions } from "../../files/input-options.ts";
import { findInputs, type Inputs } from "../../files/inputs.ts";
import { SkippedFiles } from "../../files/skipped-files.ts";
import { DONE, defineCommand, FINDINGS } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import { Progress } from "../../frame/progress.ts";
import { knownFindings, writeBaseline } from "./baseline.ts";
import { CONFIG_FILE, isConfig, readLintConfig } from "./config.ts";
import { byFolder, type FixedFile, isEnvFile, LintFiles } from "./files.ts";
import { writeFixes } from "./fixes.ts";
import { Kustomizations } from "./kustomizations.ts";
import { isProjectFile, lintProjectFolder, projectFolders } from "./projects.ts";
import { pathOf, reportFindings } from "./report.ts";
import { ConfiguredSuppressions, RULE_SETTINGS, ruleSetting } from "./settings.ts";

const { recursive: _, ...inputs } = inputOptions;

const lintOptions = {
  ...inputs,
  envfile: { type: "string", multiple: true, value: "FILE", help: "an env file, whatever its name is" },
  output: {
    type: "string",
    short: "o",
    choices: ["text", "json", "sarif", "github", "gitlab", "junit"],
    help: "the format of the report, text by default",
  },
  all: { type: "boolean", help: "list each place of findings that say the same" },
  rule: {
    type: "string",
    multiple: true,
    value: "ID=LEVEL",
    suggestions: RULES.flatMap(({ id }) => RULE_SETTINGS.map((level) => `${id}=${level}`)),
    help: "set a rule to off, note, warning or error",
  },
  "fail-on": {
    type: "string",
    choices: ["error", "warning", "note"],
    help: "the level from which on findings make the exit code 1, warning by default",
  },
  config: { type: "string", value: "FILE", help: `the configuration; default: the nearest ${CONFIG_FILE}` },
  baseline: { type: "string", value: "FILE", help: "leave out the findings that are in this file" },
  "write-baseline": { type: "boolean", help: "write the findings to the --baseline file" },
  fix: { type: "boolean", help: "fix what has one meaning only, in the files" },
  diff: { type: "boolean", help: "show what --fix would do, and write nothing" },
  complete: { type: "boolean", help: "nothing else is in the cluster: what is not here is missing" },
  profile: { type: "string", choices: ["design", "kubelet"], help: "the KEPs (default), or what release 1.35 does" },
} as const;

export const lintCommand = defineCommand({
  usage: `lint [FILE|DIR|-]... [-o FORMAT] [--fix | --diff] [--rule ID=LEVEL]... [--fail-on LEVEL] [--baseline FILE [--write-baseline]] [--config FILE]`,
  description: `
Finds what goes wrong in silence: references that stay as they are written,
variables that are declared too late, containers that will not start, lines of
env files that readers disagree about. Files are manifests (YAML or JSON), env
files (named *.env or .env*, or given with --envfile) and Garden projects.
Directories are searched for manifests and projects.

What is not in the files of a folder may be in the cluster: it is unknown, and
no finding. With --complete, all files together are everything there is.

The comment "# varexpand-ignore RULE: reason" suppresses a finding, at the end
of its line or on the line before. So does the annotation varexpand.dev/ignore:
"RULE,...", and the configuration.

The exit code is 1 if there are findings of level warning or error (--fail-on
sets another limit), and 2 if something could not be read.`,
  options: lintOptions,
  examples: [
    "varexpand lint k8s/",
    "helm template . | varexpand lint -",
    "varexpand lint --diff k8s/deployment.yaml",
    "varexpand lint -o sarif . > lint.sarif",
  ],
  async run({ options, operands }, io) {
    const { baseline, complete, envfile, profile = "design" } = options;
    if (options["write-baseline"] && baseline === undefined) {
      throw new UsageError("--write-baseline needs --baseline FILE");
    }
    const config = readLintConfig(options.config, io);
    const severities = new RuleSeverities(new Map([...config.rules, ...options.rule.map(ruleSetting)]));
    const known = baseline === undefined || options["write-baseline"] ? undefined : knownFindings(baseline, io);

    const isNamed = operands.length + options.file.length + options.kustomize.length > 0;
    const given = {
      command: "lint",
      operands,
      options: { file: options.file, recursive: true, kustomize: options.kustomize },
      accepts: (name: string) => isManifest(name) || config.envFiles !== undefined,
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
    const manifests = others.filter(({ file }) => !isProjectFile(file, projects));

    const configured = new ConfiguredSuppressions(config);
    const kustomizations = new Kustomizations(io);
    const collector = new FindingCollector({ severities, isIgnored: (finding) => configured.isIgnored(finding) });
    const world = complete ? ("closed" as const) : ("open" as const);
    const isKnown = (name: string) => kustomizations.sets(name) || config.isKnown(name);
    const lint = new LintFiles(
      collector,
      { profile, world, extraKinds: config.templates, isKnown },
      kustomizations,
      io,
    );
    for (const { file } of manifests) kustomizations.mayChange(file);
    const fixed: FixedFile[] = [];
    const fixes = options.fix || options.diff ? (file: FixedFile) => fixed.push(file) : undefined;
    const progress = new Progress(io, "varexpand lint", undefined);
    try {
      const told = { skipped: inputs.skipped, progress };
      for (const group of complete ? [manifests] : byFolder(manifests)) lint.manifests(group, told, fixes);
    } finally {
      progress.end();
    }
    const done = new Set<string>();
    // The inner project first: there, more of its files are known.
    const innerFirst = projects.toSorted((a, b) => b.length - a.length);
    for (const folder of innerFirst) lintProjectFolder(folder, collector, done, isKnown, io);
    for (const { file } of envFiles) lint.envFile(file);
    for (const file of envfile) lint.envFile(file);
    const findings = collector.inOrderOf([...others, ...envFiles].map(({ file }) => file));

    if (options["write-baseline"]) {
      await writeBaseline(baseline!, findings, io);
      return DONE;
    }
    await writeFixes(fixed, options.diff, io);
    const left = known === undefined ? findings : known.newOf(findings);
    const { envFiles: envFileCount, files, pods } = lint;
    const skipped = [...inputs.skipped.lines(), ...lint.skippedObjects.lines()];
    const summary = { files, pods, envFiles: envFileCount, projects: projects.length, skipped };
    const report: Report = { findings: left, more: collector.more, summary, pathOf };
    const remarks = [
      ...collector.remarkLines(),
      ...configured.unusedLines(
        inputs.files.map(({ file }) => file),
        severities,
      ),
      ...lint.unresolved,
    ];
    const { all, diff, output = "text" } = options;
    reportFindings(
      report,
      { all, output, isShown: !diff || output !== "text", remarks, known: findings.length - left.length },
      io,
    );
    const limit = options["fail-on"] ?? "warning";
    return left.some(({ severity }) => isAtLeast(severity, limit)) ? FINDINGS : DONE;
  },
});
