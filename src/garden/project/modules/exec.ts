/** `exec` modules as actions. */
import { isMap } from "../../template/values.ts";
import type { Variables } from "../../variables/map.ts";
import type { ActionKind } from "../documents/config.ts";
import { type ConvertedAction, type ConvertibleModule, type ModulePart, renamed } from "./conversion.ts";

/** The default timeout of a status command, in seconds. */
const STATUS_TIMEOUT = 10;

export function execActions(module: ConvertibleModule): ConvertedAction[] {
  const env = mapAt(module.at("env"));
  const build = buildOf(module, env);
  const runtime = (kind: ActionKind, name: string, { field }: ModulePart, spec: Variables): ConvertedAction => ({
    kind,
    name,
    from: field,
    document: {
      type: "exec",
      ...module.shared,
      disabled: module.at("disabled") === true || (field.at("disabled").value ?? module.at("disabled")),
      description: kind === "run" ? (field.at("description").value ?? undefined) : undefined,
      build: build.name,
      // Dependencies on other builds belong to the Build.
      dependencies: notEmpty(module.names.keysIn(field.at("dependencies"))),
      timeout: field.at("timeout").value ?? undefined,
      // Modules run their commands in a shell.
      spec: { shell: true, ...spec, env: { ...env, ...mapAt(field.at("env").value) } },
    },
  });
  return [
    build,
    ...module.services.map((service) => runtime("deploy", service.name, service, deploySpec(service))),
    ...module.tasks.map((task) => runtime("run", task.name, task, commandSpec(task))),
    ...module.tests.map((test) => runtime("test", `${module.name}-${test.name}`, test, commandSpec(test))),
  ];
}

/** The Build. Every module has one, with or without a command. */
function buildOf(module: ConvertibleModule, env: Variables): ConvertedAction {
  const build = module.field.at("build");
  const command = build.at("command").value ?? [];
  const spec = { shell: true, command, statusCommand: build.at("statusCommand").value ?? undefined, env };
  return { kind: "build", name: module.name, from: module.field, document: { type: "exec", ...module.build, spec } };
}

function deploySpec({ field }: ModulePart): Variables {
  const service = renamed(field.map(), "devMode", "syncMode");
  const syncMode = service.syncMode;
  const { deployCommand, statusCommand, cleanupCommand } = service;
  if (!isMap(syncMode)) {
    return { persistent: false, cleanupCommand, deployCommand, statusCommand, statusTimeout: STATUS_TIMEOUT };
  }
  const isSync = "${this.mode == 'sync'}";
  const inSync = (command: unknown, otherwise: unknown) =>
    command === undefined ? otherwise : { $if: isSync, $then: command, $else: otherwise };
  return {
    persistent: isSync,
    cleanupCommand,
    deployCommand: inSync(syncMode.command, deployCommand),
    statusCommand: inSync(syncMode.statusCommand, statusCommand),
    statusTimeout: syncMode.timeout ?? STATUS_TIMEOUT,
  };
}

function commandSpec({ field }: ModulePart): Variables {
  const { command, statusCommand, artifacts } = field.map();
  return { command, statusCommand, artifacts };
}

function mapAt(value: unknown): Variables {
  return isMap(value) ? value : {};
}

function notEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
