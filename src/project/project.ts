/** A project: its config documents, resolved in one of its environments. */
import type { TemplateContext } from "../template/context/run.ts";
import { LATE } from "../template/context/unresolved.ts";
import { templateValues } from "../template/resolve/template-values.ts";
import { isMap, setKey } from "../template/values.ts";
import { VariablesError } from "../variables/error.ts";
import { ProjectBudget, type ProjectLimits } from "../variables/limits.ts";
import { getOwn, type Variables } from "../variables/map.ts";
import { Action } from "./action.ts";
import {
  type ActionConfig,
  type ActionKind,
  actionKey,
  type ConfigDocument,
  type Configs,
  readConfigs,
} from "./config.ts";
import { inDependencyOrder, KIND_NAMES, namedDependencies } from "./dependencies.ts";
import { Explainer } from "./explainer.ts";
import type { Explanation } from "./explanation.ts";
import { readOutputs } from "./outputs.ts";
import { resolveProject } from "./project-document.ts";
import { type Environment, openEnvironment } from "./project-environment.ts";
import { renderedActions } from "./render.ts";
import { documentOf, isComplete } from "./resolution.ts";
import { hasSecrets, lateSecrets, type Scopes, SecretFinder, SecretNameError } from "./secret-finder.ts";
import { Sources } from "./sources.ts";
import { withoutSecrets } from "./told-error.ts";
import type { ReadVarfile } from "./varfile-level.ts";

/** What a project is resolved with. */
export interface ProjectOptions {
  /** `NAME` or `NAMESPACE.NAME`; without it, the project's default environment, or its first. */
  readonly environment?: string | undefined;
  /** Single variables, as `parseVarFlags` gives them: above all levels. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** What templates see of the world: `local`, `git`, `command`, `datetime`, `secrets`. */
  readonly world?: TemplateContext;
  /** Variables of `world.local.env` that are as secret as what `world.secrets` holds, which must be there. */
  readonly secretVariables?: readonly string[];
  /** What is known of providers and actions that have run, by the paths that templates have; the rest is late. */
  readonly outputs?: Readonly<Variables>;
  /** Finds varfiles; without it there are none. */
  readonly readVarfile?: ReadVarfile;
  /** How much the project may cost; what is not said has its default. More is a `VariablesError` with the code `limit`. */
  readonly limits?: ProjectLimits;
}

/** A document of a project, resolved. */
export interface ResolvedDocument {
  /** `project`, `KIND.NAME` for an action, or undefined for a document of a kind that is not resolved. */
  readonly name: string | undefined;
  readonly file: string;
  /** The document; where something in it is late, a template that gives it. */
  readonly value: unknown;
  /** Whether nothing in it is late. */
  readonly isComplete: boolean;
  /** The actions that it depends on, in order, as `KIND.NAME`. */
  readonly dependencies: readonly string[];
}

/**
 * A project in one of its environments.
 *
 * @example
 * ```ts
 * const project = new Project([
 *   { file: "garden.yml", value: { kind: "Project", name: "shop", environments: [{ name: "dev" }], variables: { port: 80 } } },
 *   { file: "garden.yml", value: { kind: "Deploy", name: "api", spec: { port: "${var.port}" } } },
 * ]);
 * project.resolve()[1].value; // { kind: "Deploy", name: "api", spec: { port: 80 } }
 * ```
 */
export class Project {
  private readonly documents: readonly ConfigDocument[];
  private readonly options: ProjectOptions;
  private readonly configs: Configs;
  private readonly sources = new Sources();
  private readonly environment: Environment;
  private readonly actions: ReadonlyMap<string, Action>;
  private readonly selves: ReadonlyMap<ActionKind, Readonly<Record<string, unknown>>>;
  /** The actions that each action's templates have looked up. */
  private readonly lookedUp = new Map<string, Set<string>>();
  private explainer: Explainer | undefined;
  private secretFinder: SecretFinder | undefined;

