/** What would settle something unknown, as a command can be told it. */
import type { Need, NeedKind } from "../../kubernetes/pod/types.ts";
import { printable } from "../../text/printable.ts";

/** What to do about each kind of thing that is not known. */
export type Hints = Readonly<Record<NeedKind, string>>;

/** For a command that reads manifests. */
const MANIFEST_HINTS: Hints = {
  object: " (give it with -f)",
  service: " (give it with -f)",
  namespace: " (give -n NAMESPACE)",
  node: " (give --node FILE)",
  "pod-ip": " (give --pod-ip IP)",
  volume: " (give --volume NAME=DIR)",
  cluster: "",
};

/** For a command that has asked a cluster: what it does not know of objects, it may not read. */
export const CLUSTER_HINTS: Hints = {
  object: " (it cannot be read)",
  service: " (it cannot be read)",
  namespace: "",
  node: "",
  "pod-ip": "",
  volume: " (give --volume NAME=DIR)",
  cluster: "",
};

const CHOOSE = " (choose a pod)";

/** The same for templates of pods: what only pods have, they have in the cluster. */
export const TEMPLATE_HINTS: Hints = { ...CLUSTER_HINTS, node: CHOOSE, "pod-ip": CHOOSE, cluster: CHOOSE };

/** `unknown: needs the pod's IP addresses (give --pod-ip IP)`, printable. */
export function unknownText({ needs, needsKind }: Need, hints = MANIFEST_HINTS): string {
  return `unknown: needs ${printable(needs)}${hints[needsKind]}`;
}
