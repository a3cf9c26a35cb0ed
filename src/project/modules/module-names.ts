/** The names of what modules become: services, tasks, and the actions of both. */
import { isMap } from "../../template/values.ts";
import type { Variables } from "../../variables/map.ts";
import { actionKey } from "../config.ts";
import type { Field } from "../config-field.ts";
import type { RuntimeNames } from "./conversion.ts";
import type { Module } from "./module.ts";

/** A module that is read: its fields, with templates only where a value waits for a run. */
export interface ReadModule {
  readonly module: Module;
  readonly field: Field;
}

/** Module types that become one Deploy with the module's name. */
const ONE_DEPLOY: ReadonlySet<string> = /* @__PURE__ */ new Set(["kubernetes", "helm", "terraform", "pulumi"]);

/** The names of services and tasks of all modules. A name counts as disabled if all that have it are. */
export function namesOf(all: readonly ReadModule[]): Pick<RuntimeNames, "services" | "tasks" | "disabled"> {
  const services = new Set<string>();
  const tasks = new Set<string>();
  const disabled = new Set<string>();
  for (const { module, field } of all) {
    const isDisabled = field.at("disabled").value === true;
    if (hasOneDeploy(module, field)) (isDisabled ? disabled : services).add(module.config.name);
    for (const [list, names] of [["services", services] as const, ["tasks", tasks] as const]) {
      for (const part of namedParts(field, list))
        (isDisabled || part.disabled === true ? disabled : names).add(part.name);
    }
  }
  return { services, tasks, disabled };
}

/** The keys of the actions that a module may become, whatever its type. */
export function keysOf({ module, field }: ReadModule): string[] {
  const { config } = module;
  return [
    actionKey("build", config.name),
    ...(hasOneDeploy(module, field) ? [actionKey("deploy", config.name)] : []),
    ...namedParts(field, "services").map(({ name }) => actionKey("deploy", name)),
    ...namedParts(field, "tasks").map(({ name }) => actionKey("run", name)),
    ...namedParts(field, "tests").map(({ name }) => actionKey("test", `${config.name}-${name}`)),
  ];
}

function hasOneDeploy({ config }: Module, field: Field): boolean {
  return ONE_DEPLOY.has(config.type) && !(config.type === "helm" && field.at("skipDeploy").value === true);
}

function namedParts(field: Field, list: "services" | "tasks" | "tests"): (Variables & { readonly name: string })[] {
  const { value } = field.at(list);
  const hasName = (part: unknown): part is Variables & { readonly name: string } =>
    isMap(part) && typeof part.name === "string";
  return Array.isArray(value) ? value.filter(hasName) : [];
}
