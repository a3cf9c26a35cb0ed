/** `varexpand lint`: finds mistakes that no other tool reports, in manifests, env files, Compose files, and Garden projects. */
import { FindingCollector } from "../../../lint/collector.ts";
import { isAtLeast } from "../../../lint/finding.ts";
import type { Report } from "../../../lint/report/report.ts";
import { RuleSeverities } from "../../../lint/rules/rules.ts";
import { isUnchecked } from "../../../repository/unknowns.ts";
import { DONE, defineCommand, FAILED, FINDINGS } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import { colorsOf } from "../../frame/io.ts";
import { readLintConfig } from "../../lint-settings/config.ts";
import { lintOptions, withConfigured } from "../../lint-settings/options.ts";
import { ConfiguredSuppressions, ruleSetting } from "../../lint-settings/settings.ts";
import { ruleHelp } from "../../rule-help.ts";
import { lintFiles, lintInputs } from "./lint-files.ts";
import { knownFindings, pathOf, renderedLines, reportFindings, writeBaseline } from "./report.ts";

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
    const { baseline } = options;
    if (options["write-baseline"] && baseline === undefined) {
      throw new UsageError("--write-baseline requires --baseline FILE");
    }
    const severities = new RuleSeverities(new Map([...config.rules, ...options.rule.map(ruleSetting)]));
    const known = baseline === undefined || options["write-baseline"] ? undefined : knownFindings(baseline, io);

    const configured = new ConfiguredSuppressions(config);
    const collector = new FindingCollector({ severities, isIgnored: (finding) => configured.isIgnored(finding) });
    const run = { options, operands, config, collector };
    const inputs = await lintInputs(run, io);
    const { coverage, files, fixes, projects } = lintFiles(inputs, run, io);
    const findings = collector.inOrderOf(files);

    if (options["write-baseline"]) {
      await writeBaseline(baseline!, findings, io);
      return DONE;
    }
    await fixes?.write(options.diff);
    const left = known === undefined ? findings : known.newOf(findings);
    const unknowns = coverage.unknowns.list;
    const skipped = [...renderedLines(coverage), ...inputs.skipped.lines(), ...coverage.skippedObjects.lines()];
    const { envFiles, files: fileCount, pods } = coverage;
    const summary = { files: fileCount, pods, envFiles, projects: projects.length, skipped, unknowns };
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
    if (fileCount + envFiles + projects.length === 0 && !options["skip-unchecked"]) {
      io.report(`varexpand: ${NOTHING_CHECKED}`);
      return FAILED;
    }
    const failOn = options["fail-on"] ?? "warning";
    if (failOn === "unknown" && unknowns.some(isUnchecked)) return FINDINGS;
    const limit = failOn === "unknown" ? "warning" : failOn;
    return left.some(({ severity }) => isAtLeast(severity, limit)) ? FINDINGS : DONE;
  },
});
