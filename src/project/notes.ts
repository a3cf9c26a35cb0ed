/** What of a project is not resolved, not converted or left out. */
import { listOfNames } from "../variables/error.ts";
import type { Variables } from "../variables/map.ts";
import type { ConfigDocument } from "./config.ts";
import type { Modules } from "./modules/modules.ts";

/** @param others documents of kinds that are not known */
export function notesOf(others: readonly ConfigDocument[], { unconverted, notes }: Modules): string[] {
  const kinds = new Map<string, number>();
  for (const { value } of others) {
    const kind = String((value as Variables).kind);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const types = new Map<string, string[]>();
  for (const { config } of unconverted) types.set(config.type, [...(types.get(config.type) ?? []), config.name]);
  return [
    ...Array.from(kinds, ([kind, count]) => {
      const documents = count === 1 ? "1 document is" : `${count} documents are`;
      return `kind ${kind} is not known: ${documents} left out`;
    }),
    ...Array.from(types, ([type, names]) => {
      const reason =
        type === "container"
          ? "it is not known whether they have a Dockerfile"
          : "only the plugin of this type knows their actions";
      return `modules of type ${type} are resolved, but not converted to actions (${listOfNames(names)}): ${reason}`;
    }),
    ...notes.map(({ field, reason }) => field.error(reason).message),
  ];
}
