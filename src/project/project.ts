/** A project: its config documents, resolved in one of its environments. */

import { LATE, languageOf, type TemplateContext } from "../template/internal.ts";
import { isMap } from "../template/values.ts";
import { VariablesError } from "../variables/error.ts";
import type { Variables } from "../variables/map.ts";
import { Action } from "./action.ts";
import { collect } from "./collected.ts";
import { actionKey, type ConfigDocument, type Configs, readConfigs, type StepsConfig } from "./config.ts";
import { inDependencyOrder, namedDependencies } from "./dependencies.ts";
import { Explainer, type Explanation } from "./explanation.ts";
import { Failures, joinErrors, Several } from "./failures.ts";
import type { ProjectLimits } from "./limits.ts";
import type { Module } from "./modules/module.ts";
import type { Modules } from "./modules/modules.ts";
import { notesOf } from "./notes.ts";
import { readOutputs } from "./outputs.ts";
import { openEnvironment, type ProjectEnvironment, resolveProject } from "./project-environment.ts";
import { References } from "./references.ts";
import { Resolution } from "./resolution.ts";
import { type ResolvedDocument, resolvedDocument, withoutEmptyEntries } from "./resolved-document.ts";
import type { Scope } from "./scope.ts";
import type { ReadVarfile } from "./sources.ts";
import { withoutSecrets } from "./told-error.ts";
import { resolveSteps } from "./workflow.ts";
import { worldOf } from "./world.ts";

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
  /**
   * Whether there is a file at a path from the project's folder: a container module with a Dockerfile has a Build. Without
   * it, a module that may have one is not converted to actions.
   */
  readonly hasFile?: (path: string) => boolean;
  /** Limits instead of the defaults. What exceeds one is a `VariablesError` with the code `limit`. */
  readonly limits?: ProjectLimits;
}

/** The `apiVersion` of projects in whose templates a `?` behind an expression is text. */
const NO_SUFFIX = "garden.io/v2";

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
  private readonly references = new References();
  private readonly modules: Modules;
  /** Workflows and commands. */
  private readonly steps: readonly StepsConfig[];
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
      const { project } = this.configs;
      const known = readOutputs(outputs);
      const environment = openEnvironment(project, options.environment, world, known.providers, resolution);
      const root = isMap(world.local) ? world.local.projectPath : undefined;
      const folder = typeof root === "string" ? root : undefined;
      const { actions, modules, steps } = collect(this.configs, environment, resolution, folder, options.hasFile);
      this.modules = modules;
      this.steps = steps;
      const { providerContext } = environment;
      this.environment = { ...environment, providerContext: { ...providerContext, modules: modules.context } };
      const isKnown = (key: string) => actions.has(key) || modules.foreign.has(key);
      const unknown = [...known.actions.keys()].find((key) => !isKnown(key));
      if (unknown !== undefined) throw new VariablesError("unknown-action", `outputs: there is no action ${unknown}`);
      this.actions = new Map(
        Array.from(actions, ([key, config]) => {
          const seen = this.references.contextFor(key);
          return [key, new Action(config, this.environment, resolution, seen, folder, known.actions.get(key) ?? {})];
        }),
      );
      for (const [key, { self }] of this.actions) this.references.add(key, self);
      for (const key of modules.foreign) this.references.add(key, known.actions.get(key) ?? LATE);
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
      const others = [
        ...this.modules.unconverted.map((module) => failures.attempt(() => this.resolvedModule(module))),
        ...this.steps.map((config) => failures.attempt(() => this.resolvedSteps(config))),
      ].filter((document) => document !== undefined);
      failures.check();
      const dependencies = new Map(Array.from(resolved, ([key, { dependencies }]) => [key, dependencies] as const));
      const actions = inDependencyOrder(this.actions, dependencies).map(({ config }) => {
        const key = actionKey(config.kind, config.name);
        const { document, isDisabled } = resolved.get(key)!;
        const named = [...dependencies.get(key)!];
        return { ...resolvedDocument(key, config.field.source.file, document, named, language), isDisabled };
      });
      const unknown = this.configs.others.map(({ file, value }) =>
        resolvedDocument(undefined, file, value, [], language),
      );
      const { file } = this.configs.project.field.source;
      return [resolvedDocument("project", file, project, [], language), ...actions, ...others, ...unknown];
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
    const dependencies = new Set(this.references.of(key));
    const isKnown = (name: string) => this.actions.has(name) || this.modules.foreign.has(name);
    const legible = Object.fromEntries(Object.entries(document).filter(([name]) => !failed.has(name)));
    const named = told.attempt(() => namedDependencies(action, legible, isKnown, this.resolution.language));
    for (const name of named ?? []) dependencies.add(name);
    return { document: withoutEmptyEntries(document), isDisabled, dependencies };
  }

  /** What is not resolved, not converted or left out, as messages; with its place, where it has one. */
  get notes(): string[] {
    return notesOf(this.configs.others, this.modules);
  }

  private resolvedModule(module: Module): ResolvedDocument {
    const { name, field } = module.config;
    return resolvedDocument(`module.${name}`, field.source.file, module.resolve(), [], this.resolution.language);
  }

  private resolvedSteps(config: StepsConfig): ResolvedDocument {
    const { kind, name, field } = config;
    const key = `${kind}.${name}`;
    const actions = this.references.contextFor(key);
    const references = { actions, runtime: actions };
    const { value, isComplete } = resolveSteps(config, this.environment, references, this.resolution);
    const dependencies = [...this.references.of(key)];
    return { name: key, file: field.source.file, value, isComplete, dependencies, isDisabled: false };
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
}

/** What resolving an action gives. */
interface ResolvedAction {
  readonly document: Readonly<Record<string, unknown>>;
  readonly isDisabled: boolean;
  readonly dependencies: ReadonlySet<string>;
}
