/** Everything that a project's documents make: actions, those of modules and templates included, and what has steps. */
import type { TemplateContext } from "../template/internal.ts";
import { type ActionConfig, actionKey, type Configs, type StepsConfig } from "./config.ts";
import { isDisabledAlready } from "./disabled.ts";
import { Modules, type ModulesWorld } from "./modules/modules.ts";
import type { ProjectEnvironment } from "./project-environment.ts";
import { rendered } from "./render.ts";
import type { Resolution } from "./resolution.ts";

export interface Collected {
  /** By `KIND.NAME`. */
  readonly actions: ReadonlyMap<string, ActionConfig>;
  readonly modules: Modules;
  /** Workflows and commands. */
  readonly steps: readonly StepsConfig[];
}

/**
 * @throws VariablesError, TemplateError
 */
export function collect(
  configs: Configs,
  environment: ProjectEnvironment,
  resolution: Resolution,
  world: ModulesWorld,
): Collected {
  const actions = new Map<string, ActionConfig>();
  const moduleConfigs = [...configs.modules];
  const steps = [...configs.workflows];
  const add = (config: ActionConfig) => {
    const key = actionKey(config.kind, config.name);
    const other = actions.get(key);
    resolution.budget.countAction();
    if (other !== undefined) {
      if (isDisabledAlready(config, environment, resolution)) return;
      if (!isDisabledAlready(other, environment, resolution)) {
        const reason = `there is another action ${key}, in ${other.field.source.file}, and neither is disabled`;
        throw config.field.at("name").error(reason);
      }
    }
    actions.set(key, config);
  };
  configs.actions.forEach(add);
  const context: TemplateContext = environment.context;
  for (const render of configs.renders) {
    const made = rendered(render, configs.templates, context, resolution);
    made.actions.forEach(add);
    moduleConfigs.push(...made.modules);
    steps.push(...made.workflows);
  }
  const modules = new Modules(moduleConfigs, environment, resolution, world, new Set(actions.keys()));
  modules.actions.forEach(add);
  return { actions, modules, steps };
}
