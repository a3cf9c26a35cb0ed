/** `container` modules as actions, and their image names for other modules. */
import { NOT_KNOWN_YET } from "../../template/internal.ts";
import type { Variables } from "../../variables/map.ts";
import type { ActionKind } from "../documents/config.ts";
import { type ConvertedAction, type ConvertibleModule, type ModulePart, without, withSyncPaths } from "./conversion.ts";

/** The default timeout of a Deploy, in seconds. */
const DEPLOY_TIMEOUT = 300;

/** @param hasDockerfile whether the module has an image to build */
export function containerActions(module: ConvertibleModule, hasDockerfile: boolean): ConvertedAction[] {
  const image = module.at("image") || undefined;
  const build = hasDockerfile ? imageBuild(module, image) : module.copyingBuild;
  const usedImage = hasDockerfile ? `\${actions.build.${module.name}.outputs.deploymentImageId}` : image;
  const runtime = (
    kind: ActionKind,
    name: string,
    { field }: ModulePart,
    other: readonly string[],
  ): ConvertedAction => {
    const part = withSyncPaths(field.map());
    return {
      kind,
      name,
      from: field,
      document: {
        type: "container",
        ...module.shared,
        disabled: module.at("disabled") === true || (part.disabled ?? module.at("disabled")),
        description: kind === "run" ? part.description : undefined,
        dependencies: module.dependencies(field.at("dependencies"), build),
        timeout: part.timeout ?? (kind === "deploy" ? DEPLOY_TIMEOUT : undefined),
        spec: {
          ...without(part, ["name", "dependencies", "disabled", ...other]),
          image: usedImage,
          volumes: part.volumes ?? [],
        },
      },
    };
  };
  return [
    ...(build === undefined ? [] : [build]),
    ...module.services.map((service) => runtime("deploy", service.name, service, [])),
    ...module.tasks.map((task) => runtime("run", task.name, task, ["description", "timeout"])),
    ...module.tests.map((test) => runtime("test", `${module.name}-${test.name}`, test, ["timeout"])),
  ];
}

function imageBuild(module: ConvertibleModule, image: unknown): ConvertedAction {
  const spec = {
    buildArgs: module.at("buildArgs"),
    dockerfile: module.at("dockerfile") || "Dockerfile",
    extraFlags: module.at("extraFlags"),
    localId: image,
    publishId: image,
    targetStage: module.field.at("build").at("targetImage").value ?? undefined,
  };
  return {
    kind: "build",
    name: module.name,
    from: module.field,
    document: { type: "container", ...module.build, spec },
  };
}

/**
 * `modules.NAME.outputs` of a container module.
 *
 * @param hasDockerfile undefined if that is unknown
 * @param hasRegistry whether a provider can push images to its own registry
 */
export function containerOutputs(
  name: string,
  image: unknown,
  hasDockerfile: boolean | undefined,
  hasRegistry: boolean,
): Variables {
  const isNamed = typeof image === "string" && image !== "";
  const localName = isNamed ? withoutTag(image) : name;
  const id = hasDockerfile === false && isNamed ? image : NOT_KNOWN_YET;
  return {
    "local-image-name": localName,
    "local-image-id": id,
    "deployment-image-name": hasRegistry ? NOT_KNOWN_YET : localName,
    "deployment-image-id": id,
    "deployment-image-tag": NOT_KNOWN_YET,
  };
}

/** An image's name without the tag, which follows the last colon. A colon before a slash precedes a registry's port. */
function withoutTag(image: string): string {
  return image.replace(/:[^/:]*$/, "");
}