  /** @throws VariablesError that names the file and the place */
  constructor(documents: readonly ConfigDocument[], options: ProjectOptions = {}) {
    const { overrides = {}, outputs = {}, readVarfile = () => undefined, secretVariables = [] } = options;
    const secrets = options.world?.secrets;
    const local = localOf(options.world?.local ?? {}, secretVariables, secrets);
    const world = { git: {}, command: {}, datetime: {}, ...options.world, local, secrets: secrets ?? {} };
    const budget = new ProjectBudget(options.limits);
    const reader = { read: readVarfile, sources: this.sources, budget };
    this.documents = documents;
    this.options = options;
    this.configs = readConfigs(documents);
    try {
      const { project, renders, templates } = this.configs;
      const known = readOutputs(outputs);
      this.environment = openEnvironment(project, options.environment, world, overrides, known.providers, reader);
      const { context } = this.environment;
      const configs = new Map<string, ActionConfig>();
      for (const config of this.configs.actions) addAction(configs, config, budget);
      for (const render of renders) {
        for (const config of renderedActions(render, templates, context, this.sources)) {
          addAction(configs, config, budget);
        }
      }
      const unknown = [...known.actions.keys()].find((key) => !configs.has(key));
      if (unknown !== undefined) throw new VariablesError("unknown-action", `outputs: there is no action ${unknown}`);
      const root =
        isMap(world.local) && typeof world.local.projectPath === "string" ? world.local.projectPath : undefined;
      this.actions = new Map(
        Array.from(configs, ([key, config]) => {
          const sourcePath = root === undefined ? LATE : [root, config.folder].filter((part) => part !== "").join("/");
          const action = new Action(config, this.environment, overrides, reader, this.actionsFor(key), {
            sourcePath,
            buildPath: LATE,
            version: LATE,
            outputs: LATE,
            ...known.actions.get(key),
          });
          return [key, action];
        }),
      );
      this.selves = selvesOf(this.actions.values());
      // Names are told to everyone.
      if (renders.length > 0 && hasSecrets(secrets)) this.findSecrets();
    } catch (error) {
      throw this.told(error, () => {});
    }
  }

  /**
   * Every document: the project, its actions, each behind those that it depends on, and then what is neither.
   *
   * @throws VariablesError that names the file and the place
   */
  resolve(): ResolvedDocument[] {
    try {
      const project = resolveProject(this.configs.project, this.environment, this.sources);
      const resolved = new Map(Array.from(this.actions, ([key, action]) => [key, action.resolve()] as const));
      const dependencies = new Map(
        Array.from(this.actions, ([key, action]) => {
          const named = namedDependencies(action, resolved.get(key)!, this.actions);
          return [key, new Set([...named, ...(this.lookedUp.get(key) ?? [])])] as const;
        }),
      );
      const actions = inDependencyOrder(this.actions, dependencies).map(({ config }) => {
        const key = actionKey(config.kind, config.name);
        return resolvedDocument(key, config.field.source.file, resolved.get(key), [...dependencies.get(key)!]);
      });
      const others = this.configs.others.map(({ file, value }) => resolvedDocument(undefined, file, value, []));
      return [resolvedDocument("project", this.configs.project.field.source.file, project, []), ...actions, ...others];
    } catch (error) {
      throw this.told(error, (project) => project.resolve());
    }
  }

  /**
   * Where a variable has its value from: in the environment, and in each action that says something about it itself.
   *
   * @param variable `a.b` or `var.a.b`
   * @throws VariablesError that names the file and the place
   */
  explain(variable: string): Explanation[] {
    try {
      this.explainer ??= this.openExplainer();
      return this.explainer.explain(variable);
    } catch (error) {
      throw this.told(error, (project) => project.explain(variable));
    }
  }

  private openExplainer(): Explainer {
    return new Explainer({
      scopes: this.scopes,
      sources: this.sources,
      overrides: this.options.overrides ?? {},
      secretFinder: hasSecrets(this.options.world?.secrets) ? this.findSecrets() : undefined,
    });
  }

