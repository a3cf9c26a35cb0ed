/** What editors show about the templates of a project: what each one sees, and where that is declared. */

import { getOrAdd } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import { type DocumentPath, NOT_KNOWN_YET, type TemplateContext } from "../template/internal.ts";
import type { SourcePlace } from "../variables/error.ts";
import { actionKey, type Configs, KIND_NAMES } from "./documents/config.ts";
import type { Field } from "./documents/field.ts";
import type { Source } from "./documents/sources.ts";
import { isProjectError } from "./errors.ts";
import type { OpenProject } from "./open-project.ts";
import { resolveProject } from "./variables/environment.ts";
import { type Explanation, explainer, scopesOf } from "./variables/explanation.ts";
import { resolveSteps } from "./workflow.ts";

/** The context of a template, and the document that it belongs to. */
export interface SeenContext {
  /** The document, named as in explanations: `deploy.api`, `environment dev`. */
  readonly document: string;
  readonly context: TemplateContext;
}

type Keys = readonly (string | number)[];

export class ProjectScan {
  private readonly project: OpenProject;
  private readonly explainKeys: ReturnType<typeof explainer>;
  private readonly explanations = new Map<string, readonly Explanation[]>();
  private readonly bySource = new Map<Source, (SeenContext & { readonly path: DocumentPath })[]>();

  constructor(project: OpenProject) {
    this.project = project;
    this.explainKeys = explainer(project, true);
    this.scanAll();
  }

  get environment(): string {
    return this.project.environment.config.name;
  }

  /**
   * The contexts of a template at a path. There are several if that part is resolved several times, as in a `ConfigTemplate`.
   *
   * @param where the document, or the name of a varfile
   */
  contextsAt(where: Source | string, path: DocumentPath): SeenContext[] {
    const sources =
      typeof where === "string" ? [...this.bySource.keys()].filter(({ file }) => file === where) : [where];
    const around = sources
      .flatMap((source) => this.bySource.get(source) ?? [])
      .filter((each) => isBelow(path, each.path));
    const closest = Math.max(...around.map((each) => each.path.length));
    return around.filter((each) => each.path.length === closest);
  }

  /** Like `Project.explain`, for the keys after `var`. Empty if a level cannot be resolved. */
  explain(keys: readonly string[]): readonly Explanation[] {
    return getOrAdd(this.explanations, JSON.stringify(keys), () => attempt(() => this.explainKeys(keys)) ?? []);
  }

  /** The place that declares what the keys of a lookup name. Variables have levels instead; see `explain`. */
  declarationOf(keys: Keys, context: TemplateContext): SourcePlace | undefined {
    const field = this.declaringField(keys, context);
    return field && { ...field.source.placeOf?.(field.path), file: field.source.file };
  }

  private declaringField(keys: Keys, context: TemplateContext): Field | undefined {
    const [root, first = "", second = ""] = keys.map(String);
    const { actions, configs, environment, modules } = this.project;
    switch (root) {
      case "project":
        return configs.project.field.at("name");
      case "environment":
        return nameOf(environment.config.field);
      case "providers":
        return nameOf(environment.providers.find(({ name }) => name === first)?.field);
      case "modules":
        return nameOf([...modules.all].find(({ config }) => config.name === first)?.config.field);
      case "actions":
      case "runtime":
        return nameOf(actions.get(actionKey(KIND_NAMES.get(first) ?? "", second))?.config.field);
      case "inputs":
        return declaredInput(keys.slice(1), context, configs);
      default:
        return undefined;
    }
  }

  private scanAll(): void {
    const { actions, configs, environment, modules, references, resolution, steps } = this.project;
    const { config, context, providerContext, providers } = environment;
    const shared = `environment ${config.name}`;
    this.add(config.field, shared, context);
    for (const { field } of providers) this.add(field, shared, providerContext);
    const later = { providers: NOT_KNOWN_YET, actions: NOT_KNOWN_YET, runtime: NOT_KNOWN_YET, modules: NOT_KNOWN_YET };
    for (const render of configs.renders) this.add(render, shared, { ...context, ...later });
    const outputs = references.contextFor("project");
    this.watch(shared, () => resolveProject(configs.project, environment, outputs, resolution));
    for (const [key, action] of actions) {
      // The place of a module's action is the module.
      if (action.config.variables !== undefined) continue;
      // All fields, also those that do not exist yet.
      this.add(action.config.field, key, action.context);
    }
    for (const each of steps) this.watch(`${each.kind}.${each.name}`, () => resolveSteps(each, this.project));
    for (const { config, context } of modules.all) this.add(config.field, `module.${config.name}`, context);
    for (const [document, { levels }] of scopesOf(this.project)) {
      for (const { context, path } of levels) {
        this.add({ source: resolution.sources.sourceOf(path), path: path.slice(1) }, document, context);
      }
    }
  }

  /** Records the contexts that are used while something is resolved. Its errors are reported elsewhere. */
  private watch(document: string, resolve: () => unknown): void {
    const { resolution } = this.project;
    resolution.onContext = (field, context) => this.add(field, document, context);
    try {
      attempt(resolve);
    } finally {
      resolution.onContext = undefined;
    }
  }

  private add({ path, source }: Pick<Field, "path" | "source">, document: string, context: TemplateContext): void {
    const known = getOrAdd(this.bySource, source, () => []);
    if (!known.some((each) => each.context === context && each.path.join() === path.join()))
      known.push({ path, document, context });
  }
}

/** An input: in the document that renders a template, in its matrix, or in the template. */
function declaredInput(keys: Keys, context: TemplateContext, { renders, templates }: Configs): Field | undefined {
  const parent = memberOf(context.parent, "name");
  const render = renders.find((each) => each.at("name").value === parent);
  const template = templates.get(String(memberOf(context.template, "name")));
  const [first] = keys;
  for (const holder of [
    render?.at("inputs"),
    render?.at("matrix"),
    template?.at("inputs"),
    template?.at("inputsSchemaPath"),
  ]) {
    if (holder === undefined || !holder.hasValue) continue;
    if (typeof holder.value === "string") return holder;
    if (first === undefined || !holder.at(first).hasValue) continue;
    let field = holder;
    for (const key of keys) {
      if (!field.at(key).hasValue) break;
      field = field.at(key);
    }
    return field;
  }
  return undefined;
}

function nameOf(field: Field | undefined): Field | undefined {
  return typeof field?.value === "string" ? field : field?.at("name");
}

function isBelow(path: DocumentPath, above: DocumentPath): boolean {
  return above.every((step, i) => step === path[i]);
}

/** Undefined if the project has an error here. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (isProjectError(error) || error instanceof AggregateError) return undefined;
    throw error;
  }
}
