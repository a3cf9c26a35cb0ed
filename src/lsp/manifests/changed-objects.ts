/** Whether a change of objects may concern the pods of a manifest: if not, what was found out about them stays. */

import type { SharedObject } from "../../lint/folder-world.ts";
import { memberOf } from "../../text/own-keys.ts";
import type { Node } from "../../yaml/node.ts";

type Objects = readonly SharedObject[];

/** The latest comparison: most pods ask about the same lists. A map by list would keep every list there was. */
let latest: { readonly before: Objects; readonly after: Objects; readonly names: ReadonlySet<string> | undefined } = {
  before: [],
  after: [],
  names: new Set(),
};

/**
 * The names of the ConfigMaps and Secrets that differ; undefined if anything else does: every pod sees services, and what
 * its node says.
 */
export function changedNames(before: Objects, after: Objects): ReadonlySet<string> | undefined {
  if (latest.before !== before || latest.after !== after) latest = { before, after, names: compare(before, after) };
  return latest.names;
}

function compare(before: Objects, after: Objects): ReadonlySet<string> | undefined {
  const [old, now] = [new Set(before), new Set(after)];
  const changed = [...before.filter((each) => !now.has(each)), ...after.filter((each) => !old.has(each))];
  // Of several objects with a name, the last one counts.
  const kept = (objects: Objects, others: ReadonlySet<SharedObject>) => objects.filter((each) => others.has(each));
  const [keptBefore, keptAfter] = [kept(before, now), kept(after, old)];
  if (keptBefore.some((each, i) => each !== keptAfter[i])) return undefined;
  if (changed.some(({ list }) => list !== "configMaps" && list !== "secrets")) return undefined;
  return new Set(changed.map(({ object }) => `${memberOf(memberOf(object, "metadata"), "name")}`));
}

/** Every scalar in some documents, as text: what refers to an object has its name among them. */
export function scalarsIn(documents: readonly Node[]): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<object>();
  const open: unknown[] = documents.map(({ value }) => value);
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) found.add(`${value}`);
    else if (!seen.has(value)) {
      seen.add(value);
      open.push(...Object.values(value));
    }
  }
  return found;
}
