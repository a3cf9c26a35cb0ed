/** The functionConfig of `varexpand fn`: a ConfigMap, or a Lint of varexpand.dev. */

import type { Profile } from "../../../envfile/profile.ts";
import { SEVERITIES, type Severity } from "../../../lint/finding.ts";
import { KUBERNETES } from "../../../yaml/dialect.ts";
import { DocumentError } from "../../../yaml/error.ts";
import type { Node } from "../../../yaml/node.ts";
import { parseYaml } from "../../../yaml/parse.ts";
import { ConfigValue, LINT_SETTINGS, type LintSettings, readLintSettings } from "../lint/settings.ts";
import type { ResourceList } from "./resource-list.ts";

/** A kind for settings that are awkward to write in a ConfigMap, where each value is text. */
export const LINT_API = "varexpand.dev/v1";
export const LINT_KIND = "Lint";

export interface FunctionSettings {
  readonly profile: Profile;
  readonly complete: boolean;
  /** The function fails if there are findings at or above this level. */
  readonly failOn: Severity | "never";
  readonly lint: LintSettings;
}

/** Env files are not objects. */
const SETTINGS = ["profile", "complete", "failOn", ...LINT_SETTINGS.filter((name) => name !== "envFiles")] as const;

type Member = readonly [key: string, value: ConfigValue];

/** @throws InputError with its place */
export function readFunctionConfig(list: ResourceList): FunctionSettings {
  const { functionConfig } = list;
  const isGiven = functionConfig !== undefined && functionConfig.value !== null;
  const members = isGiven ? membersOf(functionConfig, list) : [];
  const value = (name: (typeof SETTINGS)[number]) => members.findLast(([key]) => key === name)?.[1];
  return {
    profile: chosen(value("profile"), ["design", "kubelet"]) ?? "design",
    complete: isTrue(value("complete")),
    failOn: chosen(value("failOn"), [...SEVERITIES, "never"]) ?? "error",
    lint: readLintSettings(members, process.cwd()),
  };
}

function membersOf(functionConfig: Node, list: ResourceList): Member[] {
  const config = new ConfigValue(functionConfig, (node) => `${list.place(node)}: functionConfig`);
  const members = new Map(config.entries());
  const text = (key: string) => members.get(key)?.text();
  const [apiVersion, kind] = [text("apiVersion"), text("kind")];
  if (apiVersion === "v1" && kind === "ConfigMap") {
    const data = members.get("data");
    return data === undefined || data.value === null
      ? []
      : data.entries(SETTINGS).map(([key, text]) => [key, read(key, text)]);
  }
  if (apiVersion === LINT_API && kind === LINT_KIND) {
    const spec = new Map(config.entries(["apiVersion", "kind", "metadata", "spec"])).get("spec");
    return spec === undefined ? [] : spec.entries(SETTINGS);
  }
  return config.fail(`it is a ConfigMap (v1) or a ${LINT_KIND} (${LINT_API})`);
}

/** The value of a ConfigMap's key, which is YAML text: `true`, `warning`, `[AWS_*]`, or lines. */
function read(key: string, text: ConfigValue): ConfigValue {
  const place = `${text.place}: data.${key}`;
  const { value } = text;
  if (typeof value !== "string")
    return text.fail(`data.${key}: the values of a ConfigMap are texts; write it in quotes`);
  try {
    const [document] = parseYaml(value, KUBERNETES);
    return document === undefined ? text.fail(`data.${key} is empty`) : new ConfigValue(document, () => place);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return text.fail(`data.${key}: ${error.message}`);
  }
}

function chosen<C extends string>(value: ConfigValue | undefined, choices: readonly C[]): C | undefined {
  if (value === undefined) return undefined;
  const choice = choices.find((each) => each === value.value);
  return choice ?? value.fail(`one of ${choices.join(", ")} is expected`);
}

function isTrue(value: ConfigValue | undefined): boolean {
  if (value === undefined) return false;
  return typeof value.value === "boolean" ? value.value : value.fail("true or false is expected");
}
