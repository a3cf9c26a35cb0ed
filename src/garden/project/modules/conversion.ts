/** What the conversions of all module types share: the parts of a module, and the actions that they become. */

import { isMap, type Variables } from "../../template/values.ts";
import { type ActionKind, actionKey } from "../documents/config.ts";
import type { Field } from "../documents/field.ts";
import type { Module } from "./module.ts";

/** The lists of a module's parts, and the kinds of the actions that they become. */
const PARTS = { services: "deploy", tasks: "run", tests: "test" } as const;
type PartList = keyof typeof PARTS;
const PART_LISTS = Object.keys(PARTS) as PartList[];

/** A service, task, or test of a module, and the action that it becomes. */
export interface ModulePart {
  readonly kind: (typeof PARTS)[PartList];
  /** The action's name. */
  readonly name: string;
  readonly field: Field;
}

/** An action that a module becomes. */
export interface ConvertedAction {
  readonly kind: ActionKind;
  readonly name: string;
  readonly document: Readonly<Variables>;
  /** The part of the module that is the source of its `spec`. */
  readonly from: Field;
}

/** Records something that is left out. */
export type AddNote = (field: Field, reason: string) => void;

/** Module types that become one Deploy with the module's name. */
const ONE_DEPLOY: ReadonlySet<string> = /* @__PURE__ */ new Set(["kubernetes", "helm", "terraform", "pulumi"]);

/** Returns the keys of the actions that a list of runtime dependencies names: services, tasks, and other actions. */
export type KeysIn = (dependencies: Field) => string[];

/**
 * @param actions keys of actions that do not come from modules
 * @param hasUnconverted whether modules that are not converted can have other names
 */
export function runtimeKeys(
  modules: Iterable<Module>,
  actions: ReadonlySet<string>,
  hasUnconverted: boolean,
  addNote: AddNote,
): KeysIn {
  const keys = { deploy: new Set<string>(), run: new Set<string>() };
  /** Names of services and tasks that are disabled wherever they appear. */
  const allDisabled = new Set<string>();
  for (const module of modules) {
    const isDisabled = module.fields.at("disabled").value === true;
    if (hasOneDeploy(module)) (isDisabled ? allDisabled : keys.deploy).add(module.config.name);
    for (const list of ["services", "tasks"] as const) {
      for (const { name, disabled } of namedParts(module.fields, list))
        (isDisabled || disabled === true ? allDisabled : keys[PARTS[list]]).add(name);
    }
  }
  return (dependencies) =>
    entriesOf(dependencies).flatMap((field) => {
      const name = field.text();
      if (keys.deploy.has(name)) return actionKey("deploy", name);
      if (keys.run.has(name)) return actionKey("run", name);
      if (actions.has(name)) return name;
      if (allDisabled.has(name)) {
        addNote(field, `the dependency on ${name} was left out, because it is disabled`);
        return [];
      }
      if (!hasUnconverted) throw field.error(`no such service or task: ${name}`, "unknown-action");
      addNote(field, `the dependency on ${name} was left out: no converted module has this service or task`);
      return [];
    });
}

/** The keys of the actions that a module of any type can become. */
export function actionKeysOf(module: Module): string[] {
  const { name } = module.config;
  const parts = PART_LISTS.flatMap((list) =>
    namedParts(module.fields, list).map((part) => actionKey(PARTS[list], nameOfPart(name, list, part.name))),
  );
  return [actionKey("build", name), ...(hasOneDeploy(module) ? [actionKey("deploy", name)] : []), ...parts];
}

/** The name of the action that a part becomes. */
function nameOfPart(module: string, list: PartList, name: string): string {
  return list === "tests" ? `${module}-${name}` : name;
}

function hasOneDeploy({ config: { type }, fields }: Module): boolean {
  return ONE_DEPLOY.has(type) && !(type === "helm" && fields.at("skipDeploy").value === true);
}

function namedParts(field: Field, list: PartList): (Variables & { readonly name: string })[] {
  const { value } = field.at(list);
  const hasName = (part: unknown): part is Variables & { readonly name: string } =>
    isMap(part) && typeof part.name === "string";
  return Array.isArray(value) ? value.filter(hasName) : [];
}

/** A module whose type can be converted: its fields, with templates only for values from a run. */
export class ConvertibleModule {
  readonly name: string;
  readonly field: Field;
  readonly keysIn: KeysIn;

  constructor(name: string, field: Field, keysIn: KeysIn) {
    this.name = name;
    this.field = field;
    this.keysIn = keysIn;
  }

  at(key: string): unknown {
    return this.field.at(key).value ?? undefined;
  }

