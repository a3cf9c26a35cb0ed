/** A project: its config documents, resolved in one of its environments. */

import {
  documentOf,
  isComplete,
  LATE,
  type Language,
  languageOf,
  secretValue,
  type TemplateContext,
} from "../template/internal.ts";
import { isMap } from "../template/values.ts";
import { getOwn, setKey } from "../text/own-keys.ts";
import { VariablesError } from "../variables/error.ts";
import type { Variables } from "../variables/map.ts";
import { Action } from "./action.ts";
import {
  type ActionConfig,
  type ActionKind,
  actionKey,
  type ConfigDocument,
  type Configs,
  readConfigs,
} from "./config.ts";
import { inDependencyOrder, isEntry, KIND_NAMES, namedDependencies } from "./dependencies.ts";
import { isDisabledAlready } from "./disabled.ts";
import { Explainer, type Explanation } from "./explanation.ts";
import { Failures, joinErrors, Several } from "./failures.ts";
import type { ProjectLimits } from "./limits.ts";
import { readOutputs } from "./outputs.ts";
import { openEnvironment, type ProjectEnvironment, resolveProject } from "./project-environment.ts";
import { renderedActions } from "./render.ts";
import { Resolution } from "./resolution.ts";
import type { Scope } from "./scope.ts";
import type { ReadVarfile } from "./sources.ts";
import { withoutSecrets } from "./told-error.ts";

/** Options of `Project`. */
export interface ProjectOptions {
  /** `NAME` or `NAMESPACE.NAME`; without it, the project's default environment, or its first. */
  readonly environment?: string | undefined;
  /** Single variables above all levels, as `parseVarFlags` gives them. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Values for templates: `local`, `git`, `command`, `datetime`, `secrets`. `LATE` stands for a value that is not known yet. */
  readonly world?: TemplateContext;
  /** Names of variables in `world.local.env` whose values are secret, like those in `world.secrets`. */
  readonly secretVariables?: readonly string[];
  /** Outputs of providers and actions that have run, by the paths that templates use; all others are not known yet. */
  readonly outputs?: Readonly<Variables>;
  /** Finds varfiles; without it, no varfile exists. */
  readonly readVarfile?: ReadVarfile;
  /** Whether what Garden's language does not have is an error; see `TemplateSyntax`. */
  readonly strict?: boolean;
  /** Limits instead of the defaults. What exceeds one is a `VariablesError` with the code `limit`. */
  readonly limits?: ProjectLimits;
}

/** The `apiVersion` of projects in whose templates a `?` behind an expression is text. */
const NO_SUFFIX = "garden.io/v2";

/** A document of a project, resolved. */
export interface ResolvedDocument {
  /** `project`, `KIND.NAME` for an action, or undefined for a document of a kind that is not resolved. */
  readonly name: string | undefined;
  readonly file: string;
  /** The resolved document; a value that is not known yet is a template that gives it. */
  readonly value: unknown;
  /** Whether all values are known. */
  readonly isComplete: boolean;
  /** The actions that it depends on, in order, as `KIND.NAME`. */
  readonly dependencies: readonly string[];
  /** Whether it is an action that is disabled: what cannot be resolved in it stays as it is written. */
  readonly isDisabled: boolean;
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
  private readonly hasSecrets: boolean;
  private readonly configs: Configs;
  private readonly resolution: Resolution;
  private readonly environment: ProjectEnvironment;
  private readonly actions: ReadonlyMap<string, Action>;
  private readonly selves: ReadonlyMap<ActionKind, Readonly<Record<string, unknown>>>;
  /** The actions that each action's templates have looked up. */
  private readonly lookedUp = new Map<string, Set<string>>();
  private explainer: Explainer | undefined;
  /** The same project without its secrets, once an error has needed it. */
  private publicProject: Project | undefined;

