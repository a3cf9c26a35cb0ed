/** Lints the items of a ResourceList. The findings are results of a KRM function. */
import { dirname, resolve } from "node:path";
import { SkippedObjects } from "../../../kubernetes/cluster/objects.ts";
import { APPLIED, type FileRole, roleOfPath } from "../../../kubernetes/cluster/unapplied.ts";
import { contentsOf } from "../../../kubernetes/kustomize/index.ts";
import { formatPath } from "../../../kubernetes/pod/path.ts";
import { AppliedObjects } from "../../../lint/applied-objects.ts";
import { FindingCollector } from "../../../lint/collector.ts";
import type { Finding, RawFinding } from "../../../lint/finding.ts";
import { FolderObjects, sharedObjects } from "../../../lint/folder-objects.ts";
import { lintPart } from "../../../lint/manifest-lint.ts";
import { RuleSeverities } from "../../../lint/rules/rules.ts";
import { SourceText } from "../../../lint/source-text.ts";
import type { WrongSuppression } from "../../../lint/suppressions.ts";
import { grouped } from "../../../text/grouped.ts";
import { memberOf } from "../../../text/own-keys.ts";
import { printable } from "../../../text/printable.ts";
import { count, summaryLine } from "../lint/report.ts";
import { ConfiguredSuppressions } from "../lint/settings.ts";
import type { FunctionSettings } from "./config.ts";
import { ListedFlux } from "./flux.ts";
import { ListedObject } from "./listed-object.ts";
import type { FunctionResult, ResourceList } from "./resource-list.ts";

/** What findings call the input, for objects whose file is not known. */
const INPUT = "<stdin>";

const SEVERITIES = { error: "error", warning: "warning", note: "info" } as const;

const LONGEST_LINE = 2000;

export interface ListFindings {
  readonly findings: readonly Finding[];
  readonly results: readonly FunctionResult[];
  /** For standard error. */
  readonly lines: readonly string[];
}

export function lintObjects(list: ResourceList, { complete, lint, profile }: FunctionSettings): ListFindings {
  const objects = list.items.map((item) => new ListedObject(item));
  const flux = new ListedFlux(list, objects);
  const severities = new RuleSeverities(lint.rules);
  const kustomizations = new ListedKustomizations(objects);
  const options = {
    profile,
    world: complete ? "closed" : "open",
    extraKinds: lint.templates,
    isKnown: (name: string) => kustomizations.names.has(name) || lint.isKnown(name),
    usesPaths: true,
  } as const;
  const source = new SourceText(list.text);
  const { findings: ofFlux, list: ignored } = flux.lint(objects, lint.isKnown);
  const found = { list: ignored, wrong: [] as WrongSuppression[] };
  const objectOf = new Map<RawFinding, ListedObject>(ofFlux);
  const skipped = new SkippedObjects();
  const unresolved: string[] = [];
  let pods = 0;
  // As lint groups files. Objects without a file form one group.
  const folderOf = ({ path }: ListedObject) => (path === undefined || complete ? "" : dirname(path));
  for (const group of grouped(objects, folderOf).values()) {
    const folderObjects = new FolderObjects();
    const renamed = new RenamedObjects(group);
    const applied = new AppliedObjects();
    for (const object of group) applied.add(object.node.value, kustomizations.roleOf(object).isPatched);
    for (const [file, inFile] of grouped(group, fileOf)) {
      const documents = inFile.flatMap((object) => [flux.applied(object), ...renamed.of(object)]);
      folderObjects.add(file, sharedObjects(documents));
    }
    for (const object of group) {
      const clusters = folderObjects.of(fileOf(object));
      const context = { clusters, applied, role: kustomizations.roleOf(object) };
      const result = lintPart({ documents: [flux.applied(object)] }, source, context, options);
      for (const finding of result.findings) if (!flux.replaces(finding, object)) objectOf.set(finding, object);
      for (const suppression of result.suppressions.list) found.list.push(suppression);
      for (const wrong of result.suppressions.wrong) found.wrong.push(wrong);
      for (const each of result.skipped) skipped.add(each);
      for (const { message } of result.unresolved) unresolved.push(`${object.title}: ${message}`);
      pods += result.pods;
    }
  }
  const collector = new FindingCollector({ severities, isIgnored: () => false });
  const configured = new ConfiguredSuppressions(lint);
  const all = collector.add(INPUT, source, {
    findings: [...objectOf.keys()],
    documents: list.items,
    suppressions: found,
  });
  const reported = all.flatMap(({ raw, finding }) => {
    const object = objectOf.get(raw)!;
    const placed = { ...finding, file: object.file?.path ?? INPUT };
    return configured.isIgnored(placed) ? [] : [{ finding: placed, object, field: formatPath(raw.path ?? []) }];
  });
  const findings = reported.map(({ finding }) => finding);
  const files = [...new Set(objects.map(({ file }) => file?.path ?? INPUT))];
  const looked = [count(objects.length, "object"), count(pods, "pod")];
  const lines = [
    ...reported.map(lineOf),
    ...[...collector.remarkLines(), ...configured.unusedLines(files, severities), ...unresolved],
    summaryLine(looked, findings, collector.more > 0 ? [`${collector.more} more not listed`] : [], skipped.lines()),
  ];
  return { findings, results: reported.map(resultOf), lines: lines.map((line) => printable(line, LONGEST_LINE)) };
}

