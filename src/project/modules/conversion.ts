/** What the conversions of all module types share: the parts of a module, and the actions that are made of them. */

import { isMap } from "../../template/values.ts";
import type { Variables } from "../../variables/map.ts";
import { type ActionKind, actionKey } from "../config.ts";
import type { Field } from "../config-field.ts";

/** A service, task or test of a module. */
export interface ModulePart {
  readonly name: string;
  readonly field: Field;
}

/** An action that a module becomes. */
export interface ConvertedAction {
  readonly kind: ActionKind;
  readonly name: string;
  readonly document: Readonly<Variables>;
  /** The part of the module that its `spec` is made of. */
  readonly from: Field;
}

/** The names that runtime dependencies may have. */
export interface RuntimeNames {
  readonly services: ReadonlySet<string>;
  readonly tasks: ReadonlySet<string>;
  /** Names of services and tasks that are disabled: nobody depends on them. */
  readonly disabled: ReadonlySet<string>;
  /** Keys of actions that are no module's. */
  readonly actions: ReadonlySet<string>;
  /** Whether there may be others: those of modules that are not converted. */
  readonly areOpen: boolean;
}

/** A module whose type has a conversion: its fields, with templates only where a value waits for a run. */
export class ConvertibleModule {
  readonly name: string;
  readonly type: string;
  readonly field: Field;
  private readonly names: RuntimeNames;
  /** Tells what is left out. */
  private readonly tell: (field: Field, reason: string) => void;

  constructor(
    name: string,
    type: string,
    field: Field,
    names: RuntimeNames,
    tell: (field: Field, reason: string) => void,
  ) {
    this.name = name;
    this.type = type;
    this.field = field;
    this.names = names;
    this.tell = tell;
  }

  at(key: string): unknown {
    return this.field.at(key).value ?? undefined;
  }

  get services(): ModulePart[] {
    return partsOf(this.field.at("services"));
  }

  get tasks(): ModulePart[] {
    return partsOf(this.field.at("tasks"));
  }

  get tests(): ModulePart[] {
    return partsOf(this.field.at("tests"));
  }

  /** The names of the modules that are built before it, each with what is copied from it. */
  get buildDependencies(): { readonly name: string; readonly copy: readonly Field[] }[] {
    return buildDependenciesOf(this.field);
  }

  /** The keys of the builds it depends on. */
  get builds(): string[] {
    return this.buildDependencies.map(({ name }) => actionKey("build", name));
  }

  /** What each of its actions has. */
  get shared(): Variables {
    const url = this.at("repositoryUrl");
    return {
      disabled: this.at("disabled"),
      source: url === undefined ? undefined : { repository: { url } },
    };
  }

  /** What its Build has, beside the type and the spec. */
  get build(): Variables {
    const copyFrom = this.copyFrom;
    return {
      ...this.shared,
      copyFrom: copyFrom.length === 0 ? undefined : copyFrom,
      allowPublish: this.at("allowPublish"),
      buildAtSource: this.at("local"),
      dependencies: listOf(this.builds),
      timeout: this.field.at("build").at("timeout").value ?? undefined,
    };
  }

  /** A Build that only copies files of other builds; undefined if it copies none. */
  get copyingBuild(): ConvertedAction | undefined {
    return this.copyFrom.length === 0 ? undefined : this.emptyBuild;
  }

  /** A Build without a command. */
  get emptyBuild(): ConvertedAction {
    const spec = { command: [], env: {} };
    return { kind: "build", name: this.name, document: { type: "exec", ...this.build, spec }, from: this.field };
  }

  /** The keys of the actions that a part's names stand for. */
  runtimeDependencies(dependencies: Field): string[] {
    return namesIn(dependencies).flatMap((field) => {
      const name = field.text();
      const { services, tasks, disabled, actions, areOpen } = this.names;
      if (services.has(name)) return actionKey("deploy", name);
      if (tasks.has(name)) return actionKey("run", name);
      if (actions.has(name)) return name;
      if (disabled.has(name)) {
        this.tell(field, `the dependency on ${name} is left out: it is disabled`);
        return [];
      }
      if (!areOpen) throw field.error(`there is no service or task ${name}`, "unknown-action");
      this.tell(field, `the dependency on ${name} is left out: no module that is converted has this service or task`);
      return [];
    });
  }

  /** The dependencies of an action that runs: the module's builds, its own Build, and what the part names. */
  dependencies(dependencies: Field, build: ConvertedAction | undefined, more: readonly string[] = []): unknown {
    const own = build === undefined ? [] : [actionKey("build", build.name)];
    return listOf([...this.builds, ...this.runtimeDependencies(dependencies), ...own, ...more]);
  }

  private get copyFrom(): Variables[] {
    return this.buildDependencies.flatMap(({ name, copy }) =>
      copy.map((field) => {
        const sourcePath = field.at("source").text();
        return { build: name, sourcePath, targetPath: field.at("target").value ?? sourcePath };
      }),
    );
  }
}

/** The build dependencies of a module. Entries that are null, or have no name, are left out. */
export function buildDependenciesOf(module: Field): { readonly name: string; readonly copy: readonly Field[] }[] {
  const build = module.at("build");
  if (!build.isThere) return [];
  build.map();
  return namesIn(build.at("dependencies")).flatMap((field) => {
    if (!isMap(field.value)) return { name: nameOf(field), copy: [] };
    const name = field.at("name");
    return name.isThere ? { name: nameOf(name), copy: namesIn(field.at("copy")) } : [];
  });
}

/** The services, tasks or tests of a module by their names. */
function partsOf(list: Field): ModulePart[] {
  return namesIn(list).map((field) => {
    field.map();
    return { name: nameOf(field.at("name")), field };
  });
}

/** The elements of a list that are there. */
function namesIn(list: Field): Field[] {
  return list.items().filter((field) => field.isThere && field.value !== "");
}

/** A name that is known now. */
function nameOf(field: Field): string {
  const name = field.text();
  if (name.includes("${")) throw field.error("a name must be known before anything runs");
  return name;
}

/** A list without duplicates; undefined if it is empty. */
function listOf(items: readonly string[]): readonly string[] | undefined {
  return items.length === 0 ? undefined : [...new Set(items)];
}

/** A map without some of its keys. */
export function without(map: Readonly<Variables>, keys: readonly string[]): Variables {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}

/** A map in which a field has its new name. */
export function renamed(map: Readonly<Variables>, from: string, to: string): Variables {
  if (!Object.hasOwn(map, from)) return { ...map };
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key === from ? to : key, value]));
}

/** A service in which what is synced stands under `sync.paths`; its old name is `devMode.sync`. */
export function withSyncPaths(service: Readonly<Variables>): Variables {
  const fields = renamed(service, "devMode", "sync");
  return isMap(fields.sync) ? { ...fields, sync: renamed(fields.sync, "sync", "paths") } : fields;
}