  private findSecrets(): SecretFinder {
    this.secretFinder ??= new SecretFinder((secrets) => this.withSecrets(secrets).scopes);
    return this.secretFinder;
  }

  private withSecrets(secrets: unknown): Project {
    return new Project(this.documents, { ...this.options, world: { ...this.options.world, secrets } });
  }

  /**
   * An error as it may be told: as it is if it would be the same without the secrets.
   *
   * @param action what has led to it
   */
  private told(error: unknown, action: (project: Project) => void): unknown {
    const located = this.sources.located(error);
    if (!(located instanceof VariablesError) || !hasSecrets(this.options.world?.secrets)) return located;
    if (located instanceof SecretNameError || located.message === this.messageWithoutSecrets(action)) return located;
    return withoutSecrets(
      located,
      this.documents.map(({ file }) => file),
    );
  }

  private messageWithoutSecrets(action: (project: Project) => void): string | undefined {
    try {
      action(this.withSecrets(lateSecrets()));
    } catch (error) {
      return error instanceof Error ? error.message : undefined;
    }
    return undefined;
  }

  /** By the names that explanations have for documents: the environment first. */
  private get scopes(): Scopes {
    const { config, scope } = this.environment;
    const ofActions = Array.from(this.actions, ([key, action]) => [key, action.scope] as const);
    return new Map([[`environment ${config.name}`, scope], ...ofActions]);
  }

  /** What `actions` is for an action's templates: every action by kind and name. What they look up is kept in mind. */
  private actionsFor(self: string): TemplateContext {
    const lookedUp = new Set<string>();
    this.lookedUp.set(self, lookedUp);
    const selfReference = () => {
      throw new VariablesError("self-reference", `${self} cannot refer to itself (there is \`this\`)`);
    };
    const ofKind = (kind: ActionKind) => () =>
      // A map for each action that looks at each other one would be as many maps as there are actions, squared.
      new Proxy(this.selves.get(kind) ?? {}, {
        get(selves, name) {
          if (typeof name !== "string" || !Object.hasOwn(selves, name)) return undefined;
          const key = actionKey(kind, name);
          if (key === self) return selfReference;
          lookedUp.add(key);
          return selves[name];
        },
      });
    return Object.fromEntries(Array.from(KIND_NAMES, ([name, kind]) => [name, ofKind(kind)]));
  }
}

/** `local`, where the values of secret variables of the environment are secrets. */
function localOf(local: unknown, secretVariables: readonly string[], secrets: unknown): unknown {
  if (!isMap(local) || !isMap(local.env)) return local;
  const env = { ...local.env };
  for (const name of secretVariables) {
    const value = getOwn(env, name);
    if (value === undefined) continue;
    // A template that looks a secret up gives a secret, and is late where secrets are.
    setKey(env, name, templateValues("${secrets.value}", { secrets: hasSecrets(secrets) ? { value } : secrets }));
  }
  return { ...local, env };
}

/** What others see of each action, by kind and name. */
function selvesOf(actions: Iterable<Action>): ReadonlyMap<ActionKind, Readonly<Record<string, unknown>>> {
  const selves = new Map<ActionKind, Record<string, unknown>>();
  for (const { config, self } of actions) {
    const ofKind = selves.get(config.kind) ?? {};
    setKey(ofKind, config.name, self);
    selves.set(config.kind, ofKind);
  }
  return selves;
}

function addAction(actions: Map<string, ActionConfig>, config: ActionConfig, budget: ProjectBudget): void {
  const key = actionKey(config.kind, config.name);
  const other = actions.get(key);
  if (other !== undefined) {
    throw config.field.at("name").error(`there is another action ${key}, in ${other.field.source.file}`);
  }
  budget.countAction();
  actions.set(key, config);
}

function resolvedDocument(
  name: string | undefined,
  file: string,
  value: unknown,
  dependencies: readonly string[],
): ResolvedDocument {
  return { name, file, value: documentOf(value), isComplete: isComplete(value), dependencies };
}