  /** @throws VariablesError that names the file and the place */
  constructor(documents: readonly ConfigDocument[], options: ProjectOptions = {}) {
    const { overrides = {}, outputs = {}, readVarfile = () => undefined, limits, secretVariables = [] } = options;
    const world = worldOf(options.world, secretVariables);
    this.configs = readConfigs(documents);
    const { apiVersion } = this.configs.project.field.map();
    const language = languageOf({ optionalSuffix: apiVersion !== NO_SUFFIX, strict: options.strict });
    const resolution = new Resolution(overrides, readVarfile, limits, language);
    this.documents = documents;
    this.options = options;
    const isGiven = options.world?.secrets !== undefined || secretVariables.length > 0;
    this.hasSecrets = isGiven && world.secrets !== LATE;
    this.resolution = resolution;
    try {
      const { project, renders, templates } = this.configs;
      const known = readOutputs(outputs);
      this.environment = openEnvironment(project, options.environment, world, known.providers, resolution);
      const configs = new Map<string, ActionConfig>();
      const addAction = (config: ActionConfig) => {
        const key = actionKey(config.kind, config.name);
        const other = configs.get(key);
        resolution.budget.countAction();
        if (other !== undefined) {
          if (isDisabledAlready(config, this.environment, resolution)) return;
          if (!isDisabledAlready(other, this.environment, resolution)) {
            const reason = `there is another action ${key}, in ${other.field.source.file}, and neither is disabled`;
            throw config.field.at("name").error(reason);
          }
        }
        configs.set(key, config);
      };
      this.configs.actions.forEach(addAction);
      for (const render of renders) {
        renderedActions(render, templates, this.environment.context, resolution).forEach(addAction);
      }
      const unknown = [...known.actions.keys()].find((key) => !configs.has(key));
      if (unknown !== undefined) throw new VariablesError("unknown-action", `outputs: there is no action ${unknown}`);
      const root = isMap(world.local) ? world.local.projectPath : undefined;
      this.actions = new Map(
        Array.from(configs, ([key, config]) => {
          const folder = typeof root === "string" ? root : undefined;
          const seen = this.actionsFor(key);
          return [key, new Action(config, this.environment, resolution, seen, folder, known.actions.get(key) ?? {})];
        }),
      );
      this.selves = selvesOf(this.actions.values());
      const failures = new Failures();
      for (const action of this.actions.values()) {
        if (action.varfileError !== undefined && failures.attempt(() => action.isDisabled) === false)
          failures.add(action.varfileError);
      }
      failures.check();
    } catch (error) {
      throw this.told(error, () => {});
    }
    if (this.configs.renders.length > 0) this.checkNames();
  }

  /**
   * Every document: the project, its actions, each after those that it depends on, and then all documents of other kinds.
   *
   * @throws VariablesError that names the file and the place
   */
  resolve(): ResolvedDocument[] {
    try {
      const { language } = this.resolution;
      const failures = new Failures();
      const project = failures.attempt(() => resolveProject(this.configs.project, this.environment, this.resolution));
      const resolved = new Map<string, ResolvedAction>();
      for (const [key, action] of this.actions) {
        const result = failures.attempt(() => this.resolveAction(key, action, failures));
        if (result !== undefined) resolved.set(key, result);
      }
      failures.check();
      const dependencies = new Map(Array.from(resolved, ([key, { dependencies }]) => [key, dependencies] as const));
      const actions = inDependencyOrder(this.actions, dependencies).map(({ config }) => {
        const key = actionKey(config.kind, config.name);
        const { document, isDisabled } = resolved.get(key)!;
        const named = [...dependencies.get(key)!];
        return { ...resolvedDocument(key, config.field.source.file, document, named, language), isDisabled };
      });
      const others = this.configs.others.map(({ file, value }) =>
        resolvedDocument(undefined, file, value, [], language),
      );
      const { file } = this.configs.project.field.source;
      return [resolvedDocument("project", file, project, [], language), ...actions, ...others];
    } catch (error) {
      throw this.told(error, (project) => project.resolve());
    }
  }

  /** An action's document, and what it depends on. What is wrong in a disabled one is no error: nobody runs it. */
  private resolveAction(key: string, action: Action, failures: Failures): ResolvedAction {
    const { isDisabled } = action;
    const told = isDisabled ? new Failures() : failures;
    const failed = new Set<string>();
    const document = action.resolve((error, key) => {
      failed.add(key);
      told.add(error);
    });
    const dependencies = new Set(this.lookedUp.get(key));
    const legible = Object.fromEntries(Object.entries(document).filter(([name]) => !failed.has(name)));
    const named = told.attempt(() => namedDependencies(action, legible, this.actions, this.resolution.language));
    for (const name of named ?? []) dependencies.add(name);
    return { document: withoutEmptyEntries(document), isDisabled, dependencies };
  }

  /**
   * The level that gives a variable its value: in the environment, and in each action that has the variable in a level of
   * its own.
   *
   * @param variable `a.b` or `var.a.b`
   * @throws VariablesError that names the file and the place
   */
  explain(variable: string): Explanation[] {
    this.checkNames();
    try {
      this.explainer ??= new Explainer(this.scopes, this.resolution, this.hasSecrets);
      return this.explainer.explain(variable);
    } catch (error) {
      throw this.told(error, (project) => project.explain(variable));
    }
  }

