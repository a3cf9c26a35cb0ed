/** `resourceFieldRef`: a container's limit or request as a whole number of a unit. */

import { requestOf } from "../defaults.ts";
import type { Container, ResourceFieldSelector, ResourceList } from "../objects.ts";
import { convertQuantity, divideUp, MAX_INT64, parseQuantity, type Quantity } from "../quantity.ts";
import type { PodScope } from "./pod-scope.ts";
import type { Failure, ValueResult } from "./value-result.ts";

/** Resources whose missing limit defaults to another one, except in init containers that a selector names. */
const DEFAULTED = ["cpu", "memory", "ephemeral-storage"];

const ONE: Quantity = /* @__PURE__ */ Object.freeze({ nano: 1_000_000_000n, format: "decimal" });
const ZERO: Quantity = /* @__PURE__ */ Object.freeze({ nano: 0n, format: "decimal" });

export function resourceValue(
  selector: ResourceFieldSelector,
  container: Container,
  scope: PodScope,
): ValueResult | Failure {
  const resource = selector.resource ?? "";
  const kind = resource.startsWith("limits.") ? "limits" : "requests";
  const name = resource.slice(kind.length + 1);
  const target = selector.containerName
    ? scope.containerNamed(selector.containerName)
    : { container, list: "containers" };
  if (target === undefined) return { error: `container ${selector.containerName} not found` };
  if (!isResource(resource)) return { error: `unsupported container resource : ${resource}` };

  const resources = target.container.resources ?? {};
  const isDefaulted = scope.isManifest && kind === "requests";
  let amount = (isDefaulted ? requestOf(resources, name) : getOwn(resources[kind], name)) ?? 0;
  if (kind === "limits" && target.list !== "initContainers" && DEFAULTED.includes(name)) {
    // A missing limit of the container defaults to the pod's, and then to the node's allocatable amount.
    if (isZero(amount)) amount = getOwn(scope.pod.spec?.resources?.limits, name) ?? amount;
    if (isZero(amount)) {
      const allocatable = scope.cluster.node?.allocatable;
      if (allocatable === undefined && scope.isManifest) {
        return { needs: "the node's allocatable resources", needsKind: "node" };
      }
      amount = getOwn(allocatable, name) ?? amount;
    }
  }
  const need = scope.unknownTexts?.get(`${amount}`);
  if (need !== undefined) return need;
  const quantity = parseQuantity(amount);
  if (quantity === undefined) return { error: `${resource}: ${JSON.stringify(amount)} is not a quantity` };

  const divisor = selector.divisor === undefined ? ZERO : parseQuantity(selector.divisor);
  if (divisor === undefined) return { error: `divisor: ${JSON.stringify(selector.divisor)} is not a quantity` };
  const unit = name === "cpu" ? "milli" : "one";
  const divide = scope.profile === "kubelet" ? divideAsFloats : divideExactly;
  return {
    value: divide(
      convertQuantity(unit, quantity),
      convertQuantity(unit, divisor.nano === 0n ? ONE : divisor),
    ).toString(),
  };
}

function getOwn(list: ResourceList | undefined, name: string): ResourceList[string] | undefined {
  return list && Object.hasOwn(list, name) ? list[name] : undefined;
}

/** A limit of zero counts as missing. */
function isZero(amount: string | number): boolean {
  return parseQuantity(amount)?.nano === 0n;
}

/** Whether a variable can read this resource. */
export function isResource(resource: string): boolean {
  const dot = resource.indexOf(".");
  const kind = resource.slice(0, dot);
  if (kind !== "limits" && kind !== "requests") return false;
  const name = resource.slice(dot + 1);
  return DEFAULTED.includes(name) || name.startsWith("hugepages-");
}

/** Divides like released kubelets: beyond 2^53 digits are lost, and beyond an int64 the result is that of amd64. */
function divideAsFloats(value: bigint, divisor: bigint): bigint {
  const quotient = BigInt(Math.ceil(Number(asInt64(value)) / Number(asInt64(divisor))));
  return quotient > MAX_INT64 || quotient < -MAX_INT64 ? -MAX_INT64 - 1n : quotient;
}

function divideExactly(value: bigint, divisor: bigint): bigint {
  if (value <= 0n || divisor <= 0n) return 0n;
  return asInt64(divideUp(value, divisor));
}

/** Clamps a value to the range of an int64. */
function asInt64(value: bigint): bigint {
  if (value > MAX_INT64) return MAX_INT64;
  return value < -MAX_INT64 ? -MAX_INT64 - 1n : value;
}
