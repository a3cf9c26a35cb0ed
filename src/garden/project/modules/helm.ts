/** `helm` modules as actions. */
import { isMap, type Variables } from "../../template/values.ts";
import { mergeVariables } from "../../variables/merge.ts";
import { Field } from "../documents/field.ts";
import { type ConvertedAction, type ConvertibleModule, withSyncPaths } from "./conversion.ts";
import { containerBuild, podActions, syncOf, targetOf } from "./kubernetes.ts";

/**
 * @param baseOf the fields of another module, by its name
 * @param pathOf the source path of a module, if it is known
 */
export function helmActions(
  module: ConvertibleModule,
  baseOf: (name: Field) => Field,
  pathOf: (name: string) => string | undefined,
): ConvertedAction[] {
  const fields = withSyncPaths(module.field.map());
  const base = module.field.at("base");
  const baseFields = base.hasValue ? baseOf(base).map() : undefined;
  // A chart is always installed from a Build's folder.
  const build = module.copyingBuild ?? withoutDependencies(module.emptyBuild);
  const { chart, namespace, repo, valueFiles, version } = fields;
  const releaseName = fields.releaseName ?? module.name;
  const chartOf = (path: unknown) => ({
    name: chart,
    path: chart === undefined ? (path ?? ".") : undefined,
    repo,
    version,
  });
  const own = { namespace, releaseName, values: fields.values, valueFiles, chart: chartOf(fields.chartPath) };
  const resource = mergeValues(baseFields?.serviceResource, fields.serviceResource);
  const deploy = (): ConvertedAction => ({
    kind: "deploy",
    name: module.name,
    from: module.field,
    document: {
      type: "helm",
      ...module.shared,
      build: build.name,
      dependencies: module.dependencies(module.field.at("dependencies"), build, containerBuild(resource)),
      timeout: fields.timeout,
      spec: {
        atomic: fields.atomicInstall,
        waitForUnhealthyResources: false,
        portForwards: fields.portForwards,
        ...own,
        values: mergeValues(baseFields?.values, fields.values),
        chart: baseFields === undefined ? own.chart : { ...own.chart, path: baseFields.chartPath ?? "." },
        sync: syncOf(module.name, { ...fields, serviceResource: resource }, pathOf),
        defaultTarget: targetOf(module.name, resource),
      },
    },
  });
  return [
    build,
    ...(fields.skipDeploy === true ? [] : [deploy()]),
    // Tasks and tests of this type are disabled only with their module.
    ...podActions(module, "helm-pod", build, fields.serviceResource, own, { disabled: null }),
  ];
}

/** Adds the modules that a helm module is built after: its base, whose chart is copied, and the modules of its resources. */
export function withHelmBuilds(module: Field): Field {
  const base = module.at("base");
  const copied = base.hasValue ? [{ name: base.text(), copy: [{ source: "*", target: "." }] }] : [];
  const parts = [...module.at("tasks").items(), ...module.at("tests").items()];
  const owners = parts.flatMap((part) => {
    const { value } = part.at("resource").at("containerModule");
    return typeof value === "string" ? [{ name: value, copy: [] }] : [];
  });
  if (copied.length + owners.length === 0) return module;
  const build = module.at("build");
  const existing = build.at("dependencies").items();
  const dependencies = [...existing.map(({ value }) => value), ...copied, ...owners];
  const fields = { ...module.map(), build: { ...(build.hasValue && build.map()), dependencies } };
  return new Field(module.source, fields, module.path);
}

/** Applies a map to the map of a base, as a JSON Merge Patch. */
function mergeValues(base: unknown, over: unknown): unknown {
  if (!isMap(base)) return over;
  return mergeVariables(base, isMap(over) ? over : ({} as Variables));
}

function withoutDependencies(build: ConvertedAction): ConvertedAction {
  return { ...build, document: { ...build.document, dependencies: undefined } };
}
