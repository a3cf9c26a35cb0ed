/** `.varexpand.yaml`: what `varexpand lint` is told for a repository. */
import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { ExtraKind } from "../cluster/kinds.ts";
import { dereferenced, type Node } from "../document/node.ts";
import type { Finding, Severity } from "../lint/finding.ts";
import { isRule, type RuleSeverities, unknownRule } from "../lint/rules.ts";
import { closest } from "../text/closest.ts";
import { printable } from "../text/printable.ts";
import { InputError, UsageError } from "./errors.ts";
import { type IsIgnored, ignoreRules } from "./ignore-rules.ts";
import type { CommandIo } from "./io.ts";
import { ManifestFile } from "./manifest-file.ts";

export const CONFIG_FILE = ".varexpand.yaml";

export function isConfig(file: string): boolean {
  return basename(file) === CONFIG_FILE;
}

/** An entry of `ignore`. */
interface IgnoreEntry {
  readonly matches: IsIgnored;
  readonly rule: string;
  readonly name: RegExp | undefined;
  readonly place: string;
}

export interface LintConfig {
  /** The folder that its paths are from. */
  readonly folder: string;
  readonly rules: ReadonlyMap<string, Severity | "off">;
  readonly ignore: readonly IgnoreEntry[];
  readonly known: readonly RegExp[];
  readonly templates: readonly ExtraKind[];
  readonly envFiles: IsIgnored | undefined;
}

export const RULE_SETTINGS: readonly string[] = ["off", "note", "warning", "error"];

/** The configuration that an option names, or the nearest one, up to the repository's root. */
export function readLintConfig(file: string | undefined, io: CommandIo): LintConfig {
  const found = file ?? nearestConfig(process.cwd());
  if (found === undefined) {
    return { folder: process.cwd(), rules: new Map(), ignore: [], known: [], templates: [], envFiles: undefined };
  }
  // A message names the file as people would.
  const shown = file ?? relative(process.cwd(), found);
  return new ConfigReader(new ManifestFile(shown === "" ? found : shown, io)).read(dirname(resolve(found)));
}

/** The configuration of a folder, or of one above it, up to the repository's root. */
export function nearestConfig(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, CONFIG_FILE);
    if (existsSync(file)) return file;
    if (existsSync(join(folder, ".git")) || dirname(folder) === folder) return undefined;
  }
}

const KEYS = ["rules", "ignore", "known", "templates", "envFiles"];

class ConfigReader {
  private readonly file: ManifestFile;

  constructor(file: ManifestFile) {
    this.file = file;
  }

  read(folder: string): LintConfig {
    const rules = new Map<string, Severity | "off">();
    const ignore: IgnoreEntry[] = [];
    const known: RegExp[] = [];
    const templates: ExtraKind[] = [];
    const envFiles: string[] = [];
    const [root, second] = this.file.documents;
    if (second !== undefined) this.fail(second, "the configuration is one document");
    const isEmpty = root === undefined || root.value === null;
    for (const [key, node] of isEmpty ? [] : this.entries(root, KEYS)) {
      // A key without a value is as good as none.
      if (node.value === null) continue;
      if (key === "rules") {
        for (const [id, setting] of this.entries(node)) rules.set(this.rule(id, setting), this.setting(setting));
      } else if (key === "ignore") {
        for (const item of this.items(node)) ignore.push(this.ignoreEntry(item));
      } else if (key === "known") {
        for (const item of this.items(node)) known.push(patternOf(this.text(item)));
      } else if (key === "templates") {
        for (const item of this.items(node)) templates.push(this.template(item));
      } else {
        for (const item of this.items(node)) envFiles.push(this.text(item));
      }
    }
    const areEnvFiles = envFiles.length === 0 ? undefined : ignoreRules(envFiles);
    return { folder, rules, ignore, known, templates, envFiles: areEnvFiles };
  }

  private rule(id: string, node: Node): string {
    return isRule(id) ? id : this.fail(node, unknownRule(printable(id)));
  }

