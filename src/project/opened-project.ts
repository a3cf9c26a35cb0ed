/** The work of a `Project`, without which the class is there: Node loads it later (.ci/later.js). */

import { checkSyntax, type Language, languageOf, NOT_KNOWN_YET, TemplateError } from "../template/internal.ts";
import { isMap } from "../template/values.ts";
import { checkList } from "../text/argument.ts";
import { closest } from "../text/closest.ts";
import { listOfNames, VariablesError } from "../variables/error.ts";
import type { Variables } from "../variables/map.ts";
import { Action } from "./action.ts";
import { collect } from "./collected.ts";
import { type ConfigDocument, type Configs, readConfigs, type StepsConfig } from "./config.ts";
import { Explainer, type Explanation } from "./explanation.ts";
import { addSourcesHint, Failures, joinErrors, Several, withoutSecrets } from "./failures.ts";
import { ProjectLook } from "./look.ts";
import type { Module } from "./modules/module.ts";
import type { Modules } from "./modules/modules.ts";
import { notesOf } from "./notes.ts";
import type { ProjectOptions } from "./options.ts";
import { readOutputs } from "./outputs.ts";
import { openEnvironment, type ProjectEnvironment, resolveProject } from "./project-environment.ts";
import { References } from "./references.ts";
import { Resolution } from "./resolution.ts";
import { documentsInOrder, type ProjectActions, resolveActions } from "./resolved-actions.ts";
import { type ResolvedDocument, resolvedDocument, unknownPaths } from "./resolved-document.ts";
import type { Scope } from "./scope.ts";
import { resolveSteps } from "./workflow.ts";
import { worldOf } from "./world.ts";

/** The `apiVersion` of projects in whose templates a `?` behind an expression is text. */
const NO_SUFFIX = "garden.io/v2";

/** What a `Project` does. */
export class OpenedProject {
  private readonly documents: readonly ConfigDocument[];
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
  /** Once it has been asked for. */
  private lookFound: ProjectLook | undefined;

  constructor(documents: readonly ConfigDocument[], options: ProjectOptions) {
    checkList(documents, "documents");
    const { outputs = {}, secretVariables = [] } = options;
    const world = worldOf(options.world, secretVariables);
    this.configs = readConfigs(documents);
    const { apiVersion } = this.configs.project.field.map();
    const language = languageOf({ optionalSuffix: apiVersion !== NO_SUFFIX, strict: options.strict });
    const resolution = new Resolution(options, language);
    this.documents = documents;
    const isGiven = options.world?.secrets !== undefined || secretVariables.length > 0;
    this.hasSecrets = isGiven && world.secrets !== NOT_KNOWN_YET;
    this.resolution = resolution;
    try {
      this.checkSyntax(documents, language);
      const { project } = this.configs;
      const known = readOutputs(outputs);
      const environment = openEnvironment(project, options.environment, world, known.providers, resolution);
      const root = isMap(world.local) ? world.local.projectPath : undefined;
      const folder = typeof root === "string" ? root : undefined;
      const { actions, modules, steps } = collect(this.configs, environment, resolution, {
        root: folder,
        hasFile: options.hasFile,
        known: known.modules,
      });
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
      for (const key of modules.foreign) this.references.add(key, known.actions.get(key) ?? NOT_KNOWN_YET);
    } catch (error) {
      throw this.located(error);
    }
    if (this.configs.renders.length + this.configs.modules.length > 0) this.checkNames();
  }

  /** Checks what is not resolved, too: disabled actions, other environments, templates that are not used. */
  private checkSyntax(documents: readonly ConfigDocument[], language: Language): void {
    const failures = new Failures();
    const others = new Set<unknown>(this.configs.others);
    for (const document of documents) {
      if (others.has(document)) continue;
      checkSyntax(document.value, this.resolution.sources.pathIn(document), language, failures.add);
    }
    failures.check();
  }

  resolve(names?: readonly string[]): ResolvedDocument[] {
    try {
      const { file } = this.configs.project.field.source;
      const isAll = names === undefined;
      if (isAll) this.checkVarfiles();
      const failures = new Failures();
      const project =
        isAll &&
        failures.attempt(() =>
          resolveProject(
            this.configs.project,
            this.environment,
            this.references.contextFor("project"),
            this.resolution,
          ),
        );
      const open = isAll ? [...this.actions.keys()] : [...names];
      const others = this.othersOf(open, isAll, failures);
      const resolved = resolveActions(open, this.parts, failures);
      failures.check();
      const { language } = this.resolution;
      const unknown = isAll
        ? this.configs.others.map((each) => resolvedDocument(undefined, each.file, each.value, [], language))
        : [];
      return [
        ...(isAll ? [resolvedDocument("project", file, project, [], language)] : []),
        ...documentsInOrder(resolved, this.parts),
        ...others,
        ...unknown,
      ];
    } catch (error) {
      throw this.located(error);
    }
  }

  /** Throws the errors of the varfiles of all actions that are not disabled. */
  private checkVarfiles(): void {
    const failures = new Failures();
    for (const action of this.actions.values()) {
      if (action.varfileError !== undefined && failures.attempt(() => action.isDisabled) === false)
        failures.add(action.varfileError);
    }
    failures.check();
  }

