/** What the fields of Kubernetes' and Flux's own kinds hold. */
import { memberOf } from "../../text/own-keys.ts";
import type { Path } from "../../yaml/node.ts";

/** `number` includes quantities, and fields that also accept a string, such as a port. */
export type FieldType = "string" | "host" | "number" | "boolean" | "duration";

const FLUX = /\.fluxcd\.io\//;
const KNOWN =
  /^(?:v1$|(?:apps|autoscaling|batch|policy)\/|(?:[a-z.]+\.)?(?:admissionregistration|apiregistration|coordination|discovery|flowcontrol\.apiserver|networking|node|resource|scheduling|storage)\.k8s\.io\/|[a-z.]+\.fluxcd\.io\/)/;

/** Mappings of strings, and values of any type. */
const FREE = new Set(
  words("annotations binaryData data labels matchLabels nodeSelector parameters stringData substitute values"),
);
const QUANTITIES = new Set(words("capacity hard limits requests"));

/** The fields that have this type wherever they occur in the kinds above. */
const NUMBERS = new Set(
  words(`activeDeadlineSeconds assuredConcurrencyShares averageUtilization averageValue backoffLimit backoffLimitPerIndex
  completions containerPort defaultMode divisor endPort expirationSeconds failedJobsHistoryLimit failureThreshold fsGroup gid
  gracePeriodSeconds handSize healthCheckNodePort hostPort initialDelaySeconds leaseDurationSeconds lun matchingPrecedence
  maxExpirationSeconds maxFailedIndexes maxHistory maxReplicas maxSkew maxSurge maxUnavailable minAvailable minDomains
  minReadySeconds minReplicas nodePort nominalConcurrencyShares number parallelism partition periodSeconds port priority
  progressDeadlineSeconds queueLengthLimit queues replicas retries retryAfterSeconds revisionHistoryLimit runAsGroup runAsUser
  sizeLimit stabilizationWindowSeconds startingDeadlineSeconds successThreshold successfulJobsHistoryLimit supplementalGroups
  targetAverageUtilization targetCPUUtilizationPercentage targetPort terminationGracePeriodSeconds timeoutSeconds
  tolerationSeconds ttlSecondsAfterFinished weight`),
);
const BOOLEANS = new Set(
  words(`allocateLoadBalancerNodePorts allowPrivilegeEscalation allowVolumeExpansion attachRequired
  automountServiceAccountToken cleanupOnFail createNamespace disableHooks disableOpenAPIValidation disableWait
  disableWaitForJobs enableServiceLinks force globalDefault hostIPC hostNetwork hostPID hostProcess hostUsers ignoreFailures
  ignoreTestFailures immutable insecure keepHistory manualSelector optional passCredentials paused podInfoOnMount
  preserveValues privileged prune publishNotReadyAddresses readOnly readOnlyRootFilesystem recreate recurseSubmodules
  remediateLastFailure requiresRepublish runAsNonRoot seLinuxMount setHostnameAsFQDN shareProcessNamespace skipCRDs stdin
  stdinOnce storageCapacity suspend tty unschedulable wait`),
);
/** Fields, and lists of them, that accept only the names of DNS: lower case, and dashes. */
const HOSTS = new Set(words("commonName dnsNames host hostname hostnames hosts"));
const DURATIONS = new Set(words("interval retryInterval timeout"));

function words(text: string): string[] {
  return text.split(/\s+/);
}

/** The type of the field at a path of an object; for kinds that are not known, `host` or `string`. */
export function fieldType(object: unknown, path: Path): FieldType {
  const apiVersion = memberOf(object, "apiVersion");
  const keys = path.filter((step) => typeof step === "string");
  const name = keys.at(-1)!;
  if (keys.slice(0, -1).some((key) => FREE.has(key))) return "string";
  // Custom resources have them, too: an HTTPRoute, or a Certificate.
  if (HOSTS.has(name)) return "host";
  if (typeof apiVersion !== "string" || !KNOWN.test(apiVersion)) return "string";
  if (QUANTITIES.has(keys.at(-2) ?? "") || NUMBERS.has(name)) return "number";
  if (BOOLEANS.has(name)) return "boolean";
  return FLUX.test(apiVersion) && DURATIONS.has(name) ? "duration" : "string";
}
