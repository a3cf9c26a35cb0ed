/** Objects that are not applied as they are: patches, and objects that a test suite compares with the cluster. */

import { memberOf } from "../../text/own-keys.ts";
import { isArchived } from "../../text/put-away.ts";

/** What is known about the file of an object. */
export interface FileRole {
  /** A kustomization or another file can change its objects. */
  readonly isPatched: boolean;
  /** A test suite compares its objects with the cluster, a test reads them, or it is a patch that nothing uses. */
  readonly isExpected: boolean;
  /** It is next to the steps of a test suite. */
  readonly isInSuite: boolean;
  /** Its name says that people copy it and fill in values. */
  readonly isExample?: boolean | undefined;
  /** It is in an archive or in a folder of tests, so its findings are notes. */
  readonly isUnused?: boolean | undefined;
}

/** A file that is applied on its own. */
export const APPLIED: FileRole = { isPatched: false, isExpected: false, isInSuite: false };

/** The files that define test suites of Chainsaw and kuttl in a folder. */
export const SUITE_FILES: readonly string[] = ["chainsaw-test.yaml", "chainsaw-test.yml", "kuttl-test.yaml"];

/** The role of a file according to its path below the folder that is searched: `01-assert.yaml`, `testdata/pod.yaml`, `deployment_patch.yaml`. */
export function roleOfPath(path: string): Omit<FileRole, "isInSuite"> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return {
    isUnused: isArchived(path),
    isExample: /(?:^|[-_.])(?:dist|examples?|samples?|template)[-_.]/.test(name),
    isPatched: /(?:^|[-_.])patch(?:es)?[-_.]/.test(name),
    isExpected:
      /(?:^|[-_.])(?:assert|errors?|golden|invalid)[-_.]/.test(name) ||
      /(?:^|\/)(?:__tests__|fixtures|testdata)\//.test(path),
  };
}

/** What the API server requires of a kind, in addition to the containers. */
const REQUIRED: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["Deployment", ["spec", "selector"]],
  ["ReplicaSet", ["spec", "selector"]],
  ["StatefulSet", ["spec", "selector"]],
  ["DaemonSet", ["spec", "selector"]],
  ["CronJob", ["spec", "schedule"]],
]);

const LISTS = ["containers", "initContainers"] as const;

/**
 * Whether an object is not applied as it is: a container has neither a name nor an image or a placeholder for the image, or the
 * object lacks a part that it needs, in a test suite, in a file that can be patched, or together with another such part.
 *
 * @param pod the pod in the object
 */
export function isUnapplied(object: unknown, pod: unknown, { isExpected, isInSuite, isPatched }: FileRole): boolean {
  if (isExpected) return true;
  const spec = memberOf(pod, "spec");
  const containers = LISTS.flatMap((list) => {
    const found = memberOf(spec, list);
    return Array.isArray(found) ? found : [];
  });
  if (containers.some((container) => !memberOf(container, "image") && !memberOf(container, "name"))) return true;
  // An image such as `FILLED BY THE OPERATOR` is a placeholder.
  if (containers.some((container) => /\S\s+\S/.test(`${memberOf(container, "image")}`))) return true;
  const kind = memberOf(object, "kind");
  const apiVersion = `${memberOf(object, "apiVersion")}`;
  const required = apiVersion.includes("beta") ? undefined : REQUIRED.get(kind);
  const isRefused = required !== undefined && required.reduce<unknown>(memberOf, object) === undefined;
  const lacksName = memberOf(memberOf(object, "metadata"), "name") === undefined;
  const lacksImage = containers.some((container) => !memberOf(container, "image"));
  if (isInSuite && memberOf(object, "status") !== undefined) return true;
  const lacking = [isRefused, lacksName, lacksImage].filter((isLacking) => isLacking).length;
  return lacking >= (isInSuite || isPatched ? 1 : 2);
}
