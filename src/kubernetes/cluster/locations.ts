/** Values by their location in an object. */

import { memberOf } from "../../text/own-keys.ts";
import type { ManifestPath } from "../pod/types.ts";
import type { Location } from "./kinds.ts";

/** A value and its path. */
export interface Located {
  readonly path: ManifestPath;
  readonly value: unknown;
}

/** What is at a location: nothing, one value, or, if a list is on the way, one for each of its entries. */
export function valuesAt(object: unknown, location: Location): Located[] {
  let found: Located[] = [{ path: [], value: object }];
  for (const step of pathOf(location)) {
    found = found.flatMap(({ path, value }) => {
      const member = memberOf(value, step.name);
      if (member === undefined || member === null) return [];
      const at = [...path, step.name];
      if (!step.isList) return [{ path: at, value: member }];
      return Array.isArray(member) ? member.map((item, i) => ({ path: [...at, i], value: item })) : [];
    });
  }
  return found;
}

/** The steps to a location that has no lists on the way. */
export function pathTo(location: Location): ManifestPath {
  return pathOf(location).map(({ name }) => name);
}

function pathOf(location: Location): { name: string; isList: boolean }[] {
  if (location === "") return [];
  return location.split(".").map((step) => {
    const isList = step.endsWith("[]");
    return { name: isList ? step.slice(0, -"[]".length) : step, isList };
  });
}
