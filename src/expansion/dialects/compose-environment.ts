/** Docker compose's environment, for the references in an env file. */
import { Substitution } from "./substitution.ts";

/** The given variables override those of the file, which `set` adds. */
export function composeEnvironment(given: ReadonlyMap<string, string>) {
  const compose = new Substitution("compose", given);
  return {
    get: (name: string) => given.get(name),
    set: (name: string, value: string) => {
      if (!given.has(name)) compose.set(name, value);
    },
    expand: (value: string) => compose.expand(value),
  };
}
