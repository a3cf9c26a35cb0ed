/** The objects that the pods of an apply set can refer to: those of the set, or of all sets if they are one cluster. */

import type { SharedObject } from "../kubernetes/cluster/shared-objects.ts";
import type { ConfigMap } from "../kubernetes/pod/objects.ts";
import { qualifiedName } from "../kubernetes/pod/sources/named-objects.ts";
import { type ApplySet, addShared } from "../repository/apply-set.ts";
import { InputObjects, namedFiles, SetObjects } from "../repository/input-objects.ts";
import { getOrAdd } from "../text/grouped.ts";
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

const KINDS = { configMaps: "ConfigMap", secrets: "Secret" } as const;

/** The most objects whose places are kept. */
const MAX_PLACES = 10_000;

export class LintObjects {
  private readonly sets: readonly ApplySet[];
  private readonly all: InputObjects | undefined;
  /** The files and rendered sets that define each ConfigMap and Secret, by its title. */
  private readonly places = new Map<string, Set<string>>();
  private arePlacesComplete = false;

  /** @param isOneCluster whether the pods of a set can refer to the objects of all sets */
  constructor(sets: readonly ApplySet[], isOneCluster: boolean) {
    this.sets = sets;
    this.all = isOneCluster && sets.length > 1 ? new InputObjects(() => sets.map(objectsOf)) : undefined;
  }

  /** @param add adds the objects of the set */
  of(add: (objects: SetObjects) => void): SetObjects {
    const objects = new LintedObjects(this.all);
    add(objects);
    this.addPlaces(objects);
    this.all?.addRest(objects);
    return objects;
  }

  /**
   * Where an object is defined that the set of a pod does not have: `a.yaml and b.yaml`. Every set of files must have been read.
   *
   * @param title `Secret shop/database`
   */
  placeOf(title: string): string | undefined {
    if (!this.arePlacesComplete) {
      for (const set of this.sets) if (set.kind !== "files") this.addPlaces(objectsOf(set));
      this.arePlacesComplete = true;
    }
    const places = this.places.get(title);
    return places && namedFiles([...places].sort());
  }

  private addPlaces(objects: SetObjects): void {
    for (const { id, list, object } of objects.objects()) {
      if (this.places.size === MAX_PLACES || (list !== "configMaps" && list !== "secrets")) continue;
      const { name = "", namespace = "" } = (object as ConfigMap).metadata ?? {};
      const title = `${KINDS[list]} ${qualifiedName(namespace, name)}`;
      getOrAdd(this.places, title, () => new Set<string>()).add(objects.all.get(id)![0]!);
    }
  }
}

function objectsOf(set: ApplySet): LintedObjects {
  const objects = new LintedObjects();
  addShared(set, objects);
  return objects;
}

/** The key with which the Secrets Provider of Conjur adds keys to a Secret. */
const CONJUR = "conjur-map";

/** Whether something adds keys to a Secret: it has none, or a value such as `[YOUR_TOKEN]`, which is a list. */
function isUnfilled(secret: object): boolean {
  const entries = ["data", "stringData"].flatMap((member) => Object.entries(memberOf(secret, member) ?? {}));
  return (
    entries.length === 0 ||
    entries.some(([key, value]) => key === CONJUR || (typeof value === "object" && value !== null))
  );
}
