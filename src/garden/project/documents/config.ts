/** A project's config documents by kind, and the fields that are needed before templates are resolved. */
import type { TemplateContext } from "../../template/internal.ts";
import { VariablesError } from "../../variables/error.ts";
import { checkUnfolded } from "../../variables/varfile.ts";
import { Field } from "./field.ts";
import type { Source } from "./sources.ts";

/** A config document in a file. */
export interface ConfigDocument extends Source {
  /** The document as the file has it: its templates are not resolved. */
  readonly value: unknown;
}

/** The kinds of actions, in the form that templates use. */
export const ACTION_KINDS = ["build", "deploy", "run", "test"] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** The kinds of actions by the names that references can use. */
export const KIND_NAMES: ReadonlyMap<string, ActionKind> = /* @__PURE__ */ new Map<string, ActionKind>([
  ["build", "build"],
  ["deploy", "deploy"],
  ["run", "run"],
  ["test", "test"],
  ["services", "deploy"],
  ["tasks", "run"],
]);

export interface VarfileConfig {
  /** The field whose value is the varfile's path. */
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

/** Adds what only the templates of one document see, such as its inputs. These can refer to the given context. */
export type ContextIn = (outer: TemplateContext) => TemplateContext;

interface DocumentConfig {
  readonly field: Field;
  readonly name: string;
  readonly contextIn: ContextIn;
}

export interface ActionConfig extends DocumentConfig {
  readonly kind: ActionKind;
  readonly varfiles: readonly VarfileConfig[];
  /** The folder of its config file, from the project's folder; empty for the project's folder. */
  readonly folder: string;
  /** The document with its variables, if it is another one, and what only the templates in them see. */
  readonly variables?: { readonly name: string; readonly field: Field; readonly context: TemplateContext };
  /** The path of `this` among outputs, if it is not the action's own path. */
  readonly self?: string;
}

export interface ModuleConfig extends DocumentConfig {
  readonly type: string;
  /** The folder of its sources, from the project's folder; empty for the project's folder. */
  readonly folder: string;
}

/** A `Workflow` or a `Command`. */
export interface StepsConfig extends DocumentConfig {
  readonly kind: "workflow" | "command";
}

export interface Configs {
  readonly project: ProjectConfig;
  readonly actions: readonly ActionConfig[];
  readonly modules: readonly ModuleConfig[];
  readonly workflows: readonly StepsConfig[];
  /** `ConfigTemplate` documents by name, and the documents that render them. */
  readonly templates: ReadonlyMap<string, Field>;
  readonly renders: readonly Field[];
  /** Documents of kinds that are not resolved. */
  readonly others: readonly ConfigDocument[];
}

/**
 * Sorts a project's documents by kind. Empty documents, and projects in folders below this one, are left out.
 *
 * @throws VariablesError (`document`) for a field that is missing or has a wrong type, and unless there is exactly one
 *   project
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
    if (!field.hasValue) continue;
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
  const [project, second] = projects.filter(({ field }) => field.folder === "");
  if (project === undefined) {
    const other = projects[0]?.field.folder;
    const hint = other === undefined ? "" : ` in this folder; there is one in ${other}`;
    throw new VariablesError("document", `found no document of kind Project${hint}`);
  }
  if (second !== undefined) {
    const first = project.field.source.file;
    throw second.field.at("kind").error(`there is another project in ${first}; a folder can have only one`);
  }
  return { project, actions, modules, workflows, templates, renders, others };
}

/** The kind of an action, in the form that templates use; undefined if the document is not an action. */
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
  name = field.at("name").plainText(),
  contextIn: ContextIn = noContext,
): ActionConfig {
  const varfiles = [field.at("varfile"), ...field.at("varfiles").items()].flatMap((each) => varfileOf(each) ?? []);
  return { field, kind, name, varfiles, folder: field.folder, contextIn };
}

/** The kind of a document with steps; undefined for other documents. */
export function stepsKind(kind: string): StepsConfig["kind"] | undefined {
  if (kind === "Workflow") return "workflow";
  return kind === "Command" ? "command" : undefined;
}

/** @param name the document's name, if it is not the one in the document */
export function stepsOf(
  field: Field,
  kind: StepsConfig["kind"],
  name = field.at("name").plainText(),
  contextIn: ContextIn = noContext,
): StepsConfig {
  return { field, kind, name, contextIn };
}

function moduleOf(field: Field): ModuleConfig {
  const path = field.at("path");
  return {
    field,
    name: field.at("name").plainText(),
    type: field.at("type").plainText(),
    folder: path.hasValue ? joinPath(field.folder, path.plainText()) : field.folder,
    contextIn: noContext,
  };
}

/** A path from a folder, without `.` and `..`. */
export function joinPath(folder: string, path: string): string {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function noContext(): TemplateContext {
  return {};
}

function projectOf(field: Field): ProjectConfig {
  const environments = field.at("environments").items();
  const providers = field.at("providers").items();
  return {
    field,
    name: field.at("name").plainText(),
    varfile: varfileOf(field.at("varfile")),
    environments: environments.map((environment) => {
      const name = typeof environment.value === "string" ? environment : environment.at("name");
      return { field: environment, name: name.plainText(), varfile: varfileOf(environment.at("varfile")) };
    }),
    providers: providers.map((provider) => ({ field: provider, name: provider.at("name").plainText() })),
  };
}

export function varfileOf(field: Field): VarfileConfig | undefined {
  if (!field.hasValue) return undefined;
  if (typeof field.value === "string") return { field, optional: false };
  field.map();
  field.at("path").text();
  return { field: field.at("path"), optional: field.at("optional").value === true };
}
