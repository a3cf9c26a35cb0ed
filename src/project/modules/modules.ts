/** The modules of a project: what templates see of them, and the actions that they become. */

import { NOT_KNOWN_YET, type TemplateContext } from "../../template/internal.ts";
import { isMap } from "../../template/values.ts";
import { globMatcher, normalPath, pathMatcher } from "../../text/glob.ts";
import { getOwn, setKey } from "../../text/own-keys.ts";
import { VariablesError } from "../../variables/error.ts";
import type { Variables } from "../../variables/map.ts";
import { type ActionConfig, type ModuleConfig, varfileOf } from "../config.ts";
import { Field } from "../config-field.ts";
import { Failures } from "../failures.ts";
import type { ProjectEnvironment } from "../project-environment.ts";
import type { Resolution } from "../resolution.ts";
import type { Source } from "../sources.ts";
import { containerActions, containerOutputs } from "./container.ts";
import { buildDependenciesOf, type ConvertedAction, ConvertibleModule, type RuntimeNames } from "./conversion.ts";
import { execActions } from "./exec.ts";
import { helmActions, withHelmBuilds } from "./helm.ts";
import { kubernetesActions } from "./kubernetes.ts";
import { Module } from "./module.ts";
import { keysOf, namesOf, type ReadModule } from "./module-names.ts";

/** Something of a project that is not resolved, or left out. */
export interface Note {
  readonly field: Field;
  readonly reason: string;
}

const DOCKERFILE = "Dockerfile";

/** Providers that can have an image registry. */
const REGISTRY_PROVIDERS: ReadonlySet<string> = /* @__PURE__ */ new Set(["kubernetes", "ephemeral-kubernetes"]);

/** What modules need to know of the world around the project. */
export interface ModulesWorld {
  /** The project's folder, if it is known. */
  readonly root: string | undefined;
  /** Whether there is a file in the project's folder; undefined if that is not known. */
  readonly hasFile: ((path: string) => boolean) | undefined;
  /** The values of modules that a run has told, by their names. */
  readonly known: Readonly<Variables>;
}

export class Modules {
  /** `modules` for templates: every module by its name. */
  readonly context: TemplateContext;
  /** What is left out. */
  readonly notes: Note[] = [];
  /** The modules that are not converted. */
  readonly unconverted: Module[] = [];
  /** The keys of the actions that the modules that are not converted may become. */
  readonly foreign: ReadonlySet<string>;
  readonly actions: readonly ActionConfig[];
  private readonly modules = new Map<string, Module>();
  private readonly hasFile: ((path: string) => boolean) | undefined;
  private readonly environment: ProjectEnvironment;

  /**
   * @param actions the keys of the actions that are no module's
   * @throws VariablesError, TemplateError
   */
  constructor(
    configs: readonly ModuleConfig[],
    environment: ProjectEnvironment,
    resolution: Resolution,
    world: ModulesWorld,
    actions: ReadonlySet<string>,
  ) {
    this.hasFile = world.hasFile;
    this.environment = environment;
    const context: Record<string, unknown> = {};
    this.context = context;
    for (const config of configs) {
      const { field, name } = config;
      const other = this.modules.get(name);
      if (other !== undefined) {
        throw field.at("name").error(`there is another module ${name}, in ${other.config.field.source.file}`);
      }
      const module = new Module(config, environment, resolution, contextFor(name, context), world.root);
      this.modules.set(name, module);
      setKey(context, name, this.referenceTo(module, getOwn(world.known, name)));
    }
    const unknown = Object.keys(world.known).find((name) => !this.modules.has(name));
    if (unknown !== undefined) throw new VariablesError("unknown-action", `outputs: there is no module ${unknown}`);
    const failures = new Failures();
    const read = (module: Module) => failures.attempt(() => module.read(failures)) ?? module.config.field;
    const all = Array.from(this.modules.values(), (module): ReadModule => ({ module, field: read(module) }));
    failures.check();
    const isConverted = ({ module, field }: ReadModule) => this.converterOf(module, field) !== undefined;
    this.unconverted = all.filter((read) => !isConverted(read)).map(({ module }) => module);
    this.foreign = new Set(all.filter((read) => !isConverted(read)).flatMap(keysOf));
    this.actions = this.convertAll(all, { ...namesOf(all), actions, areOpen: this.unconverted.length > 0 });
  }

  /** Every module, whether or not it is converted. */
  get all(): Iterable<Module> {
    return this.modules.values();
  }

  private convertAll(all: readonly ReadModule[], names: RuntimeNames): ActionConfig[] {
    const byName = new Map(all.map(({ module, field }) => [module.config.name, { module, field }]));
    const converted = all.flatMap(({ module, field }) => {
      const convert = this.converterOf(module, field);
      if (convert === undefined) return [];
      if (field.at("generateFiles").items().length > 0) {
        this.notes.push({
          field: field.at("generateFiles"),
          reason: `the files that module ${module.config.name} generates are not written`,
        });
      }
      const tell = (at: Field, reason: string) => this.notes.push({ field: at, reason });
      const { name, type } = module.config;
      const whole = type === "helm" ? withHelmBuilds(field) : field;
      for (const { name: build } of buildDependenciesOf(whole)) {
        if (!byName.has(build)) {
          throw whole.at("build").at("dependencies").error(`there is no module ${build}`, "unknown-action");
        }
      }
      return convert(new ConvertibleModule(name, type, whole, names, tell), byName).map((action) => ({
        module,
        action,
      }));
    });
    const builds = new Set(converted.flatMap(({ action: { kind, name } }) => (kind === "build" ? name : [])));
    const lacksBuild = (key: unknown) =>
      typeof key === "string" &&
      key.startsWith("build.") &&
      byName.has(key.slice("build.".length)) &&
      !builds.has(key.slice("build.".length)) &&
      !this.foreign.has(key);
    return converted.map(({ module, action }) => {
      const { dependencies } = action.document;
      if (!Array.isArray(dependencies) || !dependencies.some(lacksBuild)) return configOf(module, action);
      for (const key of dependencies.filter(lacksBuild)) {
        const reason = `the dependency on ${key} is left out: that module has nothing to build`;
        this.notes.push({ field: module.config.field.at("build").at("dependencies"), reason });
      }
      const left = dependencies.filter((key) => !lacksBuild(key));
      return configOf(module, { ...action, document: { ...action.document, dependencies: left } });
    });
  }

