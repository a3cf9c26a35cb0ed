import { grouped } from "../../text/grouped.ts";
import type { Variables } from "../template/values.ts";
import { listOfNames, suggestion, VariablesError } from "../variables/error.ts";
import { documentsInOrder, resolveActions } from "./actions/resolve-actions.ts";
import type { ConfigDocument, StepsConfig } from "./documents/config.ts";
import { Failures } from "./errors.ts";
import type { Module } from "./modules/module.ts";
import { type OpenProject, openProject } from "./open-project.ts";
import type { ProjectOptions } from "./options.ts";
import { ProjectScan } from "./project-scan.ts";
import { type ResolvedDocument, resolvedDocument } from "./resolved-document.ts";
import { resolveProject } from "./variables/environment.ts";
import { type Explanation, explainer, keysOf } from "./variables/explanation.ts";
import { resolveSteps } from "./workflow.ts";

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
  private readonly project: OpenProject;
  private explainKeys: ReturnType<typeof explainer> | undefined;
  private knownScan: ProjectScan | undefined;

  /** @throws VariablesError that names the file and the place */
  constructor(documents: readonly ConfigDocument[], options: ProjectOptions = {}) {
    this.project = openProject(documents, options);
    const { renders, modules } = this.project.configs;
    if (renders.length + modules.length > 0) this.checkNames();
  }

  /**
   * Resolves documents: the project, its actions, each after those that it depends on, and then all documents of other kinds.
   *
   * @param names resolve only these documents and what they depend on: `KIND.NAME`, as in `ResolvedDocument.name`
   * @throws VariablesError that names the file and the place; `unknown-action` for a name without a document
   */
  resolve(names?: readonly string[]): ResolvedDocument[] {
    return this.project.resolution.located(() => this.resolveNow(names));
  }

  /** Messages about what is not resolved, not converted, or left out, with the place where there is one. */
  get notes(): string[] {
    const { configs, modules } = this.project;
    const kinds = grouped(configs.others, ({ value }) => String((value as Variables).kind));
    const types = grouped(modules.unconverted, ({ config }) => config.type);
    return [
      ...Array.from(kinds, ([kind, { length }]) => {
        const count = length === 1 ? "1 document was" : `${length} documents were`;
        return `unknown kind ${kind}: ${count} left out`;
      }),
      ...Array.from(types, ([type, ofType]) => {
        const names = listOfNames(ofType.map(({ config }) => config.name));
        const reason =
          type === "container"
            ? "whether they have a Dockerfile is unknown"
            : "only the plugin for this type can list their actions";
        return `modules of type ${type} were resolved, but not converted to actions (${names}): ${reason}`;
      }),
      ...modules.notes.map(({ field, reason }) => field.error(reason).message),
    ];
  }

  /**
   * Reports which level sets a variable: in the environment, and in each action that has a level of its own with the variable.
   *
   * @param variable `a.b` or `var.a.b`
   * @throws VariablesError that names the file and the place
   */
  explain(variable: string): Explanation[] {
    this.checkNames();
    const { resolution } = this.project;
    return resolution.located(() => {
      this.checkVarfiles();
      this.explainKeys ??= explainer(this.project, resolution.hasSecrets);
      return this.explainKeys(keysOf(variable, this.project));
    });
  }

  /** @internal What editors show about the templates. */
  get scan(): ProjectScan {
    this.knownScan ??= new ProjectScan(this.project);
    return this.knownScan;
  }

  /**
   * All variables that an action sees, of its environment and of its own levels. A value that is not known yet is a template.
   * Values that depend on secrets are included, as in `resolve`.
   *
   * @param action `KIND.NAME`
   * @throws VariablesError that names the file and the place; `unknown-action` if no action has that name
   */
  variablesOf(action: string): Readonly<Variables> {
    const { actions, resolution } = this.project;
    return resolution.located(() => {
      const found = actions.get(action);
      if (found === undefined) throw this.unknownName(action);
      return found.allVariables();
    });
  }

  private resolveNow(names: readonly string[] | undefined): ResolvedDocument[] {
    const { actions, configs, environment, modules, references, resolution, steps } = this.project;
    const rest = new Set(names);
    const isWanted = (name: string) => names === undefined || rest.delete(name);
    const wantedModules = modules.unconverted.filter(({ config }) => isWanted(`module.${config.name}`));
    const wantedSteps = steps.filter(({ kind, name }) => isWanted(`${kind}.${name}`));
    const unknown = [...rest].find((name) => !actions.has(name));
    if (unknown !== undefined) throw this.unknownName(unknown);

    const failures = new Failures();
    if (names === undefined) this.checkVarfiles();
    const outputs = references.contextFor("project");
    const project =
      names === undefined && failures.attempt(() => resolveProject(configs.project, environment, outputs, resolution));
    const others = [
      ...wantedModules.flatMap((module) => failures.attempt(() => this.resolveModule(module)) ?? []),
      ...wantedSteps.flatMap((config) => {
        if (names === undefined) return this.stepsOrError(config);
        return failures.attempt(() => resolveSteps(config, this.project)) ?? [];
      }),
    ];
    const needed = others.flatMap(({ dependencies }) => dependencies);
    const resolved = resolveActions([...(names ?? actions.keys()), ...needed], this.project, failures);
    failures.check();
    const documents = [...documentsInOrder(resolved, this.project), ...others];
    if (names !== undefined) return documents;
    const { language } = resolution;
    return [
      resolvedDocument("project", configs.project.field.source.file, project, [], language),
      ...documents,
      ...configs.others.map(({ file, value }) => resolvedDocument(undefined, file, value, [], language)),
    ];
  }

  private resolveModule(module: Module): ResolvedDocument {
    const { name, field } = module.config;
    const { language } = this.project.resolution;
    const value = module.resolve();
    return resolvedDocument(`module.${name}`, field.source.file, value, [], language, undefined, `modules.${name}`);
  }

  /** A workflow or a command. It is left unresolved if it has errors: they matter only when it is run. */
  private stepsOrError(config: StepsConfig): ResolvedDocument {
    try {
      return resolveSteps(config, this.project);
    } catch (error) {
      const located = this.project.resolution.locatedError(error);
      if (!(located instanceof VariablesError)) throw located;
      const { field, kind, name } = config;
      const unresolved = { name: `${kind}.${name}`, file: field.source.file, value: field.value, isComplete: false };
      return { ...unresolved, unknown: [], dependencies: [], isDisabled: false, error: located };
    }
  }

  private unknownName(name: string): VariablesError {
    const { actions, modules, steps } = this.project;
    const unconverted = modules.unconverted.map(({ config }) => `module.${config.name}`);
    const known = [...actions.keys(), ...unconverted, ...steps.map((config) => `${config.kind}.${config.name}`)];
    const namesakes = known.filter((key) => key.endsWith(`.${name}`));
    const hint = namesakes.length > 0 ? `did you mean ${namesakes.join(" or ")}?` : suggestion(name, known);
    return new VariablesError("unknown-action", `no such action or other document: ${name} (${hint})`);
  }

  /** Throws the errors in the varfiles of all actions that are not disabled. */
  private checkVarfiles(): void {
    const failures = new Failures();
    for (const action of this.project.actions.values()) {
      if (action.varfileError !== undefined && failures.attempt(() => action.isDisabled) === false)
        failures.add(action.varfileError);
    }
    failures.check();
  }

  /** @throws VariablesError if a name that explanations and dependencies show depends on a secret */
  private checkNames(): void {
    const { hasSecrets, hasSecretName } = this.project.resolution;
    if (!hasSecrets || !hasSecretName) return;
    throw new VariablesError("document", "the name of a file, an environment, or an action depends on a secret");
  }
}
