/** `kubernetes` modules as actions, and the parts that `helm` modules share with them. */
import { isMap, type Variables } from "../../template/values.ts";
import { actionKey } from "../documents/config.ts";
import { type ConvertedAction, type ConvertibleModule, without, withSyncPaths } from "./conversion.ts";

/** Fields of every module. The other fields are the module's spec. */
const MODULE_FIELDS: readonly string[] = [
  "allowPublish",
  "apiVersion",
  "build",
  "description",
  "disabled",
  "exclude",
  "generateFiles",
  "include",
  "kind",
  "local",
  "name",
  "path",
  "repositoryUrl",
  "type",
  "varfile",
  "variables",
];

/** Fields of a `kubernetes` module that are not part of its Deploy's spec. */
const OTHER_FIELDS: readonly string[] = ["files", "dependencies", "serviceResource", "tasks", "tests", "sync"];

/** @param pathOf the source path of a module, if it is known */
export function kubernetesActions(
  module: ConvertibleModule,
  pathOf: (name: string) => string | undefined,
): ConvertedAction[] {
  const fields = withSyncPaths(module.field.map());
  const build = module.copyingBuild;
  const manifests = fields.manifests ?? [];
  const files = { manifestTemplates: fields.files ?? [], manifestFiles: [] };
  const target = targetOf(module.name, fields.serviceResource);
  const deploy: ConvertedAction = {
    kind: "deploy",
    name: module.name,
    from: module.field,
    document: {
      type: "kubernetes",
      ...module.shared,
      build: build?.name,
      dependencies: module.dependencies(module.field.at("dependencies"), build, containerBuild(fields.serviceResource)),
      include: files.manifestTemplates,
      timeout: fields.timeout,
      spec: {
        ...without(fields, [...MODULE_FIELDS, ...OTHER_FIELDS]),
        ...files,
        waitForJobs: true,
        manifests,
        sync: syncOf(module.name, fields, pathOf),
        defaultTarget: target,
      },
    },
  };
  const shared = { ...files, manifests, namespace: fields.namespace };
  return [
    ...(build === undefined ? [] : [build]),
    deploy,
    ...podActions(module, "kubernetes-pod", build, fields.serviceResource, shared),
  ];
}

/**
 * Runs and Tests in a Pod like one of the module's. Tasks and tests without a resource are left out.
 *
 * @param shared what all of them have in their spec
 * @param more fields of all actions
 */
export function podActions(
  module: ConvertibleModule,
  type: string,
  build: ConvertedAction | undefined,
  resource: unknown,
  shared: Readonly<Variables>,
  more: Variables = {},
): ConvertedAction[] {
  return module.parts(["tasks", "tests"]).flatMap((part) => {
    const fields = part.field.map();
    const target = targetOf(module.name, fields.resource ?? resource);
    if (target === undefined) return [];
    return module.action(part, type, {
      build: build?.name,
      dependencies: module.dependencies(part.field.at("dependencies"), build),
      timeout: fields.timeout,
      spec: { ...without(fields, PART_FIELDS), resource: target, ...shared },
      ...more,
    });
  });
}

/** Fields of every task and test. The other fields are the action's spec. */
const PART_FIELDS: readonly string[] = ["name", "description", "dependencies", "disabled", "timeout"];

/** The build of the container module that a resource belongs to. */
export function containerBuild(resource: unknown): string[] {
  const name = isMap(resource) ? resource.containerModule : undefined;
  return typeof name === "string" ? [actionKey("build", name)] : [];
}

/** The resource that actions use; undefined if the module names none. */
export function targetOf(name: string, resource: unknown): Variables | undefined {
  if (!isMap(resource)) return undefined;
  const { kind, podSelector, containerName } = resource;
  const isSelected = isMap(podSelector) && Object.keys(podSelector).length > 0;
  return {
    ...(isSelected ? { podSelector } : { kind: kind ?? "Deployment", name: resource.name || name }),
    ...(containerName ? { containerName } : {}),
  };
}

/** Files that are synchronized to the resource in sync mode. */
export function syncOf(
  name: string,
  { sync, serviceResource }: Readonly<Variables>,
  pathOf: (name: string) => string | undefined,
): Variables | undefined {
  const target = targetOf(name, serviceResource);
  if (!isMap(sync) || target === undefined) return undefined;
  const owner = isMap(serviceResource) ? serviceResource.containerModule : undefined;
  const source = pathOf(typeof owner === "string" ? owner : name);
  const paths = Array.isArray(sync.paths) ? sync.paths.filter(isMap) : [];
  const { command, args } = sync;
  return {
    paths: paths.map((path) => ({
      ...without(path, ["source", "target"]),
      sourcePath: source === undefined ? (path.source ?? ".") : joinPath(source, path.source),
      containerPath: path.target,
      target,
    })),
    ...((command !== undefined || args !== undefined) &&
      target.kind !== undefined && {
        overrides: [{ target, ...(command !== undefined && { command }), ...(args !== undefined && { args }) }],
      }),
  };
}

function joinPath(folder: string, path: unknown): string {
  const parts = typeof path === "string" ? path.split("/").filter((part) => part !== "" && part !== ".") : [];
  return [folder, ...parts].join("/");
}