  /** The conversion for a module's type; undefined if there is none. */
  private converterOf(
    module: Module,
    field: Field,
  ): ((module: ConvertibleModule, all: ReadonlyMap<string, ReadModule>) => ConvertedAction[]) | undefined {
    const pathOf = (all: ReadonlyMap<string, ReadModule>) => (name: string) => {
      const path = all.get(name)?.module.self.path;
      return typeof path === "string" ? path : undefined;
    };
    switch (module.config.type) {
      case "exec":
        return execActions;
      case "container": {
        const hasDockerfile = this.hasDockerfile(module, field);
        if (hasDockerfile === undefined) return undefined;
        if (!hasDockerfile && !field.at("image").value) {
          const { name, field: place } = module.config;
          throw place.error(`module ${name} has neither an image nor a Dockerfile in its folder`);
        }
        return (convertible) => containerActions(convertible, hasDockerfile);
      }
      case "kubernetes":
        return (convertible, all) => kubernetesActions(convertible, pathOf(all));
      case "helm":
        return (convertible, all) => helmActions(convertible, (name) => helmBase(name, all), pathOf(all));
      default:
        return undefined;
    }
  }

  /** Whether a container module has an image to build; undefined if that is not known. */
  private hasDockerfile({ config }: Module, field: Field): boolean | undefined {
    if (field.at("dockerfile").value) return true;
    const generated = config.field.at("generateFiles").value;
    if (Array.isArray(generated) && generated.some((file) => isMap(file) && file.targetPath === DOCKERFILE))
      return true;
    if (this.hasFile === undefined || config.field.at("repositoryUrl").isThere) return undefined;
    const include = textsIn(field.at("include"));
    const isIncluded = include === undefined || include.some((entry) => pathMatcher(entry)(DOCKERFILE));
    const isExcluded = textsIn(field.at("exclude"))?.some((entry) => globMatcher(normalPath(entry))(DOCKERFILE));
    if (!isIncluded || isExcluded === true) return false;
    return this.hasFile(config.folder === "" ? DOCKERFILE : `${config.folder}/${DOCKERFILE}`);
  }

  /**
   * `modules.NAME` in templates.
   *
   * @param known the values that a run has told
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
    const { name, type } = module.config;
    if (type === "helm") return { "release-name": module.derived("releaseName", (release) => release ?? name) };
    if (type === "exec" || type === "kubernetes") return {};
    if (type !== "container") return NOT_KNOWN_YET;
    const hasRegistry = this.environment.providers.some((provider) => REGISTRY_PROVIDERS.has(provider.name));
    const { field } = module.config;
    const image = (of: string) =>
      module.derived(
        "image",
        (value) => containerOutputs(name, value, this.hasDockerfile(module, field), hasRegistry)[of],
      );
    return Object.fromEntries(
      Object.keys(containerOutputs(name, "", undefined, false)).map((key) => [key, image(key)]),
    );
  }
}

/** `modules` for the templates of a module, which cannot refer to itself. */
function contextFor(self: string, modules: Readonly<Record<string, unknown>>): TemplateContext {
  return new Proxy(modules, {
    get(all, name) {
      if (typeof name !== "string" || !Object.hasOwn(all, name)) return undefined;
      if (name !== self) return all[name];
      return () => {
        throw new VariablesError("self-reference", `module ${self} cannot refer to itself (there is \`this\`)`);
      };
    },
  });
}

function helmBase(name: Field, all: ReadonlyMap<string, ReadModule>): Field {
  const base = all.get(name.text());
  if (base === undefined) throw name.error(`there is no module ${name.text()}`, "unknown-action");
  const { type } = base.module.config;
  if (type !== "helm") throw name.error(`the base must be a helm module, and ${name.text()} is of type ${type}`);
  return base.field;
}

/** The texts of a list; undefined where there is none. */
function textsIn({ value }: Field): string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : undefined;
}

/** A converted action as a document of the project, with the module's variables. */
function configOf(module: Module, { kind, name, document, from }: ConvertedAction): ActionConfig {
  const { field, folder } = module.config;
  const { source } = field;
  const places: Source = {
    file: source.file,
    placeOf: ([key, ...path]) => source.placeOf?.(key === "spec" ? [...from.path, ...path] : from.path) ?? {},
  };
  const varfile = field.at("varfile");
  const value: Variables = { kind: kind[0]!.toUpperCase() + kind.slice(1), name };
  for (const [key, member] of Object.entries<unknown>({
    ...document,
    ...(varfile.isThere && { varfiles: [varfile.value] }),
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
    contextIn: module.config.contextIn,
    variables: { name: "the module's variables", field, context: { this: module.self } },
  };
}

function withoutUndefined(map: Readonly<Variables>): Variables {
  return Object.fromEntries(
    Object.entries(map).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, isMap(value) ? withoutUndefined(value) : value]],
    ),
  );
}
