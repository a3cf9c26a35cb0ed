/** What lint says of a text, in lines that people can read. */

import { APPLIED } from "../../src/kubernetes/cluster/not-applied.ts";
import type { PodClusters } from "../../src/kubernetes/cluster/pod-cluster.ts";
import { sharedIn } from "../../src/kubernetes/cluster/shared-objects.ts";
import { FindingCollector } from "../../src/lint/collector.ts";
import type { Finding } from "../../src/lint/finding.ts";
import { LintedObjects } from "../../src/lint/lint-objects.ts";
import { lintPart } from "../../src/lint/manifest-lint.ts";
import { RULES, RuleSeverities } from "../../src/lint/rules/rules.ts";
import { SourceText } from "../../src/lint/source-text.ts";
import { defaultSettings } from "../../src/lsp/settings.ts";
import { KUBERNETES } from "../../src/yaml/dialect.ts";
import type { Node } from "../../src/yaml/node.ts";
import { parseManifest } from "../../src/yaml/parse.ts";
import { runInMemory } from "../cli/memory-io.ts";

/** `LINE:COLUMN-COLUMN «TEXT» RULE: MESSAGE`; the end has its line only if it is another one. */
export async function looked(text: string, ...args: string[]): Promise<string[]> {
  const { output, messages } = await runInMemory(["lint", "-o", "json", ...args, "-"], { stdin: text });
  if (output === "") return [...messages];
  return (JSON.parse(output).findings as Finding[]).map((finding) => shown(finding, text));
}

/** The findings in a manifest without a configuration: `«TEXT» RULE: MESSAGE`. The rule is a note, also if it is off. */
export function foundBy(rule: string, text: string): string[] {
  const severities = new RuleSeverities(new Map([[rule, "note"]]));
  const settings = { ...defaultSettings("pod.yaml"), severities };
  const documents = parseManifest(text, KUBERNETES);
  const source = new SourceText(text);
  const context = { clusters: clustersOf(documents), role: APPLIED };
  const collector = new FindingCollector(settings);
  collector.add("pod.yaml", source, { ...lintPart({ documents }, source, context, settings), documents });
  return collector.findings.map((finding) => shown(finding, text).replace(/^\S+ /, ""));
}

/** The objects that the pods of a file can refer to. */
export function clustersOf(documents: readonly Node[]): PodClusters {
  const objects = new LintedObjects();
  objects.add(
    "f",
    documents.flatMap(({ value }) => sharedIn(value)),
  );
  return objects.of("f");
}

export function shown({ line, column, endLine, endColumn, fix, message, rule }: Finding, text: string): string {
  const isFixable = RULES.some((each) => each.id === rule && each.isFixable);
  if (fix !== undefined && !isFixable) throw new Error(`${rule} has a fix, and is not marked as fixable`);
  const end = endLine === line ? endColumn : `${endLine}:${endColumn}`;
  const lines = text.split(/\r\n|\n/);
  const covered = lines.slice(line - 1, endLine).map((each) => [...each]);
  covered[covered.length - 1] = covered.at(-1)!.slice(0, endColumn - 1);
  covered[0] = covered[0]!.slice(column - 1);
  return `${line}:${column}-${end} «${covered.map((each) => each.join("")).join("⏎")}» ${rule}: ${message}`;
}

/** A pod with a container that has these lines; they begin at line 9, in column 5. */
export function pod(lines: string, after = ""): string {
  return `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: app
    image: example/app
${lines.trim().replace(/^(?=.)/gm, "    ")}
${after}`;
}

/** The same as JSON on one line for each member of the container. */
export function jsonPod(members: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": {"containers": [{"name": "app",
"image": "example/app",
${lines.join(",\n")}
}]}}
`;
}
