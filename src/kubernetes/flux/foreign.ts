/** References in a text that are certainly not Flux's: something else in the object sets the variable. */
import { memberOf } from "../../text/own-keys.ts";
import type { Path } from "../../yaml/node.ts";
import type { FluxReference } from "./references.ts";

/** What a reference belongs to. */
export type ForeignOwner = "script" | "shell" | "number" | "dashboard" | "container";

/** Where a text is, with its references. */
export interface TextInObject {
  readonly text: string;
  readonly path: Path;
  /** The object. */
  readonly value: unknown;
  readonly references: readonly FluxReference[];
}

/** The references of a text that do not belong to Flux, with what they belong to. Variables that Flux sets are not known here. */
export function foreignReferences({ path, references, text, value }: TextInObject): Map<FluxReference, ForeignOwner> {
  const found = new Map<FluxReference, ForeignOwner>();
  if (references.length === 0) return found;
  const dashboard = dashboardVariables(text);
  const isShell = dashboard === undefined && (/^\s*#!/.test(text) || isShellArgument(path, value));
  const set = dashboard === undefined ? namesSetIn(text) : new Set<string>();
  const inContainer = isShell ? containerVariables(path, value) : new Set<string>();
  for (const reference of references) {
    const { hasDefault, name } = reference;
    // A parameter of a shell, or a group of a regular expression.
    if (/^[0-9]/.test(name)) found.set(reference, "number");
    else if (dashboard !== undefined) {
      // Grafana has no defaults.
      const isOwn = !hasDefault && (dashboard.has(name) || DASHBOARD_BUILT_IN.test(name));
      if (isOwn) found.set(reference, "dashboard");
    } else if (set.has(name)) found.set(reference, "script");
    else if (isShell && SHELL_BUILT_IN.test(name)) found.set(reference, "shell");
    else if (inContainer.has(name)) found.set(reference, "container");
  }
  return found;
}

const SHELL_BUILT_IN =
  /^(?:BASHPID|BASH_\w+|EUID|FUNCNAME|IFS|LINENO|OLDPWD|OPTARG|OPTIND|PATH|PIPESTATUS|PPID|PWD|RANDOM|REPLY|SECONDS)$/;
const DASHBOARD_BUILT_IN =
  /^__(?:all_variables|dashboard|data|field|from|interval|interval_ms|name|org|range|range_ms|range_s|rate_interval|series|timeFilter|timezone|to|url_time_range|user|value)$/;

// Repetitions have a maximum, so that matching takes linear time.

/** `NAME=`, where a command can start. */
const ASSIGNMENT = /(?:^|[\s;&|(`"'])([A-Za-z_]\w*)(?:\[[\w$"'@]*\])?\+?=(?![=~])/gm;
/** The characters of an assigned value that are read. */
const MAX_VALUE_LENGTH = 1000;
/** Words that set the names after them. */
const SETTERS = [
  /\bfor\s+(\w+)\s+in\b/g,
  /\bfor\s*\(\(\s*(\w+)\s*=/g,
  /\bselect\s+(\w+)\s+in\b/g,
  /\bgetopts\s+\S+\s+(\w+)/g,
  /\bprintf\s+-v\s+(\w+)/g,
  /\b(?:mapfile|readarray)[ \t]{1,9}(?:-\w{1,9}[ \t]{1,9}){0,9}(\w{1,99})/g,
  /\b(?:const|let|var)\s+(\w+)\s*=/g,
  /\bread[ \t]{1,9}((?:-[a-zA-Z]{1,9}[ \t]{1,9}(?:(?:'[^'\n]{0,99}'|"[^"\n]{0,99}"|[0-9.]{1,9})[ \t]{1,9})?){0,9}[A-Za-z_]\w{0,99}(?:[ \t]{1,9}[A-Za-z_]\w{0,99}){0,30})/g,
  /\b(?:local|declare|typeset)[ \t]{1,9}((?:-\w{1,9}[ \t]{1,9}){0,9}[A-Za-z_]\w{0,99}(?:[ \t]{1,9}[A-Za-z_]\w{0,99}){0,30})/g,
];

/**
 * The names that a script sets itself. A script that first sets `NAME` to a value with `${NAME}` takes the value from Flux, or
 * from the environment.
 */
function namesSetIn(text: string): Set<string> {
  const names = new Set<string>();
  const first = new Set<string>();
  for (const { 1: name = "", index, 0: whole } of text.matchAll(ASSIGNMENT)) {
    if (first.has(name)) continue;
    first.add(name);
    const start = index + whole.length;
    const [value = ""] = text.slice(start, start + MAX_VALUE_LENGTH).split(/[\n;]|&&|\|\|/, 1);
    if (!value.match(/\$\{?\w+/g)?.some((reference) => reference.replace(/^\$\{?/, "") === name)) names.add(name);
  }
  for (const setter of SETTERS) {
    for (const [, list = ""] of text.matchAll(setter)) {
      for (const name of list.match(/(?<![-\w])[A-Za-z_]\w*/g) ?? []) if (!first.has(name)) names.add(name);
    }
  }
  return names;
}

/** The variables of a Grafana dashboard, without its inputs, which only an import by hand fills in; undefined for other text. */
function dashboardVariables(text: string): Set<string> | undefined {
  if (!/^\s*\{/.test(text) || !/"(?:panels|schemaVersion|templating)"/.test(text)) return undefined;
  let dashboard: unknown;
  try {
    dashboard = JSON.parse(text);
  } catch {
    return undefined;
  }
  const list = memberOf(memberOf(dashboard, "templating"), "list");
  const names = Array.isArray(list) ? list.map((variable) => memberOf(variable, "name")) : [];
  return new Set(names.filter((name) => typeof name === "string"));
}

/** The mapping that has `command` or `args`, through the steps of a path. */
function containerOf(path: Path, object: unknown): unknown {
  const at = path.findLastIndex((step) => step === "command" || step === "args");
  if (at === -1) return undefined;
  return path.slice(0, at).reduce<unknown>((value, step) => (value as Record<string, unknown>)?.[step], object);
}

/** Whether a text is an argument of a shell in a container. */
function isShellArgument(path: Path, object: unknown): boolean {
  const container = containerOf(path, object);
  const words = ["command", "args"].flatMap((key) => memberOf(container, key) ?? []);
  return words.some((word) => /^(?:\/(?:usr\/)?bin\/)?(?:ash|bash|dash|sh|zsh)$/.test(`${word}`));
}

/** The variables that the `env` of a container sets, except those that get the value of the Flux variable of the same name. */
function containerVariables(path: Path, object: unknown): Set<string> {
  const env = memberOf(containerOf(path, object), "env");
  const entries = Array.isArray(env)
    ? env.map((entry) => [memberOf(entry, "name"), memberOf(entry, "value")])
    : typeof env === "object" && env !== null
      ? Object.entries(env)
      : [];
  const own = entries.filter(
    ([name, value]) => typeof name === "string" && !JSON.stringify(value ?? "").includes(`\${${name}`),
  );
  return new Set(own.map(([name]) => name as string));
}
