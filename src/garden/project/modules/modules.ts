/** The modules of a project: what templates see of them, and the actions that they become. */

import { globMatcher, normalPath, pathMatcher } from "../../../text/glob.ts";
import { getOwn, setKey } from "../../../text/own-keys.ts";
import { NOT_KNOWN_YET, type TemplateContext } from "../../template/internal.ts";
import { isMap, type Variables } from "../../template/values.ts";
import { VariablesError } from "../../variables/error.ts";
import { type ActionConfig, type ModuleConfig, varfileOf } from "../documents/config.ts";
import { Field } from "../documents/field.ts";
import type { Source } from "../documents/sources.ts";
import { Failures } from "../errors.ts";
import type { Resolution } from "../resolution.ts";
import type { ProjectEnvironment } from "../variables/environment.ts";
import { containerActions, containerOutputs } from "./container.ts";
import {
  type AddNote,
  actionKeysOf,
  buildDependenciesOf,
  type ConvertedAction,
  ConvertibleModule,
  runtimeKeys,
} from "./conversion.ts";
import { execActions } from "./exec.ts";
import { helmActions, withHelmBuilds } from "./helm.ts";
import { kubernetesActions } from "./kubernetes.ts";
import { Module } from "./module.ts";

const DOCKERFILE = "Dockerfile";

/** Providers that can have an image registry. */
const REGISTRY_PROVIDERS: ReadonlySet<string> = /* @__PURE__ */ new Set(["kubernetes", "ephemeral-kubernetes"]);

/** What modules use from outside their documents. */
interface ModulesOptions {
  /** The project's folder, if it is known. */
  readonly root: string | undefined;
  /** Whether a file exists in the project's folder; undefined if that is unknown. */
  readonly hasFile: ((path: string) => boolean) | undefined;
  /** The values of modules from a run, by their names. */
  readonly known: Readonly<Variables>;
  /** The keys of actions that do not come from modules. */
  readonly actions: ReadonlySet<string>;
}

type Convert = (module: ConvertibleModule) => ConvertedAction[];

export class Modules {
  /** `modules` for templates: every module by its name. */
  readonly context: TemplateContext;
  /** What is left out. */
  readonly notes: { readonly field: Field; readonly reason: string }[] = [];
  /** The modules that are not converted. */
  readonly unconverted: readonly Module[];
  /** The keys of the actions that modules may become that are not converted. */
  readonly foreign: ReadonlySet<string>;
  readonly actions: readonly ActionConfig[];
  private readonly modules = new Map<string, Module>();
  private readonly hasFile: ((path: string) => boolean) | undefined;
  private readonly environment: ProjectEnvironment;

  constructor(
    configs: readonly ModuleConfig[],
    environment: ProjectEnvironment,
    resolution: Resolution,
    { root, hasFile, known, actions }: ModulesOptions,
  ) {
    this.hasFile = hasFile;
    this.environment = environment;
    const context: Record<string, unknown> = {};
    this.context = context;
    for (const config of configs) {
      const { field, name } = config;
      const other = this.modules.get(name);
      if (other !== undefined) {
        throw field.at("name").error(`there is another module ${name} in ${other.config.field.source.file}`);
      }
      const given = getOwn(known, name);
      const module = new Module(config, environment, resolution, contextFor(name, context), root, given);
      this.modules.set(name, module);
      setKey(context, name, this.referenceTo(module, given));
    }
    const unknown = Object.keys(known).find((name) => !this.modules.has(name));
    if (unknown !== undefined) throw new VariablesError("unknown-action", `outputs: no such module: ${unknown}`);
    const failures = new Failures();
    for (const module of this.all) failures.attempt(() => module.read(failures));
    failures.check();
    this.unconverted = [...this.all].filter((module) => this.converterOf(module) === undefined);
    this.foreign = new Set(this.unconverted.flatMap(actionKeysOf));
    this.actions = this.convertAll(actions);
  }

  /** Every module, converted or not. */
  get all(): Iterable<Module> {
    return this.modules.values();
  }

  private convertAll(actions: ReadonlySet<string>): ActionConfig[] {
    const addNote: AddNote = (field, reason) => this.notes.push({ field, reason });
    const keysIn = runtimeKeys(this.all, actions, this.unconverted.length > 0, addNote);
    const converted = [...this.all].flatMap((module) => {
      const { config, fields } = module;
      const convert = this.converterOf(module);
      if (convert === undefined) return [];
      const generated = fields.at("generateFiles");
      if (generated.items().length > 0)
        addNote(generated, `the generated files of module ${config.name} are not written`);
      const whole = config.type === "helm" ? withHelmBuilds(fields) : fields;
      for (const { name: build } of buildDependenciesOf(whole)) {
        if (!this.modules.has(build)) {
          throw whole.at("build").at("dependencies").error(`no such module: ${build}`, "unknown-action");
        }
      }
      return convert(new ConvertibleModule(config.name, whole, keysIn)).map((action) => ({ module, action }));
    });
    const builds = new Set(converted.flatMap(({ action: { kind, name } }) => (kind === "build" ? name : [])));
    const lacksBuild = (key: unknown) => {
      const name = typeof key === "string" && key.startsWith("build.") ? key.slice("build.".length) : undefined;
      return name !== undefined && this.modules.has(name) && !builds.has(name) && !this.foreign.has(`build.${name}`);
    };
    return converted.map(({ module, action }) => {
      const { dependencies } = action.document;
      if (!Array.isArray(dependencies) || !dependencies.some(lacksBuild)) return configOf(module, action);
      for (const key of dependencies.filter(lacksBuild)) {
        const reason = `the dependency on ${key} was left out: that module does not build anything`;
        addNote(module.config.field.at("build").at("dependencies"), reason);
      }
      const left = dependencies.filter((key) => !lacksBuild(key));
      return configOf(module, { ...action, document: { ...action.document, dependencies: left } });
    });
  }

