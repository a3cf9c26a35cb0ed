/** A container's name, for people. */
import type { ResolvedContainer } from "../../kubernetes/pod/types.ts";
import { printable } from "../../text/printable.ts";
import type { ManifestWorkload } from "./manifest-workload.ts";

/** `Deployment/shop/web, init container setup`. */
export function titleOf(workload: ManifestWorkload, { kind, name }: ResolvedContainer): string {
  // `initContainer` is an init container.
  return printable(`${workload.podName}, ${kind.replace("Container", " container")} ${name}`);
}
