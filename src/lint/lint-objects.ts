/** The objects that the pods of an apply set can refer to: those of the set, or of all sets if they are one cluster. */

import type { SharedObject } from "../kubernetes/cluster/shared-objects.ts";
import { type ApplySet, addShared } from "../repository/apply-set.ts";
import { InputObjects, SetObjects } from "../repository/input-objects.ts";
import { memberOf } from "../text/own-keys.ts";

/** The objects of a set. Secrets that something must fill in are as unknown as those that are not in the input. */
export class LintedObjects extends SetObjects {
  constructor(others?: InputObjects) {
    super({ podIPs: [], volumeContents: {} }, others);
  }

  override add(file: string, objects: readonly SharedObject[]): void {
    const isKnown = ({ list, object }: SharedObject) => list !== "secrets" || !isUnfilled(object);
    super.add(file, objects.filter(isKnown));
  }
}

export class LintObjects {
  private readonly all: InputObjects | undefined;

  /** @param isOneCluster whether the pods of a set can refer to the objects of all sets */
  constructor(sets: readonly ApplySet[], isOneCluster: boolean) {
    const objectsOf = (set: ApplySet) => {
      const objects = new LintedObjects();
      addShared(set, objects);
      return objects;
    };
    this.all = isOneCluster && sets.length > 1 ? new InputObjects(() => sets.map(objectsOf)) : undefined;
  }

  /** @param add adds the objects of the set */
  of(add: (objects: SetObjects) => void): SetObjects {
    const objects = new LintedObjects(this.all);
    add(objects);
    this.all?.addRest(objects);
    return objects;
  }
}

/** Whether a Secret has no keys, or a value such as `[YOUR_TOKEN]`, which is a list. */
function isUnfilled(secret: object): boolean {
  const values = ["data", "stringData"].flatMap((member) => Object.values(memberOf(secret, member) ?? {}));
  return values.length === 0 || values.some((value) => typeof value === "object" && value !== null);
}