  /** The conversion for a module's type; undefined if it cannot be converted. */
  private converterOf(module: Module): Convert | undefined {
    switch (module.config.type) {
      case "exec":
        return execActions;
      case "container": {
        const hasDockerfile = this.hasDockerfile(module, module.fields);
        if (hasDockerfile === undefined) return undefined;
        if (!hasDockerfile && !module.fields.at("image").value) {
          const { name, field: place } = module.config;
          throw place.error(`module ${name} has neither an image nor a Dockerfile in its folder`);
        }
        return (convertible) => containerActions(convertible, hasDockerfile);
      }
      case "kubernetes":
        return (convertible) => kubernetesActions(convertible, this.pathOf);
      case "helm":
        return (convertible) => helmActions(convertible, (name) => this.helmBase(name), this.pathOf);
      default:
        return undefined;
    }
  }

  /** The source path of a module, if it is known. */
  private readonly pathOf = (name: string): string | undefined => {
    const path = this.modules.get(name)?.self.path;
    return typeof path === "string" ? path : undefined;
  };

  private helmBase(name: Field): Field {
    const { config, fields } = this.modules.get(name.text())!;
    if (config.type === "helm") return fields;
    throw name.error(`the base must be a helm module, but ${config.name} has the type ${config.type}`);
  }

  /** Whether a container module has an image to build; undefined if that is unknown. */
  private hasDockerfile({ config }: Module, field: Field): boolean | undefined {
    if (field.at("dockerfile").value) return true;
    const generated = config.field.at("generateFiles").value;
    if (Array.isArray(generated) && generated.some((file) => isMap(file) && file.targetPath === DOCKERFILE))
      return true;
    if (this.hasFile === undefined || config.field.at("repositoryUrl").hasValue) return undefined;
    const include = textsIn(field.at("include"));
    const isIncluded = include === undefined || include.some((entry) => pathMatcher(entry)(DOCKERFILE));
    const isExcluded = textsIn(field.at("exclude"))?.some((entry) => globMatcher(normalPath(entry))(DOCKERFILE));
    if (!isIncluded || isExcluded === true) return false;
    return this.hasFile(config.folder === "" ? DOCKERFILE : `${config.folder}/${DOCKERFILE}`);
  }

  /**
   * `modules.NAME` in templates.
   *
   * @param known its values from a run
   */
  private referenceTo(module: Module, known: unknown): TemplateContext {
    const { var: variables } = module.context;
    const reference = { ...module.self, version: NOT_KNOWN_YET, var: variables, outputs: this.outputsOf(module) };
    if (!isMap(known)) return reference;
    const outputs =
      isMap(reference.outputs) && isMap(known.outputs) ? { ...reference.outputs, ...known.outputs } : known.outputs;
    return { ...reference, ...known, outputs: outputs ?? reference.outputs };
  }

  private outputsOf(module: Module): unknown {
    const { field, name, type } = module.config;
    if (type === "helm") return { "release-name": module.derived("releaseName", (release) => release ?? name) };
    if (type === "exec" || type === "kubernetes") return {};
    if (type !== "container") return NOT_KNOWN_YET;
    const hasRegistry = this.environment.providers.some((provider) => REGISTRY_PROVIDERS.has(provider.name));
    const output = (key: string) =>
      module.derived(
        "image",
        (image) => containerOutputs(name, image, this.hasDockerfile(module, field), hasRegistry)[key],
      );
    return Object.fromEntries(
      Object.keys(containerOutputs(name, "", undefined, false)).map((key) => [key, output(key)]),
    );
  }
}

/** `modules` for the templates of a module, which cannot refer to itself. */
function contextFor(self: string, modules: Readonly<Record<string, unknown>>): TemplateContext {
  return new Proxy(modules, {
    get(all, name) {
      if (name !== self) return all[name as string];
      return () => {
        throw new VariablesError("self-reference", `module ${self} cannot refer to itself; use \`this\``);
      };
    },
  });
}

/** The texts in a list; undefined if there is no list. */
function textsIn({ value }: Field): string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : undefined;
}

/** A converted action as a document of the project, with the module's variables. */
function configOf(module: Module, { kind, name, document, from }: ConvertedAction): ActionConfig {
  const { field, folder, contextIn } = module.config;
  const { source } = field;
  const build = field.at("build");
  const places: Source = {
    file: source.file,
    placeOf: ([key, ...path]) => {
      const isOfBuild = kind === "build" && path.length > 0 && build.at(path[0]!).hasValue;
      return source.placeOf?.(key === "spec" ? [...(isOfBuild ? build : from).path, ...path] : from.path) ?? {};
    },
  };
  const varfile = field.at("varfile");
  const value: Variables = { kind: kind[0]!.toUpperCase() + kind.slice(1), name };
  for (const [key, member] of Object.entries<unknown>({
    ...document,
    ...(varfile.hasValue && { varfiles: [varfile.value] }),
  })) {
    const isDefault = member === undefined || member === null || (key === "disabled" && member === false);
    if (!isDefault) setKey(value, key, isMap(member) ? withoutUndefined(member) : member);
  }
  const ofModule = varfileOf(varfile);
  return {
    field: new Field(places, value),
    kind,
    name,
    varfiles: ofModule === undefined ? [] : [ofModule],
    folder,
    contextIn,
    variables: { name: "the module's variables", field, context: { this: module.self } },
    self: `modules.${module.config.name}`,
  };
}

function withoutUndefined(map: Readonly<Variables>): Variables {
  return Object.fromEntries(
    Object.entries(map).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, isMap(value) ? withoutUndefined(value) : value]],
    ),
  );
}
