/** `configurations`: fields that kustomize changes besides those of its own list. */

import { memberOf } from "../../text/own-keys.ts";
import { CONFIGURED_FIELDS } from "./accumulated.ts";
import type { Level, Loader } from "./loader.ts";
import { fieldsIn } from "./references.ts";
import type { TextNode } from "./tree.ts";

/** Adds the fields that a file of `configurations` lists. */
export function addConfiguration(node: TextNode, level: Level, loader: Loader): void {
  const { budget, into } = level;
  const parsed = loader.requiredFrom(node, level, "loading the configuration");
  // It can name any field in which variables are replaced.
  if (parsed === undefined) for (const resource of into.resources) resource.isUnknown = true;
  for (const { size, value } of parsed?.documents ?? []) {
    budget.spend(size);
    for (const member of CONFIGURED_FIELDS) into.fields[member].push(...fieldsIn(memberOf(value, member)));
    const references = memberOf(value, "nameReference");
    for (const reference of Array.isArray(references) ? references : []) {
      const fields = fieldsIn(memberOf(reference, "fieldSpecs"));
      into.references.push({ kind: `${memberOf(reference, "kind")}`, fields });
    }
  }
}
