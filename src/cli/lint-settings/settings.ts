/** The settings in `.varexpand.yaml`. */
import { join, relative, resolve, sep } from "node:path";
import type { CustomKind } from "../../kubernetes/cluster/kinds.ts";
import type { StatedSource } from "../../kubernetes/flux/index.ts";
import type { SourceFile } from "../../kubernetes/kustomize/index.ts";
import { ENV_FILE_DIALECTS, type EnvFileDialect } from "../../lint/envfile-lint.ts";
import type { Finding, Severity } from "../../lint/finding.ts";
import { isRule, type RuleSeverities, unknownRule } from "../../lint/rules/rules.ts";
import { closest } from "../../text/closest.ts";
import { wildcardMatcher } from "../../text/glob.ts";
import { printable } from "../../text/printable.ts";
import { dereferenced, type Node } from "../../yaml/node.ts";
import { type IsIgnored, ignoreRules } from "../files/ignore-rules.ts";
import type { Option } from "../frame/command.ts";
import { InputError, UsageError } from "../frame/errors.ts";
import { slashed } from "../manifests/folder-host.ts";
import { type ConfiguredOptions, lintOptions, OPTION_SETTINGS, RULE_SETTINGS } from "./options.ts";

/** A value of a configuration, with its place for messages. */
export class ConfigValue {
  readonly node: Node;
  private readonly placeOf: (node: Node) => string;

  /** @param placeOf the place of a node for messages: `file:line:column` */
  constructor(node: Node, placeOf: (node: Node) => string) {
    this.node = node;
    this.placeOf = placeOf;
  }

  get place(): string {
    return this.placeOf(this.node);
  }

  get value(): unknown {
    return this.node.value;
  }

  /**
   * The members of a mapping. With `known` keys, members without a value are left out.
   *
   * @param known the keys that are allowed; undefined allows any key
   */
  entries(known?: readonly string[]): [key: string, value: ConfigValue][] {
    const mapping = dereferenced(this.node);
    if (mapping.kind !== "mapping") return this.fail("expected a mapping");
    return mapping.entries.flatMap(({ key, keyNode, node }): [string, ConfigValue][] => {
      if (known === undefined || known.includes(key)) {
        return node.value === null && known !== undefined ? [] : [[key, this.of(node)]];
      }
      const meant = closest(key, known);
      const hint = meant === undefined ? `known: ${known.join(", ")}` : `did you mean ${meant}?`;
      return this.of(keyNode).fail(`unknown key ${JSON.stringify(printable(key))}; ${hint}`);
    });
  }

  items(): ConfigValue[] {
    const list = dereferenced(this.node);
    return list.kind === "sequence" ? list.items.map((item) => this.of(item)) : this.fail("expected a list");
  }

  text(): string {
    const { value } = this;
    return typeof value === "string" && value !== "" ? value : this.fail("expected a string");
  }

  /** @throws InputError that begins with the place */
  fail(problem: string): never {
    throw new InputError(`${this.place}: ${problem}`);
  }

  private of(node: Node): ConfigValue {
    return new ConfigValue(node, this.placeOf);
  }
}

type Matcher = (text: string) => boolean;

/** An entry of `ignore`. */
interface IgnoreEntry {
  readonly matches: IsIgnored;
  readonly rule: string;
  readonly name: Matcher | undefined;
  readonly place: string;
}

export interface LintSettings {
  /** Paths are relative to this folder. */
  readonly folder: string;
  readonly options: ConfiguredOptions;
  readonly rules: ReadonlyMap<string, Severity | "off">;
  readonly ignore: readonly IgnoreEntry[];
  isKnown(name: string): boolean;
  readonly templates: readonly CustomKind[];
  readonly envFiles: IsIgnored | undefined;
  /** The absolute paths of the env files of every Compose project. Without them, each has `.env` in its folder. */
  readonly composeEnvFiles: readonly string[] | undefined;
  /** The ConfigMaps and Secrets with variables of Flux whose keys are stated. */
  readonly sources: readonly StatedSource[];
  /** The dialect of an env file, by its path from the folder. */
  dialectOf(path: string): EnvFileDialect | undefined;
}

/** The names of the members. */
export const LINT_SETTINGS = [
  "rules",
  "ignore",
  "known",
  "templates",
  "envFiles",
  "composeEnvFiles",
  "sources",
  ...OPTION_SETTINGS.keys(),
] as const;

/**
 * @param members of those names; others are ignored
 * @param file the file that contains them
 * @throws InputError with its place
 */
