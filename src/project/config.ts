/** A project's config documents, sorted by their kinds, and the fields that are needed before templates are resolved. */
import type { TemplateContext } from "../template/internal.ts";
import { VariablesError } from "../variables/error.ts";
import { checkUnfolded } from "../variables/varfile.ts";
import { Field } from "./config-field.ts";
import type { Source } from "./sources.ts";

/** A config document of a file. */
export interface ConfigDocument extends Source {
  /** The document as the file has it: its templates are not resolved. */
  readonly value: unknown;
}

/** The kinds of actions, by their names in templates. */
export const ACTION_KINDS = ["build", "deploy", "run", "test"] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export interface VarfileConfig {
  /** The field that names the varfile; its value is the path. */
  readonly field: Field;
  readonly optional: boolean;
}

export interface EnvironmentConfig {
  readonly field: Field;
  readonly name: string;
  readonly varfile: VarfileConfig | undefined;
}

export interface ProjectConfig extends EnvironmentConfig {
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
  readonly contextIn: ContextIn;
  /** Where its variables stand, if not in its own document, and what only their templates see. */
  readonly variables?: { readonly name: string; readonly field: Field; readonly context: TemplateContext };
}

/** What only one document's templates see, such as its inputs: these may refer to the context given. */
export type ContextIn = (outer: TemplateContext) => TemplateContext;

export interface ModuleConfig {
  readonly field: Field;
  readonly name: string;
  readonly type: string;
  /** The folder of its sources, from the project's; empty for that itself. */
  readonly folder: string;
  readonly contextIn: ContextIn;
}

/** A `Workflow` or a `Command`. */
export interface StepsConfig {
  readonly field: Field;
  readonly kind: "workflow" | "command";
  readonly name: string;
  readonly contextIn: ContextIn;
}

export interface Configs {
  readonly project: ProjectConfig;
  readonly actions: readonly ActionConfig[];
  readonly modules: readonly ModuleConfig[];
  readonly workflows: readonly StepsConfig[];
  /** `ConfigTemplate` documents by name, and the documents that make others of them. */
  readonly templates: ReadonlyMap<string, Field>;
  readonly renders: readonly Field[];
  /** Documents of kinds that are not resolved. */
  readonly others: readonly ConfigDocument[];
}

/**
 * Sorts a project's documents by kind. Empty documents are left out.
 *
 * @throws VariablesError (`document`) for a field of a wrong type or missing, and unless there is exactly one project. Projects in folders
 * below the one that has a project are left out.
 */
export function readConfigs(documents: readonly ConfigDocument[]): Configs {
  const projects: ProjectConfig[] = [];
  const actions: ActionConfig[] = [];
  const modules: ModuleConfig[] = [];
  const workflows: StepsConfig[] = [];
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
    else if (kind === "ConfigTemplate" || kind === "ModuleTemplate") templates.set(field.at("name").plainText(), field);
    else if (kind === "RenderTemplate") renders.push(field);
    else if (kind === "Module" && field.at("type").value === "templated") renders.push(field);
    else if (kind === "Module") modules.push(moduleOf(field));
    else if (stepsKind(kind) !== undefined) workflows.push(stepsOf(field, stepsKind(kind)!));
    else if (actionKind(kind) !== undefined) actions.push(actionOf(field, actionKind(kind)!));
    else others.push(document);
  }
  // A project in a folder below is another one.
  const [project, second] = projects.filter(({ field }) => field.folder === "");
  if (project === undefined) {
    const other = projects[0]?.field.folder;
    const hint = other === undefined ? "" : ` in this folder (there is one in ${other})`;
    throw new VariablesError("document", `there is no document of kind Project${hint}`);
  }
  if (second !== undefined) {
    throw second.field.at("kind").error(`there is a second project; the first is in ${project.field.source.file}`);
  }
  return { project, actions, modules, workflows, templates, renders, others };
}

/** The name in templates for a document's `kind`; undefined if that is not a kind of action. */
export function actionKind(kind: string): ActionKind | undefined {
  return ACTION_KINDS.find((name) => kind === name[0]!.toUpperCase() + name.slice(1));
}

/** The name of an action in other documents and in messages. */
export function actionKey(kind: string, name: string): string {
  return `${kind}.${name}`;
}

/** @param name the action's name, if it is not the one in the document */
export function actionOf(
  field: Field,
  kind: ActionKind,
  name?: string,
  contextIn: ContextIn = noContext,
): ActionConfig {
  return {
    field,
    kind,
    name: name ?? field.at("name").plainText(),
    varfiles: [field.at("varfile"), ...field.at("varfiles").items()].flatMap((varfile) => varfileOf(varfile) ?? []),
    folder: field.folder,
    contextIn,
  };
}

/** The kind of a document that has steps; undefined for other kinds. */
export function stepsKind(kind: string): StepsConfig["kind"] | undefined {
  if (kind === "Workflow") return "workflow";
  return kind === "Command" ? "command" : undefined;
}

/** @param name the document's name, if it is not the one in the document */
export function stepsOf(
  field: Field,
  kind: StepsConfig["kind"],
  name?: string,
  contextIn: ContextIn = noContext,
): StepsConfig {
  return { field, kind, name: name ?? field.at("name").plainText(), contextIn };
}

function moduleOf(field: Field): ModuleConfig {
  return {
    field,
    name: field.at("name").plainText(),
    type: field.at("type").plainText(),
    folder: folderWithin(field.folder, field.at("path")),
    contextIn: noContext,
  };
}

/** A folder that a document names with `path`, from the project's; the document's own if it names none. */
export function folderWithin(folder: string, path: Field): string {
  if (!path.isThere) return folder;
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.plainText().split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function noContext(): TemplateContext {
  return {};
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

export function varfileOf(field: Field): VarfileConfig | undefined {
  if (!field.isThere) return undefined;
  if (typeof field.value === "string") return { field, optional: false };
  field.map();
  field.at("path").text();
  return { field: field.at("path"), optional: field.at("optional").value === true };
}
