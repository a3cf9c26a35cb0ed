/** Opens a project in one environment: its documents become actions, modules, workflows, and commands. */

import { checkList } from "../../text/argument.ts";
import { getOwn, setKey } from "../../text/own-keys.ts";
import { checkSyntax, languageOf, NOT_KNOWN_YET, secretValue, type TemplateContext } from "../template/internal.ts";
import { isMap } from "../template/values.ts";
import { VariablesError } from "../variables/error.ts";
import { Action } from "./actions/action.ts";
import { isDisabledEarly } from "./actions/action-fields.ts";
import { ActionReferences } from "./actions/dependencies.ts";
import { rendered } from "./config-templates/render.ts";
import {
  type ActionConfig,
  actionKey,
  type ConfigDocument,
  type Configs,
  readConfigs,
  type StepsConfig,
} from "./documents/config.ts";
import { Failures } from "./errors.ts";
import { Modules } from "./modules/modules.ts";
import { type ProjectOptions, readOutputs } from "./options.ts";
import { Resolution } from "./resolution.ts";
import { openEnvironment, type ProjectEnvironment } from "./variables/environment.ts";

/** The `apiVersion` of projects in whose templates a `?` after an expression is text. */
const NO_SUFFIX = "garden.io/v2";

export interface OpenProject {
  readonly configs: Configs;
  readonly resolution: Resolution;
  readonly environment: ProjectEnvironment;
  /** By `KIND.NAME`. */
  readonly actions: ReadonlyMap<string, Action>;
  readonly references: ActionReferences;
  readonly modules: Modules;
  /** Workflows and commands. */
  readonly steps: readonly StepsConfig[];
}

export function openProject(documents: readonly ConfigDocument[], options: ProjectOptions): OpenProject {
  checkList(documents, "documents");
  const { outputs = {}, secretVariables = [] } = options;
  const baseContext = contextOf(options.world, secretVariables);
  const configs = readConfigs(documents);
  const { project } = configs;
  const { apiVersion } = project.field.map();
  const syntax = { optionalSuffix: apiVersion !== NO_SUFFIX, strict: options.strict };
  const language = { ...languageOf(syntax), budget: options.budget };
  const hasSecrets =
    (options.world?.secrets !== undefined || secretVariables.length > 0) && baseContext.secrets !== NOT_KNOWN_YET;
  const resolution = new Resolution(documents, project, language, hasSecrets, options);
  return resolution.located(() => {
    checkDocuments(documents, configs, resolution);
    const known = readOutputs(outputs);
    const opened = openEnvironment(project, options.environment, baseContext, known.providers, resolution);
    const path = isMap(baseContext.local) ? baseContext.local.projectPath : undefined;
    const root = typeof path === "string" ? path : undefined;
    const actionConfigs = new Map<string, ActionConfig>();
    const add = (config: ActionConfig) => addAction(actionConfigs, config, opened, resolution);
    configs.actions.forEach(add);
    const moduleConfigs = [...configs.modules];
    const steps = [...configs.workflows];
    for (const render of configs.renders) {
      const made = rendered(render, configs.templates, opened.context, resolution);
      made.actions.forEach(add);
      moduleConfigs.push(...made.modules);
      steps.push(...made.workflows);
    }
    const modules = new Modules(moduleConfigs, opened, resolution, {
      root,
      hasFile: options.hasFile,
      known: known.modules,
      actions: new Set(actionConfigs.keys()),
    });
    modules.actions.forEach(add);

    const isKnown = (key: string) => actionConfigs.has(key) || modules.foreign.has(key);
    const unknown = [...known.actions.keys()].find((key) => !isKnown(key));
    if (unknown !== undefined) throw new VariablesError("unknown-action", `outputs: no such action: ${unknown}`);
    const environment = { ...opened, providerContext: { ...opened.providerContext, modules: modules.context } };
    const references = new ActionReferences();
    const actions = new Map<string, Action>();
    for (const [key, config] of actionConfigs) {
      const others = references.contextFor(key);
      actions.set(key, new Action(config, environment, resolution, others, root, known.actions.get(key) ?? {}));
    }
    for (const [key, { self }] of actions) references.add(key, self);
    for (const key of modules.foreign) references.add(key, known.actions.get(key) ?? NOT_KNOWN_YET);
    return { configs, resolution, environment, actions, references, modules, steps };
  });
}

/** `local`, `git`, `secrets`, and so on. Variables in `local.env` that are secret are marked. */
function contextOf(given: TemplateContext = {}, secretVariables: readonly string[]): TemplateContext {
  const local = given.local ?? {};
  const secrets = given.secrets ?? {};
  const context = { git: {}, command: {}, datetime: {}, ...given, local, secrets };
  // `process.env` is not a map.
  if (!isMap(local) || typeof local.env !== "object" || local.env === null) return context;
  const env: Record<string, unknown> = { ...local.env };
  for (const name of secretVariables) {
    const value = getOwn(env, name);
    if (value !== undefined) setKey(env, name, secrets === NOT_KNOWN_YET ? NOT_KNOWN_YET : secretValue(value));
  }
  return { ...context, local: { ...local, env } };
}

/** Checks all documents, including disabled actions, other environments, and templates that are not used. */
function checkDocuments(documents: readonly ConfigDocument[], configs: Configs, resolution: Resolution): void {
  const failures = new Failures();
  const others = new Set<unknown>(configs.others);
  for (const document of documents) {
    if (others.has(document)) continue;
    checkSyntax(document.value, resolution.sources.pathIn(document), resolution.language, failures.add);
  }
  failures.check();
}

/** Adds the document of an action. Of two actions with one name, at least one must be disabled. */
function addAction(
  actions: Map<string, ActionConfig>,
  config: ActionConfig,
  environment: ProjectEnvironment,
  resolution: Resolution,
): void {
  const key = actionKey(config.kind, config.name);
  const other = actions.get(key);
  resolution.budget.countAction();
  if (other !== undefined) {
    if (isDisabledEarly(config, environment, resolution)) return;
    if (!isDisabledEarly(other, environment, resolution)) {
      const reason = `there is another action ${key} in ${other.field.source.file}; disable or rename one of them`;
      throw config.field.at("name").error(reason);
    }
  }
  actions.set(key, config);
}
