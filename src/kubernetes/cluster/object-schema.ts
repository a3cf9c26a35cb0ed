/** The types of the members of Kubernetes objects. What a pod consists of has a schema in `pod/`. */

import { formatPath } from "../pod/path.ts";
import { inspect, type Schema, STRING } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";
import { ManifestObjectError } from "./error.ts";

export const MAPPING: Schema = { object: {} };
export const METADATA: Schema = { object: { name: STRING, namespace: STRING } };

/**
 * The object without members that are null.
 *
 * @param at where the object stands in its document
 * @throws ManifestObjectError for the first member that has another type than the schema asks for
 */
export function checked<T extends object>(object: T, schema: Schema, at: ManifestPath): T {
  const { value, wrong } = inspect(object, schema);
  const [first] = wrong;
  if (first === undefined) return value;
  const { path, message } = first;
  throw new ManifestObjectError("wrong-type", [...at, ...path], `${formatPath(path)}: ${message}`);
}
