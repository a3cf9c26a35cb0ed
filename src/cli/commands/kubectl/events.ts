/** Records events in a cluster, where `kubectl describe` shows them. */
import type { KubernetesEvent } from "../../../events/event.ts";
import { UNRESOLVED_REFERENCE } from "../../../events/reasons.ts";
import { printable } from "../../../text/printable.ts";
import { InputError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import type { Kubectl } from "./process.ts";

/**
 * Creates the events about unresolved references, in one call. Those about containers that do not start are the
 * kubelet's to record.
 *
 * @throws InputError if the cluster refuses one
 */
export async function recordEvents(events: readonly KubernetesEvent[], kubectl: Kubectl, io: CommandIo): Promise<void> {
  const items = events.filter(({ reason }) => reason === UNRESOLVED_REFERENCE);
  const [first] = items;
  if (first === undefined) {
    io.report("no event to record: every reference is resolved or unknown");
    return;
  }
  const { namespace } = first.metadata;
  // The API server checks the Events. For kubectl to check them first, it would have to fetch the cluster's schema.
  const args = ["create", `--namespace=${namespace}`, "--output=name", "--validate=false", "--filename=-"];
  const list = { apiVersion: "v1", kind: "List", items };
  const { output, errors, isDone } = await kubectl.run(args, JSON.stringify(list));
  const count = output.split("\n").filter((line) => line !== "").length;
  const { kind = "", name = "" } = first.involvedObject;
  const shown = `kubectl describe ${kind.toLowerCase()} ${name} -n ${namespace}`;
  if (count > 0)
    io.report(
      `recorded ${count} ${count === 1 ? "event" : "events"}; ${printable(shown)} shows ${count === 1 ? "it" : "them"}`,
    );
  if (isDone) return;
  const reasons = [...new Set(errors.map((line) => printable(line, 500)))].join("; ");
  throw new InputError(`${items.length - count} of ${items.length} events could not be recorded: ${reasons}`);
}