/** A finding in an object, and the field that it is about. */
interface ObjectFinding {
  readonly finding: Finding;
  readonly object: ListedObject;
  readonly field: string;
}

function resultOf({ field, finding, object }: ObjectFinding): FunctionResult {
  const { file, ref } = object;
  return {
    message: messageOf(finding, field),
    severity: SEVERITIES[finding.severity],
    ...(ref && { resourceRef: ref }),
    ...(ref && field !== "" && { field: { path: field } }),
    ...(file && { file }),
    tags: { rule: finding.rule },
  };
}

function lineOf({ field, finding, object }: ObjectFinding): string {
  const place = field === "" ? object.title : `${object.title} ${printable(field, LONGEST_LINE)}`;
  return `${place}: ${finding.severity}: ${messageOf(finding, field)} [${finding.rule}]`;
}

/** The message without the field, which is printed separately. */
function messageOf({ message }: Finding, field: string): string {
  return message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
}

function fileOf({ path }: ListedObject): string {
  return path ?? INPUT;
}

/** ConfigMaps and Secrets under their previous names: kustomize renames references after it runs functions. */
class RenamedObjects {
  private readonly names: ReadonlySet<string>;

  constructor(objects: readonly ListedObject[]) {
    this.names = new Set(objects.map(({ ref }) => idOf(ref, ref?.name)));
  }

  of({ node, previousNames, ref }: ListedObject): { readonly value: unknown }[] {
    if (ref?.apiVersion !== "v1" || (ref.kind !== "ConfigMap" && ref.kind !== "Secret")) return [];
    const free = previousNames.filter((name) => !this.names.has(idOf(ref, name)));
    const value = node.value as { readonly metadata: object };
    return free.map((name) => ({ value: { ...value, metadata: { ...value.metadata, name } } }));
  }
}

function idOf(ref: ListedObject["ref"], name: string | undefined): string {
  return JSON.stringify([ref?.kind, ref?.namespace, name]);
}

/** The kustomizations among the objects. Each can change objects in its folder and in folders below. */
class ListedKustomizations {
  readonly names = new Set<string>();
  private readonly patches = new Set<string>();
  private readonly folders = new Set<string>();

  constructor(objects: readonly ListedObject[]) {
    for (const { node, path } of objects) {
      const apiVersion = memberOf(node.value, "apiVersion");
      const isKustomization = typeof apiVersion === "string" && apiVersion.startsWith("kustomize.config.k8s.io/");
      if (path === undefined || !isKustomization) continue;
      const folder = dirname(resolve("/", path));
      this.folders.add(folder);
      const { names, patches } = contentsOf(node, folder);
      for (const name of names) this.names.add(name);
      for (const patch of patches) this.patches.add(patch);
    }
  }

  roleOf(object: ListedObject): FileRole {
    const role = { ...APPLIED, ...(object.path !== undefined && roleOfPath(object.path)) };
    return { ...role, isPatched: role.isPatched || this.mayChange(object) };
  }

  private mayChange({ path }: ListedObject): boolean {
    if (path === undefined || this.folders.size === 0) return false;
    const file = resolve("/", path);
    if (this.patches.has(file)) return true;
    for (let folder = dirname(file); !this.folders.has(folder); folder = dirname(folder)) {
      if (folder === dirname(folder)) return false;
    }
    return true;
  }
}
