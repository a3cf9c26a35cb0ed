/** What people see of a project where its templates stand: what these see, and where that is declared. */

import { type DocumentPath, NOT_KNOWN_YET, type TemplateContext, TemplateError } from "../template/internal.ts";
import { type SourcePlace, VariablesError } from "../variables/error.ts";
import type { Action } from "./action.ts";
import type { Configs, StepsConfig } from "./config.ts";
import type { Field } from "./config-field.ts";
import { declarationOf } from "./declarations.ts";
import { Explainer, type Explanation } from "./explanation.ts";
import { Several } from "./failures.ts";
import type { Modules } from "./modules/modules.ts";
import { type ProjectEnvironment, resolveProject } from "./project-environment.ts";
import type { Resolution } from "./resolution.ts";
import type { Scope } from "./scope.ts";
import type { Source } from "./sources.ts";

/** What a template sees, and whose it is. */
export interface SeenContext {
  /** The document in explanations: `deploy.api`, `environment dev`. */
  readonly document: string;
  readonly context: TemplateContext;
}

interface Noted extends SeenContext {
  readonly path: DocumentPath;
}

/** The parts of a project. */
export interface LookedAt {
  readonly configs: Configs;
  readonly environment: ProjectEnvironment;
  readonly actions: ReadonlyMap<string, Action>;
  readonly modules: Modules;
  readonly steps: readonly StepsConfig[];
  readonly scopes: ReadonlyMap<string, Scope>;
  readonly resolution: Resolution;
  /** `actions` for the project document's templates. */
  readonly references: TemplateContext;
  readonly resolveSteps: (config: StepsConfig) => unknown;
}

export class ProjectLook {
  private readonly project: LookedAt;
  private readonly explainer: Explainer;
  private readonly explanations = new Map<string, readonly Explanation[]>();
  private readonly bySource = new Map<Source, Noted[]>();

  constructor(project: LookedAt) {
    this.project = project;
    this.explainer = new Explainer(project.scopes, project.resolution, true);
    this.noteAll();
  }

  get environment(): string {
    return this.project.environment.config.name;
  }

  /**
   * What a template at a path sees: several, if the part is resolved several times, as that of a `ConfigTemplate`.
   *
   * @param where the document, or the name of a varfile
   */
  contextsAt(where: Source | string, path: DocumentPath): SeenContext[] {
    const sources =
      typeof where === "string" ? [...this.bySource.keys()].filter(({ file }) => file === where) : [where];
    const noted = sources.flatMap((source) => this.bySource.get(source) ?? []);
    const around = noted.filter((each) => isBelow(path, each.path));
    const closest = Math.max(...around.map((each) => each.path.length));
    return around.filter((each) => each.path.length === closest);
  }

  /** As `Project.explain`, for the keys behind `var`; nothing where a level is in no order. */
  explain(keys: readonly string[]): readonly Explanation[] {
    const id = JSON.stringify(keys);
    let found = this.explanations.get(id);
    if (found === undefined) {
      found = attempt(() => this.explainer.explainKeys(keys)) ?? [];
      this.explanations.set(id, found);
    }
    return found;
  }

  /** Where what a lookup names is declared, if it is no variable. */
  declarationOf(keys: readonly (string | number)[], context: TemplateContext): SourcePlace | undefined {
    const { actions } = this.project;
    const field = declarationOf(keys, context, { ...this.project, actionOf: (key) => actions.get(key)?.config });
    return field && { ...field.source.placeOf?.(field.path), file: field.source.file };
  }

  private noteAll(): void {
    const { actions, configs, environment, modules, references, resolution, resolveSteps, scopes, steps } =
      this.project;
    const shared = `environment ${environment.config.name}`;
    this.noteEnvironment(shared);
    this.watch(shared, () => resolveProject(configs.project, environment, references, resolution));
    for (const [key, action] of actions) {
      const { field, variables } = action.config;
      // Where an action of a module stands is the module.
      if (variables !== undefined) continue;
      this.watch(key, () => action.resolve(() => {}));
      // What a field would see that is not there yet.
      this.note(field, key, action.context);
    }
    for (const config of steps) this.watch(`${config.kind}.${config.name}`, () => resolveSteps(config));
    for (const { config, context } of modules.all) this.note(config.field, `module.${config.name}`, context);
    for (const [document, { levels }] of scopes) {
      for (const { context, path } of levels) {
        this.add(resolution.sources.sourceOf(path), path.slice(1), document, context);
      }
    }
  }

  /** What the documents see that are needed before all others. */
  private noteEnvironment(document: string): void {
    const { configs, environment } = this.project;
    const { config, context, providerContext, providers } = environment;
    this.note(config.field, document, context);
    for (const { field } of providers) this.note(field, document, providerContext);
    const later = { providers: NOT_KNOWN_YET, actions: NOT_KNOWN_YET, runtime: NOT_KNOWN_YET, modules: NOT_KNOWN_YET };
    for (const render of configs.renders) this.note(render, document, { ...context, ...later });
  }

  /** Notes what is seen while something is resolved. What is wrong in it, resolving the project tells. */
  private watch(document: string, resolve: () => unknown): void {
    const { resolution } = this.project;
    resolution.onContext = (field, context) => this.note(field, document, context);
    try {
      attempt(resolve);
    } finally {
      resolution.onContext = undefined;
    }
  }

  private note({ path, source }: Field, document: string, context: TemplateContext): void {
    this.add(source, path, document, context);
  }

  private add(source: Source, path: DocumentPath, document: string, context: TemplateContext): void {
    const noted = this.bySource.get(source) ?? [];
    this.bySource.set(source, noted);
    if (!noted.some((each) => each.context === context && each.path.join() === path.join()))
      noted.push({ path, document, context });
  }
}

function isBelow(path: DocumentPath, above: DocumentPath): boolean {
  return above.length <= path.length && above.every((step, i) => step === path[i]);
}

/** Undefined if something of the project is wrong. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof VariablesError || error instanceof TemplateError || error instanceof Several) return undefined;
    throw error;
  }
}
