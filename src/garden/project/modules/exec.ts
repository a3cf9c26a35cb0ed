/** `exec` modules as actions. */
import { isMap, type Variables } from "../../template/values.ts";
import { type ConvertedAction, type ConvertibleModule, listOf, renamed } from "./conversion.ts";

/** The default timeout of a status command, in seconds. */
const STATUS_TIMEOUT = 10;

export function execActions(module: ConvertibleModule): ConvertedAction[] {
  const env = mapAt(module.at("env"));
  const { command, statusCommand } = mapAt(module.at("build"));
  // Every module has a Build, with or without a command. Modules run their commands in a shell.
  const build = module.build("exec", {
    shell: true,
    command: command ?? [],
    statusCommand: statusCommand ?? undefined,
    env,
  });
  const actions = module.parts().map((part) => {
    const { field, kind } = part;
    const spec = kind === "deploy" ? deploySpec(field.map()) : commandSpec(field.map());
    // Dependencies on other builds belong to the Build.
    const dependencies = listOf(module.keysIn(field.at("dependencies")));
    return module.action(part, "exec", {
      build: build.name,
      dependencies,
      timeout: field.at("timeout").value,
      spec: { shell: true, ...spec, env: { ...env, ...mapAt(field.at("env").value) } },
    });
  });
  return [build, ...actions];
}

function deploySpec(service: Readonly<Variables>): Variables {
  const { deployCommand, statusCommand, cleanupCommand, syncMode } = renamed(service, "devMode", "syncMode");
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

function commandSpec({ command, statusCommand, artifacts }: Readonly<Variables>): Variables {
  return { command, statusCommand, artifacts };
}

function mapAt(value: unknown): Variables {
  return isMap(value) ? value : {};
}
