/** Containers that take variables from a key of an object or from a line of an env file. */

import type { ViewedPod } from "./manifests/manifest-pods.ts";
import type { Place } from "./places.ts";

export interface ValueTakers {
  /** The key, or the name on the line. */
  readonly from: Place;
  /** A variable that is set by it. */
  readonly variable: string;
  /** Entries of `env` and `envFrom`, and references to what they set. */
  readonly places: readonly Place[];
}

/** @param isMeant whether the place is the one in question */
export function takersOf(pods: readonly ViewedPod[], isMeant: (from: Place) => boolean): ValueTakers | undefined {
  let from: Place | undefined;
  let variable = "";
  const places: Place[] = [];
  for (const pod of pods) {
    for (const container of pod.seen.trace.containers) {
      for (const { name, path, source } of container.definitions) {
        const place = pod.sourcePlace(source);
        if (place === undefined || !isMeant(place)) continue;
        from = place;
        variable = name;
        const entry = pod.entryPlace(path);
        if (entry !== undefined) places.push(entry);
        for (const use of pod.uses) {
          if (use.container !== container || use.name !== name) continue;
          // The value of a file's line is not known, but which line it is.
          const definition = use.verdict === "unknown" ? container.definitionOf(name) : use.use.definition;
          if (definition?.source === source) places.push({ name: pod.file, start: use.start, end: use.end });
        }
      }
    }
  }
  return from && { from, variable, places: unique(places) };
}

export function takersText({ places: { length } }: ValueTakers): string {
  return `${length} ${length === 1 ? "place takes" : "places take"} its value`;
}

function unique(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [`${place.start} ${place.name}`, place])).values()];
}
