/** What lint is told beside its options: the members of `.varexpand.yaml`, and of the configuration of `varexpand fn`. */
import { relative, resolve, sep } from "node:path";
import type { ExtraKind } from "../../../kubernetes/cluster/kinds.ts";
import type { Finding, Severity } from "../../../lint/finding.ts";
import { isRule, type RuleSeverities, unknownRule } from "../../../lint/rules/rules.ts";
import { wildcardMatcher } from "../../../text/glob.ts";
import { printable } from "../../../text/printable.ts";
import { type IsIgnored, ignoreRules } from "../../files/ignore-rules.ts";
import { UsageError } from "../../frame/errors.ts";
import type { ConfigValue } from "./config-value.ts";

type Matcher = (text: string) => boolean;

/** An entry of `ignore`. */
interface IgnoreEntry {
  readonly matches: IsIgnored;
  readonly rule: string;
  readonly name: Matcher | undefined;
  readonly place: string;
}

export interface LintSettings {
  /** The folder that its paths are from. */
  readonly folder: string;
  readonly rules: ReadonlyMap<string, Severity | "off">;
  readonly ignore: readonly IgnoreEntry[];
  isKnown(name: string): boolean;
  readonly templates: readonly ExtraKind[];
  readonly envFiles: IsIgnored | undefined;
}

/** The names of the members. */
export const LINT_SETTINGS = ["rules", "ignore", "known", "templates", "envFiles"] as const;

export const RULE_SETTINGS: readonly string[] = ["off", "note", "warning", "error"];

/**
 * @param members of those names; others are passed over
 * @throws InputError with its place
 */
export function readLintSettings(members: readonly (readonly [string, ConfigValue])[], folder: string): LintSettings {
  const rules = new Map<string, Severity | "off">();
  const ignore: IgnoreEntry[] = [];
  const known: Matcher[] = [];
  const templates: ExtraKind[] = [];
  const envFiles: string[] = [];
  for (const [key, value] of members) {
    if (key === "rules") {
      for (const [id, level] of value.entries()) rules.set(ruleId(id, level), levelOf(level));
    } else if (key === "ignore") {
      for (const item of value.items()) ignore.push(ignoreEntry(item));
    } else if (key === "known") {
      for (const item of value.items()) known.push(wildcardMatcher(item.text()));
    } else if (key === "templates") {
      for (const item of value.items()) templates.push(template(item));
    } else if (key === "envFiles") {
      for (const item of value.items()) envFiles.push(item.text());
    }
  }
  const areEnvFiles = envFiles.length === 0 ? undefined : ignoreRules(envFiles);
  const isKnown = (name: string) => known.some((matches) => matches(name));
  return { folder, rules, ignore, isKnown, templates, envFiles: areEnvFiles };
}

function ruleId(id: string, value: ConfigValue): string {
  return isRule(id) ? id : value.fail(unknownRule(printable(id)));
}

function levelOf(level: ConfigValue): Severity | "off" {
  const { value } = level;
  // YAML's word for false.
  if (value === false) return "off";
  if (typeof value === "string" && RULE_SETTINGS.includes(value)) return value as Severity | "off";
  return level.fail(`a rule is set to ${RULE_SETTINGS.join(", ")}`);
}

function ignoreEntry(entry: ConfigValue): IgnoreEntry {
  const members = new Map(entry.entries(["path", "rule", "name"]));
  const required = (key: string) => members.get(key) ?? entry.fail(`an entry of ignore needs ${key}`);
  const rule = required("rule");
  const name = members.get("name");
  return {
    matches: ignoreRules([required("path").text()]),
    rule: ruleId(rule.text(), rule),
    name: name && wildcardMatcher(name.text()),
    place: entry.place,
  };
}

function template(entry: ConfigValue): ExtraKind {
  const members = new Map(entry.entries(["kind", "path"]));
  const [kind, path] = [members.get("kind"), members.get("path")];
  if (kind === undefined || path === undefined) return entry.fail("an entry of templates needs kind and path");
  return { kind: kind.text(), location: path.text() };
}

/** `ID=LEVEL` of --rule. */
export function ruleSetting(option: string): [rule: string, setting: Severity | "off"] {
  const [rule = "", setting] = option.split("=", 2);
  if (!isRule(rule)) throw new UsageError(`--rule: ${unknownRule(printable(rule))}`);
  if (setting === undefined || !RULE_SETTINGS.includes(setting)) {
    throw new UsageError(`--rule ${rule}: write --rule ${rule}=LEVEL, where LEVEL is ${RULE_SETTINGS.join(", ")}`);
  }
  return [rule, setting as Severity | "off"];
}

/** The entries of `ignore`, and which of them are used. */
export class ConfiguredSuppressions {
  private readonly settings: LintSettings;
  private readonly used = new Set<IgnoreEntry>();

  constructor(settings: LintSettings) {
    this.settings = settings;
  }

  isIgnored(finding: Finding): boolean {
    const path = pathFromSettings(this.settings, finding.file);
    const entries = path === undefined ? [] : this.settings.ignore.filter((entry) => isAbout(entry, path, finding));
    for (const entry of entries) this.used.add(entry);
    return entries.length > 0;
  }

  /** Lines about entries that no finding needs, of those that are about the files that were looked at. */
  unusedLines(files: readonly string[], severities: RuleSeverities): string[] {
    const paths = files.flatMap((file) => pathFromSettings(this.settings, file) ?? []);
    return this.settings.ignore
      .filter((entry) => !this.used.has(entry) && severities.of(entry.rule) !== "off")
      .filter(({ matches }) => paths.some(matches))
      .map(({ place, rule }) => `${place}: unused: nothing here is a finding of ${rule}`);
  }
}

/** A file's path from the folder that settings are from; undefined if it is elsewhere. */
export function pathFromSettings({ folder }: LintSettings, file: string): string | undefined {
  const path = relative(folder, resolve(file)).split(sep).join("/");
  return path === "" || path === ".." || path.startsWith("../") ? undefined : path;
}

/** Whether an entry is about a finding: its path and rule, and the name of its variable or object. */
function isAbout(entry: IgnoreEntry, path: string, { name = "", object = "", rule }: Finding): boolean {
  if (entry.rule !== rule || !entry.matches(path)) return false;
  const names = [name, object, object.slice(object.indexOf("/") + 1)];
  return entry.name === undefined || names.some((each) => entry.name!(each));
}
