/** Where a project declares what templates name, but for variables: these have levels. */

import type { TemplateContext } from "../template/internal.ts";
import { memberOf } from "../text/own-keys.ts";
import type { ActionConfig, ActionKind, Configs } from "./config.ts";
import { actionKey } from "./config.ts";
import type { Field } from "./config-field.ts";
import { KIND_NAMES } from "./dependencies.ts";
import type { Modules } from "./modules/modules.ts";
import type { ProjectEnvironment } from "./project-environment.ts";

/** What of a project declares something. */
export interface Declaring {
  readonly configs: Configs;
  readonly environment: ProjectEnvironment;
  readonly modules: Modules;
  readonly actionOf: (key: string) => ActionConfig | undefined;
}

type Keys = readonly (string | number)[];

/**
 * The field that declares what the keys of a lookup name; undefined if none does.
 *
 * @param context what the lookup's template sees
 */
export function declarationOf(keys: Keys, context: TemplateContext, project: Declaring): Field | undefined {
  const [root, first, second] = keys.map(String);
  const { configs, environment, modules } = project;
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
    case "runtime": {
      const kind: ActionKind | undefined = KIND_NAMES.get(first ?? "");
      return kind && nameOf(project.actionOf(actionKey(kind, second ?? ""))?.field);
    }
    case "inputs":
      return inputOf(keys.slice(1), context, configs);
    default:
      return undefined;
  }
}

/** An input: in the document that makes others of a template, in its matrix, or in the template. */
function inputOf(keys: Keys, context: TemplateContext, { renders, templates }: Configs): Field | undefined {
  const parent = memberOf(context.parent, "name");
  const render = renders.find((each) => each.at("name").value === parent);
  const template = templates.get(String(memberOf(context.template, "name")));
  const holders = [
    render?.at("inputs"),
    render?.at("matrix"),
    template?.at("inputs"),
    template?.at("inputsSchemaPath"),
  ];
  const [first] = keys;
  for (const holder of holders) {
    if (holder === undefined || !holder.isThere) continue;
    if (typeof holder.value === "string") return holder;
    if (first !== undefined && holder.at(first).isThere) return nearest(holder, keys);
  }
  return undefined;
}

function nearest(holder: Field, keys: Keys): Field {
  let field = holder;
  for (const key of keys) {
    const member = field.at(key);
    if (!member.isThere) break;
    field = member;
  }
  return field;
}

function nameOf(field: Field | undefined): Field | undefined {
  return typeof field?.value === "string" ? field : field?.at("name");
}