  /** @throws VariablesError if a name that explanations and dependencies show is made of a secret */
  private checkNames(): void {
    if (!this.hasSecrets || !this.resolution.hasSecretName) return;
    throw new VariablesError("document", "the name of a file, an environment or an action depends on a secret");
  }

  /**
   * An error that does not show secrets: the error itself if it would be the same without the secrets.
   *
   * @param action what has led to the error
   */
  private told(error: unknown, action: (project: Project) => void): unknown {
    const errors = error instanceof Several ? error.errors : [error];
    const located = errors.map((each) => this.resolution.sources.located(each));
    if (!located.every((each) => each instanceof VariablesError)) return located[0];
    const first = joinErrors(located);
    if (!this.hasSecrets) return first;
    const known = this.messagesWithoutSecrets(action);
    const files = this.documents.map(({ file }) => file);
    const shown = [first, ...first.others].map((each) =>
      known.has(each.message) ? each : withoutSecrets(each, files),
    );
    return joinErrors(shown);
  }

  private messagesWithoutSecrets(action: (project: Project) => void): ReadonlySet<string> {
    try {
      const world = { ...this.options.world, secrets: LATE };
      this.publicProject ??= new Project(this.documents, { ...this.options, world });
      action(this.publicProject);
    } catch (error) {
      if (error instanceof VariablesError) return new Set([error, ...error.others].map((each) => each.message));
    }
    return new Set();
  }

  /** The scopes of the environment and of its actions, by the names of documents in explanations. */
  private get scopes(): ReadonlyMap<string, Scope> {
    const { config, scope } = this.environment;
    const ofActions = Array.from(this.actions, ([key, action]) => [key, action.scope] as const);
    return new Map([[`environment ${config.name}`, scope], ...ofActions]);
  }

  /** `actions` for an action's templates: every action by kind and name. It records which of them they look up. */
  private actionsFor(self: string): TemplateContext {
    const lookedUp = new Set<string>();
    this.lookedUp.set(self, lookedUp);
    const selfReference = () => {
      throw new VariablesError("self-reference", `${self} cannot refer to itself (there is \`this\`)`);
    };
    const ofKind = (kind: ActionKind) => () =>
      // A map for each action would have an entry for each other action: together, their number squared.
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

/** `local`, `git`, `secrets` and so on, for templates. What is made of secret variables of `local.env` is secret. */
function worldOf(world: TemplateContext = {}, secretVariables: readonly string[]): TemplateContext {
  const local = world.local ?? {};
  const secrets = world.secrets ?? {};
  const whole = { git: {}, command: {}, datetime: {}, ...world, local, secrets };
  if (!isMap(local) || !isMap(local.env)) return whole;
  const env = { ...local.env };
  for (const name of secretVariables) {
    const value = getOwn(env, name);
    if (value !== undefined) setKey(env, name, secrets === LATE ? LATE : secretValue(value));
  }
  return { ...whole, local: { ...local, env } };
}

/** The parts of actions that other actions see, by kind and name. */
function selvesOf(actions: Iterable<Action>): ReadonlyMap<ActionKind, Readonly<Record<string, unknown>>> {
  const selves = new Map<ActionKind, Record<string, unknown>>();
  for (const { config, self } of actions) {
    const ofKind = selves.get(config.kind) ?? {};
    setKey(ofKind, config.name, self);
    selves.set(config.kind, ofKind);
  }
  return selves;
}

/** What resolving an action gives. */
interface ResolvedAction {
  readonly document: Readonly<Record<string, unknown>>;
  readonly isDisabled: boolean;
  readonly dependencies: ReadonlySet<string>;
}

/** Lists of an action whose entries without a value do not count. */
const SPARSE_LISTS = ["dependencies", "environments", "include", "exclude"];

function withoutEmptyEntries(document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = { ...document };
  for (const key of SPARSE_LISTS) {
    const list = entries[key];
    if (Array.isArray(list)) entries[key] = list.filter(isEntry);
  }
  return entries;
}

function resolvedDocument(
  name: string | undefined,
  file: string,
  value: unknown,
  dependencies: readonly string[],
  language: Language,
): ResolvedDocument {
  return {
    name,
    file,
    value: documentOf(value, language),
    isComplete: isComplete(value),
    dependencies,
    isDisabled: false,
  };
}
