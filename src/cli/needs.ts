/** What would settle something unknown, as the options of a command. */
import type { Need, NeedKind } from "../pod/types.ts";
import { printable } from "../text/printable.ts";

const HINTS: Readonly<Record<NeedKind, string>> = {
  object: " (give it with -f)",
  service: " (give it with -f)",
  namespace: " (give -n NAMESPACE)",
  node: " (give --node FILE)",
  "pod-ip": " (give --pod-ip IP)",
  volume: " (give --volume NAME=DIR)",
  cluster: "",
};

/** `unknown: needs the pod's IP addresses (give --pod-ip IP)`, printable. */
export function unknownText({ needs, needsKind }: Need): string {
  return `unknown: needs ${printable(needs)}${HINTS[needsKind]}`;
}
