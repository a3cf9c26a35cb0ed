/** `container` modules as actions, and their image names for other modules. */
import { NOT_KNOWN_YET } from "../../template/internal.ts";
import type { Variables } from "../../template/values.ts";
import { type ConvertedAction, type ConvertibleModule, without, withSyncPaths } from "./conversion.ts";

/** The default timeout of a Deploy, in seconds. */
const DEPLOY_TIMEOUT = 300;

/** @param hasDockerfile whether the module has an image to build */
export function containerActions(module: ConvertibleModule, hasDockerfile: boolean): ConvertedAction[] {
  const image = module.at("image") || undefined;
  const build = hasDockerfile ? imageBuild(module, image) : module.copyingBuild;
  const usedImage = hasDockerfile ? `\${actions.build.${module.name}.outputs.deploymentImageId}` : image;
  const actions = module.parts().map((part) => {
    const fields = withSyncPaths(part.field.map());
    return module.action(part, "container", {
      dependencies: module.dependencies(part.field.at("dependencies"), build),
      timeout: fields.timeout ?? (part.kind === "deploy" ? DEPLOY_TIMEOUT : undefined),
      spec: {
        ...without(fields, ["name", "dependencies", "disabled", ...OTHER_FIELDS[part.kind]]),
        image: usedImage,
        volumes: fields.volumes ?? [],
      },
    });
  });
  return build === undefined ? actions : [build, ...actions];
}

/** Fields of a part that are not in its action's spec. */
const OTHER_FIELDS = { deploy: [], run: ["description", "timeout"], test: ["timeout"] } as const;

function imageBuild(module: ConvertibleModule, image: unknown): ConvertedAction {
  return module.build("container", {
    buildArgs: module.at("buildArgs"),
    dockerfile: module.at("dockerfile") || "Dockerfile",
    extraFlags: module.at("extraFlags"),
    localId: image,
    publishId: image,
    targetStage: module.field.at("build").at("targetImage").value ?? undefined,
  });
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