  /** The services, tasks, and tests, or only those in some lists. */
  parts(lists = PART_LISTS): ModulePart[] {
    return lists.flatMap((list) =>
      entriesOf(this.field.at(list)).map((field) => {
        field.map();
        return { kind: PARTS[list], name: nameOfPart(this.name, list, nameOf(field.at("name"))), field };
      }),
    );
  }

  /** The keys of the builds that it depends on. */
  private get builds(): string[] {
    return buildDependenciesOf(this.field).map(({ name }) => actionKey("build", name));
  }

  /** Fields that all of its actions have. */
  get shared(): Variables {
    const url = this.at("repositoryUrl");
    return {
      disabled: this.at("disabled"),
      source: url === undefined ? undefined : { repository: { url } },
    };
  }

  /**
   * The action that a part becomes.
   *
   * @param fields the other fields; with `disabled`, instead of the part's own
   */
  action(
    { kind, name, field }: ModulePart,
    type: string,
    { disabled = field.at("disabled").value, ...fields }: Variables,
  ): ConvertedAction {
    const ofModule = this.at("disabled");
    const document = {
      type,
      ...this.shared,
      disabled: ofModule === true || (disabled ?? ofModule),
      description: kind === "run" ? field.at("description").value : undefined,
      ...fields,
    };
    return { kind, name, from: field, document };
  }

  /** Its Build. */
  build(type: string, spec: Variables): ConvertedAction {
    const copyFrom = this.copyFrom;
    const document = {
      type,
      ...this.shared,
      copyFrom: copyFrom.length === 0 ? undefined : copyFrom,
      allowPublish: this.at("allowPublish"),
      buildAtSource: this.at("local"),
      dependencies: listOf(this.builds),
      timeout: this.field.at("build").at("timeout").value,
      spec,
    };
    return { kind: "build", name: this.name, from: this.field, document };
  }

  /** A Build that only copies files from other builds; undefined if it does not copy files. */
  get copyingBuild(): ConvertedAction | undefined {
    return this.copyFrom.length === 0 ? undefined : this.emptyBuild;
  }

  /** A Build without a command. */
  get emptyBuild(): ConvertedAction {
    return this.build("exec", { command: [], env: {} });
  }

  /** The dependencies of an action that runs: the module's builds, its own Build, and those that the part names. */
  dependencies(dependencies: Field, build: ConvertedAction | undefined, more: readonly string[] = []): unknown {
    const own = build === undefined ? [] : [actionKey("build", build.name)];
    return listOf([...this.builds, ...this.keysIn(dependencies), ...own, ...more]);
  }

  private get copyFrom(): Variables[] {
    return buildDependenciesOf(this.field).flatMap(({ name, copy }) =>
      copy.map((field) => {
        const sourcePath = field.at("source").text();
        return { build: name, sourcePath, targetPath: field.at("target").value ?? sourcePath };
      }),
    );
  }
}

/** The modules that are built before a module, and what is copied from them. Entries that are null or unnamed are left out. */
export function buildDependenciesOf(module: Field): { readonly name: string; readonly copy: readonly Field[] }[] {
  const build = module.at("build");
  if (!build.hasValue) return [];
  build.map();
  return entriesOf(build.at("dependencies")).flatMap((field) => {
    if (!isMap(field.value)) return { name: nameOf(field), copy: [] };
    const name = field.at("name");
    return name.hasValue ? { name: nameOf(name), copy: entriesOf(field.at("copy")) } : [];
  });
}

/** The elements of a list that are not empty. */
function entriesOf(list: Field): Field[] {
  return list.items().filter((field) => field.hasValue && field.value !== "");
}

/** A name that is known now. */
function nameOf(field: Field): string {
  const name = field.text();
  if (name.includes("${")) throw field.error("a name must be known before anything runs");
  return name;
}

/** A list without duplicates; undefined if it is empty. */
export function listOf(items: readonly string[]): readonly string[] | undefined {
  return items.length === 0 ? undefined : [...new Set(items)];
}

/** A map without some of its keys. */
export function without(map: Readonly<Variables>, keys: readonly string[]): Variables {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}

/** A map with a new name for one of its keys. */
export function renamed(map: Readonly<Variables>, from: string, to: string): Variables {
  if (!Object.hasOwn(map, from)) return { ...map };
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key === from ? to : key, value]));
}

/** A service with its synchronized paths under `sync.paths`; the old name is `devMode.sync`. */
export function withSyncPaths(service: Readonly<Variables>): Variables {
  const fields = renamed(service, "devMode", "sync");
  return isMap(fields.sync) ? { ...fields, sync: renamed(fields.sync, "sync", "paths") } : fields;
}