  /** Documents that are no actions. The actions that those asked for refer to are added to `open`. */
  private othersOf(open: string[], isAll: boolean, failures: Failures): ResolvedDocument[] {
    const asked = new Set(open);
    const documents: ResolvedDocument[] = [];
    const attempt = (resolveIt: () => ResolvedDocument) => {
      const document = failures.attempt(resolveIt);
      if (document === undefined) return;
      documents.push(document);
      open.push(...document.dependencies);
    };
    for (const module of this.modules.unconverted) {
      if (isAll || asked.delete(`module.${module.config.name}`)) attempt(() => this.resolvedModule(module));
    }
    for (const config of this.steps) {
      if (isAll) {
        const document = this.stepsOrError(config);
        documents.push(document);
        open.push(...document.dependencies);
      } else if (asked.delete(`${config.kind}.${config.name}`)) attempt(() => this.resolvedSteps(config));
    }
    const unknown = [...asked].find((name) => !this.actions.has(name));
    if (unknown !== undefined) throw new VariablesError("unknown-action", this.noDocument(unknown));
    return documents;
  }

  private noDocument(name: string): string {
    const modules = this.modules.unconverted.map(({ config }) => `module.${config.name}`);
    const known = [...this.actions.keys(), ...modules, ...this.steps.map((config) => `${config.kind}.${config.name}`)];
    const namesakes = known.filter((key) => key.endsWith(`.${name}`));
    const meant = namesakes.length > 0 ? listOfNames(namesakes) : closest(name, known);
    const hint = meant === undefined ? `known: ${listOfNames(known)}` : `did you mean ${meant}?`;
    return `there is no action or other document ${name} (${hint})`;
  }

  get notes(): string[] {
    return notesOf(this.configs.others, this.modules);
  }

  private resolvedModule(module: Module): ResolvedDocument {
    const { name, field } = module.config;
    return resolvedDocument(`module.${name}`, field.source.file, module.resolve(), [], this.resolution.language);
  }

  /** A workflow or a command; as it is written if it cannot be resolved: nobody needs it before it is run. */
  private stepsOrError(config: StepsConfig): ResolvedDocument {
    try {
      return this.resolvedSteps(config);
    } catch (error) {
      const key = `${config.kind}.${config.name}`;
      const located = this.located(error);
      if (!(located instanceof VariablesError)) throw located;
      const { source, value } = config.field;
      const asWritten = { name: key, file: source.file, value, isComplete: false, unknown: [], dependencies: [] };
      return { ...asWritten, isDisabled: false, error: located };
    }
  }

  private resolvedSteps(config: StepsConfig): ResolvedDocument {
    const { kind, name, field } = config;
    const key = `${kind}.${name}`;
    const actions = this.references.contextFor(key);
    const references = { actions, runtime: actions };
    const { value, isComplete } = resolveSteps(config, this.environment, references, this.resolution);
    const dependencies = [...this.references.of(key)];
    const unknown = isComplete ? [] : unknownPaths(value, undefined, this.resolution.language);
    return { name: key, file: field.source.file, value, isComplete, unknown, dependencies, isDisabled: false };
  }

  explain(variable: string): Explanation[] {
    this.checkNames();
    try {
      this.checkVarfiles();
      this.explainer ??= new Explainer(this.scopes, this.resolution, this.hasSecrets);
      return this.explainer.explain(variable);
    } catch (error) {
      throw this.located(error);
    }
  }

  get look(): ProjectLook {
    const { actions, configs, environment, modules, resolution, steps } = this;
    this.lookFound ??= new ProjectLook({
      actions,
      configs,
      environment,
      modules,
      resolution,
      steps,
      scopes: this.scopes,
      references: this.references.contextFor("project"),
      resolveSteps: (config) => this.resolvedSteps(config),
    });
    return this.lookFound;
  }

  variablesOf(action: string): Readonly<Variables> {
    try {
      const found = this.actions.get(action);
      if (found === undefined) throw new VariablesError("unknown-action", this.noDocument(action));
      return found.allVariables();
    } catch (error) {
      throw this.located(error);
    }
  }

  /** @throws VariablesError if a name that explanations and dependencies show is made of a secret */
  private checkNames(): void {
    if (!this.hasSecrets || !this.resolution.hasSecretName) return;
    throw new VariablesError("document", "the name of a file, an environment or an action depends on a secret");
  }

  /** An error of the project with its place, and without what is secret. */
  private located(error: unknown): unknown {
    const errors = error instanceof Several ? error.errors : [error];
    const located = errors.map((each) => this.resolution.sources.located(each));
    if (!located.every((each) => each instanceof VariablesError)) return located[0];
    return joinErrors(
      located.map((each) => {
        if (this.hasSecrets && this.isSecret(each)) return withoutSecrets(each, this.documents);
        if (this.configs.project.field.at("sources").isThere) addSourcesHint(each);
        return each;
      }),
    );
  }

  /** Whether the message of an error can show what is made of a secret. */
  private isSecret(error: VariablesError): boolean {
    const { hasSecretName, filesWithSecrets } = this.resolution;
    if (hasSecretName || error.isSecret || filesWithSecrets.has(error.file ?? "")) return true;
    let cause = error.cause;
    while (cause instanceof TemplateError && !cause.isSecret) cause = cause.cause;
    return cause instanceof TemplateError;
  }

  private get parts(): ProjectActions {
    const { actions, references, modules, resolution } = this;
    return { actions, references, foreign: modules.foreign, language: resolution.language };
  }

  /** The scopes of the environment and of its actions, by the names of documents in explanations. */
  private get scopes(): ReadonlyMap<string, Scope> {
    const { config, scope } = this.environment;
    const ofActions = Array.from(this.actions, ([key, action]) => [key, action.scope] as const);
    return new Map([[`environment ${config.name}`, scope], ...ofActions]);
  }
}

export function openProject(documents: readonly ConfigDocument[], options: ProjectOptions): OpenedProject {
  return new OpenedProject(documents, options);
}