  private setting(node: Node): Severity | "off" {
    const { value } = node;
    // YAML's word for false.
    if (value === false) return "off";
    if (typeof value === "string" && RULE_SETTINGS.includes(value)) return value as Severity | "off";
    return this.fail(node, `a rule is set to ${RULE_SETTINGS.join(", ")}`);
  }

  private ignoreEntry(node: Node): IgnoreEntry {
    const members = new Map(this.entries(node, ["path", "rule", "name"]));
    const required = (key: string) => {
      const member = members.get(key);
      return member === undefined ? this.fail(node, `an entry of ignore needs ${key}`) : member;
    };
    const rule = required("rule");
    const name = members.get("name");
    return {
      matches: ignoreRules([this.text(required("path"))]),
      rule: this.rule(this.text(rule), rule),
      name: name && patternOf(this.text(name)),
      place: this.file.place(node.start),
    };
  }

  private template(node: Node): ExtraKind {
    const members = new Map(this.entries(node, ["kind", "path"]));
    const [kind, path] = [members.get("kind"), members.get("path")];
    if (kind === undefined || path === undefined) return this.fail(node, "an entry of templates needs kind and path");
    return { kind: this.text(kind), location: this.text(path) };
  }

  /** @param known the keys that there may be; any, if it is undefined */
  private entries(node: Node, known?: readonly string[]): [key: string, node: Node][] {
    const mapping = dereferenced(node);
    if (mapping.kind !== "mapping") return this.fail(node, "a mapping is expected");
    return mapping.entries.map(({ key, keyNode, node: member }) => {
      if (known === undefined || known.includes(key)) return [key, member];
      const meant = closest(key, known);
      const hint = meant === undefined ? `known: ${known.join(", ")}` : `did you mean ${meant}?`;
      return this.fail(keyNode, `unknown key ${JSON.stringify(printable(key))}; ${hint}`);
    });
  }

  private items(node: Node): readonly Node[] {
    const list = dereferenced(node);
    return list.kind === "sequence" ? list.items : this.fail(node, "a list is expected");
  }

  private text(node: Node): string {
    const { value } = node;
    return typeof value === "string" && value !== "" ? value : this.fail(node, "a text is expected");
  }

  private fail(node: Node, problem: string): never {
    throw new InputError(`${this.file.place(node.start)}: ${problem}`);
  }
}

/** A text with `*` for anything. */
function patternOf(text: string): RegExp {
  const parts = text.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
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
  private readonly config: LintConfig;
  private readonly used = new Set<IgnoreEntry>();

  constructor(config: LintConfig) {
    this.config = config;
  }

  isIgnored(finding: Finding): boolean {
    const path = pathFromConfig(this.config, finding.file);
    const entries = path === undefined ? [] : this.config.ignore.filter((entry) => isAbout(entry, path, finding));
    for (const entry of entries) this.used.add(entry);
    return entries.length > 0;
  }

  /** Lines about entries that no finding needs, of those that are about the files that were looked at. */
  unusedLines(files: readonly string[], severities: RuleSeverities): string[] {
    const paths = files.flatMap((file) => pathFromConfig(this.config, file) ?? []);
    return this.config.ignore
      .filter((entry) => !this.used.has(entry) && severities.of(entry.rule) !== "off")
      .filter(({ matches }) => paths.some(matches))
      .map(({ place, rule }) => `${place}: unused: nothing here is a finding of ${rule}`);
  }
}

/** A file's path from the folder of the configuration; undefined if it is elsewhere. */
export function pathFromConfig({ folder }: LintConfig, file: string): string | undefined {
  const path = relative(folder, resolve(file)).split(sep).join("/");
  return path === "" || path === ".." || path.startsWith("../") ? undefined : path;
}

/** Whether an entry is about a finding: its path and rule, and the name of its variable or object. */
function isAbout(entry: IgnoreEntry, path: string, { name = "", object = "", rule }: Finding): boolean {
  if (entry.rule !== rule || !entry.matches(path)) return false;
  const names = [name, object, object.slice(object.indexOf("/") + 1)];
  return entry.name === undefined || names.some((each) => entry.name!.test(each));
}
