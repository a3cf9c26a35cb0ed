/** Variables of an env file whose values depend on the environment of the program that reads it. */

import { type Comparison, compareReadings, type Reader } from "../../../envfile/readers/compare.ts";
import { composeEnvironment } from "../../../expansion/dialects/compose-environment.ts";
import { addTo } from "../../../text/grouped.ts";

/** The file is read once for each of these names; references to more names are not examined. */
const MAX_NAMES = 50;

/** For a reader and a variable, the names that its value depends on and that neither the file nor the options set. */
export type OutsideNames = (reader: Reader, variable: string) => readonly string[];

export function outsideNames(
  bytes: Uint8Array,
  given: ReadonlyMap<string, string>,
  { readers }: Comparison,
): OutsideNames {
  const set = new Set(readers.flatMap(({ variables }) => [...(variables?.keys() ?? [])]));
  const references = new TextDecoder().decode(bytes).matchAll(/\$\{?([A-Za-z_]\w*)/g);
  const names = new Set(Array.from(references, ([, name]) => name!));
  const outside = [...names].filter((name) => !set.has(name) && !given.has(name)).slice(0, MAX_NAMES);
  const found = new Map<string, string[]>();
  for (const name of outside) {
    const environment = () => composeEnvironment(new Map([...given, [name, "\u{fdd0}"]]));
    const changed = compareReadings(
      bytes,
      environment,
      readers.map(({ id }) => id),
    ).readers;
    for (const [i, { id, variables = new Map() }] of readers.entries()) {
      for (const [variable, value] of variables) {
        if (changed[i]!.variables?.get(variable) === value) continue;
        const key = `${id} ${variable}`;
        addTo(found, key, name);
      }
    }
  }
  return ({ id }, variable) => found.get(`${id} ${variable}`) ?? [];
}
