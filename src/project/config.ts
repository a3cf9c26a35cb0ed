/** A project's config documents: which of them is what, and the fields that decide how the others are resolved. */
import type { TemplateContext } from "../template/context/run.ts";
import { VariablesError } from "../variables/error.ts";
import type { Variables } from "../variables/map.ts";
import { checkUnfolded } from "../variables/varfile.ts";
import { Field } from "./config-field.ts";
import type { Source } from "./sources.ts";

/** A config document, as its file says it. */
export interface ConfigDocument extends Source {
  readonly value: unknown;
}

/** The kinds of actions, by their names in templates. */
export const ACTION_KINDS = ["build", "deploy", "run", "test"] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export interface VarfileConfig {
  /** Where it is named; the value is its path. */
  readonly field: Field;
  readonly optional: boolean;
}

export interface EnvironmentConfig {
  readonly field: Field;
  readonly name: string;
  readonly varfile: VarfileConfig | undefined;
}

export interface ProjectConfig {
  readonly field: Field;
  readonly name: string;
  readonly varfile: VarfileConfig | undefined;
  readonly environments: readonly EnvironmentConfig[];
  readonly providers: readonly { readonly field: Field; readonly name: string }[];
}

export interface ActionConfig {
  readonly field: Field;
  readonly kind: ActionKind;
  readonly name: string;
  readonly varfiles: readonly VarfileConfig[];
  /** The folder of its config file, from the project's; empty for that itself. */
  readonly folder: string;
  /** What its templates see beside what those of every action see. */
  readonly context: TemplateContext;
}

export interface Configs {
  readonly project: ProjectConfig;
  readonly actions: readonly ActionConfig[];
  /** `ConfigTemplate` documents by name, and the `RenderTemplate` documents that make actions of them. */
  readonly templates: ReadonlyMap<string, Field>;
  readonly renders: readonly Field[];
  /** Documents of kinds that are not resolved. */
  readonly others: readonly ConfigDocument[];
}

/**
 * Sorts out a project's documents. Empty ones do not count.
 *
 * @throws VariablesError (`document`) for a document that is not what its kind says, and if there is not one project.
 */
export function readConfigs(documents: readonly ConfigDocument[]): Configs {
  const projects: ProjectConfig[] = [];
  const actions: ActionConfig[] = [];
  const templates = new Map<string, Field>();
  const renders: Field[] = [];
  const others: ConfigDocument[] = [];
  for (const document of documents) {
    const field = new Field(document, document.value);
    if (!field.isThere) continue;
    field.map();
    checkUnfolded(document.value, document.file);
    const kind = field.at("kind").text();
    if (kind === "Project") projects.push(projectOf(field));
    else if (kind === "ConfigTemplate") templates.set(field.at("name").plainText(), field);
    else if (kind === "RenderTemplate") renders.push(field);
    else if (actionKind(kind) !== undefined) actions.push(actionOf(field, actionKind(kind)!));
    else others.push(document);
  }
  const [project, second] = projects;
  if (project === undefined) throw new VariablesError("document", "there is no document of kind Project");
  if (second !== undefined) {
    throw second.field.at("kind").error(`there is a second project; the first is in ${project.field.source.file}`);
  }
  return { project, actions, templates, renders, others };
}

/** What a document's `kind` is called in templates, if it is an action's. */
export function actionKind(kind: string): ActionKind | undefined {
  return ACTION_KINDS.find((name) => kind === name[0]!.toUpperCase() + name.slice(1));
}

/** What other documents call an action. */
export function actionKey(kind: string, name: string): string {
  return `${kind}.${name}`;
}

/** @param name if the document does not say it itself */
export function actionOf(field: Field, kind: ActionKind, name?: string, context: TemplateContext = {}): ActionConfig {
  const { file } = field.source;
  return {
    field,
    kind,
    name: name ?? field.at("name").plainText(),
    varfiles: [field.at("varfile"), ...field.at("varfiles").items()].flatMap((varfile) => varfileOf(varfile) ?? []),
    folder: file.slice(0, Math.max(0, file.lastIndexOf("/"))),
    context,
  };
}

function projectOf(field: Field): ProjectConfig {
  return {
    field,
    name: field.at("name").plainText(),
    varfile: varfileOf(field.at("varfile")),
    environments: field
      .at("environments")
      .items()
      .map((environment) => {
        const isName = typeof environment.value === "string";
        const name = isName ? environment.plainText() : environment.at("name").plainText();
        return { field: environment, name, varfile: varfileOf(environment.at("varfile")) };
      }),
    providers: field
      .at("providers")
      .items()
      .map((provider) => ({ field: provider, name: provider.at("name").plainText() })),
  };
}

function varfileOf(field: Field): VarfileConfig | undefined {
  if (!field.isThere) return undefined;
  if (typeof field.value === "string") return { field, optional: false };
  field.map();
  field.at("path").text();
  return { field: field.at("path"), optional: field.at("optional").value === true };
}

/** The variables of a document, or of an environment in it. */
export function variablesOf(field: Field): Readonly<Variables> {
  const variables = field.at("variables");
  return variables.isThere ? variables.map() : {};
}