export function readLintSettings(
  members: readonly (readonly [string, ConfigValue])[],
  folder: string,
  file: SourceFile = { path: folder, text: "" },
): LintSettings {
  const options: Record<string, string | boolean> = {};
  const rules = new Map<string, Severity | "off">();
  const ignore: IgnoreEntry[] = [];
  const known: Matcher[] = [];
  const templates: CustomKind[] = [];
  const envFiles: string[] = [];
  const sources: StatedSource[] = [];
  let composeEnvFiles: readonly string[] | undefined;
  const dialects: [IsIgnored, EnvFileDialect][] = [];
  for (const [key, value] of members) {
    const option = OPTION_SETTINGS.get(key);
    if (option !== undefined) {
      options[option] = optionValue(option, value, folder);
    } else if (key === "rules") {
      for (const [id, level] of value.entries()) rules.set(ruleId(id, level), levelOf(level));
    } else if (key === "ignore") {
      for (const item of value.items()) ignore.push(ignoreEntry(item));
    } else if (key === "known") {
      for (const item of value.items()) known.push(wildcardMatcher(item.text()));
    } else if (key === "templates") {
      for (const item of value.items()) templates.push(template(item));
    } else if (key === "composeEnvFiles") {
      composeEnvFiles = value.items().map((item) => slashed(join(folder, item.text())));
    } else if (key === "sources") {
      for (const item of value.items()) sources.push(statedSource(item, file));
    } else if (key === "envFiles") {
      for (const item of value.items()) {
        if (typeof item.value === "string") {
          envFiles.push(item.text());
          continue;
        }
        const members = new Map(item.entries(["path", "dialect"]));
        const path = members.get("path")?.text() ?? item.fail("an entry of envFiles needs path");
        const name = members.get("dialect")?.text();
        const dialect = ENV_FILE_DIALECTS.find((each) => each === name);
        if (dialect === undefined) return item.fail(`dialect is one of ${ENV_FILE_DIALECTS.join(", ")}`);
        envFiles.push(path);
        dialects.push([ignoreRules([path]), dialect]);
      }
    }
  }
  const areEnvFiles = envFiles.length === 0 ? undefined : ignoreRules(envFiles);
  const isKnown = (name: string) => known.some((matches) => matches(name));
  const dialectOf = (path: string) => dialects.findLast(([matches]) => matches(path))?.[1];
  return {
    ...{ folder, options, rules, ignore, isKnown, templates, composeEnvFiles, sources, dialectOf },
    envFiles: areEnvFiles,
  };
}

/** The value of an option. A file is relative to the configuration's folder. */
function optionValue(name: keyof ConfiguredOptions, value: ConfigValue, folder: string): string | boolean {
  const option: Option = lintOptions[name];
  if (option.type === "boolean") {
    return typeof value.value === "boolean" ? value.value : value.fail("expected true or false");
  }
  const text = value.text();
  if (option.choices === undefined) return join(folder, text);
  return option.choices.includes(text) ? text : value.fail(`expected ${option.choices.join(", ")}`);
}

function ruleId(id: string, value: ConfigValue): string {
  return isRule(id) ? id : value.fail(unknownRule(printable(id)));
}

function levelOf(level: ConfigValue): Severity | "off" {
  const { value } = level;
  // YAML reads `off` as false.
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

function template(entry: ConfigValue): CustomKind {
  const members = new Map(entry.entries(["kind", "path"]));
  const [kind, path] = [members.get("kind"), members.get("path")];
  if (kind === undefined || path === undefined) return entry.fail("an entry of templates needs kind and path");
  return { kind: kind.text(), location: path.text() };
}

const SOURCE_KINDS = ["ConfigMap", "Secret"] as const;

function statedSource(entry: ConfigValue, file: SourceFile): StatedSource {
  const members = new Map(entry.entries(["kind", "name", "namespace", "keys", "complete"]));
  const required = (key: string) => members.get(key) ?? entry.fail(`an entry of sources needs ${key}`);
  const given = required("kind");
  const kind = SOURCE_KINDS.find((each) => each === given.value) ?? given.fail("expected ConfigMap or Secret");
  const complete = members.get("complete");
  const isComplete = complete === undefined ? false : complete.value;
  if (typeof isComplete !== "boolean") return complete!.fail("expected true or false");
  const keys = new Map(
    required("keys")
      .items()
      .map((key) => [key.text(), key.node] as const),
  );
  return { kind, name: required("name").text(), namespace: members.get("namespace")?.text(), keys, file, isComplete };
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

/** The entries of `ignore`, with a record of those that are used. */
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

  /** Lines about unused entries that match one of the files. */
  unusedLines(files: readonly string[], severities: RuleSeverities): string[] {
    const paths = files.flatMap((file) => pathFromSettings(this.settings, file) ?? []);
    return this.settings.ignore
      .filter((entry) => !this.used.has(entry) && severities.of(entry.rule) !== "off")
      .filter(({ matches }) => paths.some(matches))
      .map(({ place, rule }) => `${place}: unused suppression: ${rule} reports nothing`);
  }
}

/** A file's path relative to the settings' folder; undefined if it is outside that folder. */
export function pathFromSettings({ folder }: LintSettings, file: string): string | undefined {
  const path = relative(folder, resolve(file)).split(sep).join("/");
  return path === "" || path === ".." || path.startsWith("../") ? undefined : path;
}

/** Whether an entry is about a finding: its path and rule, and the name of its variable or object. */
function isAbout(entry: IgnoreEntry, path: string, { name = "", object = "", rule, sourceObject = object }: Finding) {
  if (entry.rule !== rule || !entry.matches(path)) return false;
  const objects = [object, sourceObject].flatMap((each) => [each, each.slice(each.indexOf("/") + 1)]);
  return entry.name === undefined || [name, ...objects].some((each) => entry.name!(each));
}
