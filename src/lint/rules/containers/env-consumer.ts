/** A variable that an object reads from the environment of a container, and that the container does not have. */

import type { ContainerTrace } from "../../../kubernetes/pod/trace/types.ts";
import { listIn, memberOf } from "../../../text/own-keys.ts";
import type { Path } from "../../../yaml/node.ts";
import {
  type AppliedObject,
  type AppliedObjects,
  appliedObject,
  isAuthentication,
  isScaling,
} from "../../applied-objects.ts";
import { mayConfigureCollector } from "../../collector-configs.ts";
import { rangeAt, shownName } from "../../pod-place.ts";
import type { Example } from "../example.ts";
import type { Problem } from "../problem.ts";
import type { Rule, SeenObject } from "../rule.ts";
import { collectorReads, isCollector, refusedInConfigMap } from "./collector-reads.ts";
import { Environments, missing, type Read, type UnsetRead } from "./consumer-environments.ts";

const scaled = (name: string): Example => [
  {
    name: "worker.yaml",
    text: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: worker
spec:
  selector:
    matchLabels: {app: worker}
  template:
    metadata:
      labels: {app: worker}
    spec:
      containers:
      - name: app
        image: example/app
        env:
        - name: RABBITMQ_HOST
          value: amqp://rabbitmq:5672
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: worker
spec:
  scaleTargetRef:
    name: worker
  triggers:
  - type: rabbitmq
    metadata:
      queueName: jobs
      hostFromEnv: ${name}
`,
  },
];

export const envConsumer: Rule<"object"> = {
  id: "env-consumer",
  severity: "warning",
  short: "an object reads a variable that the container does not have",
  full: `The rule checks the objects of KEDA and the OpenTelemetry operator:

- KEDA reads \`*FromEnv\` in a trigger, and \`env\` in a TriggerAuthentication, from the scale target: from its first
  container, or from the one that \`envSourceContainerName\` or \`containerName\` names. It uses an empty value if the
  container does not set the variable in \`env\` or \`envFrom\`. It does not read variables with \`fieldRef\`.
- A collector replaces \`\${env:NAME}\` and \`\${NAME}\` in its configuration with its own variables: those in \`env\` and
  \`envFrom\` of the OpenTelemetryCollector, and those that the operator sets. It does not start if it refuses a reference,
  such as \`\${1}\`; write \`$$\` for a dollar sign. In a ConfigMap that \`--config\` of a collector's container names,
  only such references are reported. Another program, such as Flux, can replace \`\${NAME}\` before: unless the container
  has a similar variable, it is a note.

The rule does not report a variable that an object outside the manifests can set. It does not report anything if the
scale target is not among them. Correct the name, or declare the variable in the container.`,
  triggers: scaled("RABBIT_HOST"),
  passes: scaled("RABBITMQ_HOST"),
  sees: "object",
  check(object) {
    const { isExpected, isPatched } = object.role;
    const value = isExpected || isPatched ? undefined : appliedObject(object.document.value);
    if (value === undefined || !isEnvConsumer(object.document.value)) return [];
    return unsetReads(value, object);
  },
};

/** Whether an object reads variables of a container. */
export function isEnvConsumer(value: unknown): boolean {
  const object = appliedObject(value);
  return object !== undefined && (readsVariables(object) || mayConfigureCollector(value));
}

function readsVariables(object: AppliedObject): boolean {
  return isScaling(object) || isAuthentication(object) || isCollector(object);
}

/** The variables that an object reads, and that nothing sets. */
function unsetReads(value: AppliedObject, object: SeenObject): Problem[] {
  const { applied, document, source } = object;
  const environments = new Environments(object);
  const shown = `${value.kind}/${shownName(value.name)}`;
  const isConfig = value.kind === "ConfigMap";
  const reads = isConfig
    ? refusedInConfigMap(document, source, applied?.collectorKeys(value) ?? new Set())
    : isCollector(value)
      ? collectorReads(value, document, source, environments)
      : kedaReads(value, applied).map((read) => ({ ...read, ...rangeAt(document, read.path, source) }));
  return reads.flatMap(({ name, path, problem, start, end, inFile }) => {
    const isReplaced = (isConfig || isCollector(value)) && object.isSubstitutedIn(inFile);
    const found = isReplaced || object.isKnown(name) ? undefined : problem(environments);
    return found === undefined ? [] : [{ ...found, object: shown, start, end, ...(inFile && { inFile }), path, name }];
  });
}

/** The reads of KEDA: pkg/scaling/resolver/scale_resolvers.go in kedacore/keda. */
function kedaReads(object: AppliedObject, applied: AppliedObjects | undefined): Read[] {
  const { spec } = object;
  if (isAuthentication(object)) {
    const users = applied?.using(object) ?? [];
    return listIn(spec, "env").flatMap((entry, i) => {
      const container = memberOf(entry, "containerName");
      const read = { name: memberOf(entry, "name"), path: ["spec", "env", i, "name"] };
      return kedaRead(read, (name, environments) => {
        return users
          .map((user) => problemOfTarget(user, container, name, applied, environments))
          .find((found) => found);
      });
    });
  }
  const container = memberOf(
    object.kind === "ScaledJob" ? spec : memberOf(spec, "scaleTargetRef"),
    "envSourceContainerName",
  );
  return listIn(spec, "triggers").flatMap((trigger, i) =>
    Object.entries(memberOf(trigger, "metadata") ?? {}).flatMap(([key, name]) => {
      if (!key.endsWith("FromEnv")) return [];
      return kedaRead({ name, path: ["spec", "triggers", i, "metadata", key] }, (known, environments) =>
        problemOfTarget(object, container, known, applied, environments),
      );
    }),
  );
}

/** A read of a variable, unless its name is empty or depends on something else. */
function kedaRead(
  { name, path }: { readonly name: unknown; readonly path: Path },
  problem: (name: string, environments: Environments) => UnsetRead | undefined,
): Read[] {
  if (typeof name !== "string" || !/^[^\s${}]+$/.test(name)) return [];
  return [{ name, path, problem: (environments) => problem(name, environments) }];
}

/** What KEDA does not find in what an object scales. Several objects can have the target's name: each must lack it. */
function problemOfTarget(
  scaling: AppliedObject,
  container: unknown,
  name: string,
  applied: AppliedObjects | undefined,
  environments: Environments,
): UnsetRead | undefined {
  const { namespace, spec } = scaling;
  const reference = memberOf(spec, "scaleTargetRef");
  const [kind, target] = [memberOf(reference, "kind") ?? "Deployment", memberOf(reference, "name")];
  const templates =
    scaling.kind === "ScaledJob"
      ? [{ ...scaling, template: memberOf(memberOf(spec, "jobTargetRef"), "template") }]
      : (applied?.named(`${kind}`, `${target}`, namespace) ?? []).map((object) => {
          return { ...object, template: memberOf(object.spec, "template") };
        });
  const problems = templates.map(({ isUnknown, kind, name: owner, template }) => {
    const containers = isUnknown ? [] : environments.of(memberOf(template, "spec"), namespace);
    return problemIn(containers, container, name, `${kind}/${shownName(owner)}`);
  });
  return problems.includes(undefined) ? undefined : problems[0];
}

const READ_BY_KEDA = ["value", "configMapKeyRef", "secretKeyRef", "configMapRef", "secretRef"];

function problemIn(
  containers: readonly ContainerTrace[],
  wanted: unknown,
  name: string,
  object: string,
): UnsetRead | undefined {
  const isNamed = typeof wanted === "string" && wanted !== "";
  const container = isNamed ? containers.find(({ resolved }) => resolved.name === wanted) : containers[0];
  if (containers.length === 0) return undefined;
  if (container === undefined) return { message: `${object} has no container ${shownName(`${wanted}`)}` };
  const { definitions, resolved } = container;
  const sources = definitions.filter((each) => each.name === name).map(({ source }) => source.kind);
  if (resolved.error !== undefined || sources.some((kind) => READ_BY_KEDA.includes(kind))) return undefined;
  const [source] = sources;
  if (source !== undefined) return { message: `KEDA cannot read ${shownName(name)}: it does not support ${source}` };
  if (container.needOf(name) !== undefined) return undefined;
  return missing(name, container, `container ${shownName(resolved.name)} of ${object}`);
}
