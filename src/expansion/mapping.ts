import { type ObjectEventRecorder, recordUnresolved } from "../events/recorder.ts";
import { checkFunction, checkObject } from "../text/argument.ts";

/** Maps a variable's name to the text that replaces its reference. */
export type MappingFunc = (name: string) => string;

/** Variables that are looked up by their names: a Map, a parsed env file, an `Environment`. */
export interface NamedValues {
  /** The value of a name, or undefined. */
  get(name: string): string | undefined;
  /** All names with their values. */
  entries(): Iterable<readonly [name: string, value: string]>;
}

/**
 * Variables: a plain object, whose own members count and whose undefined ones do not (`process.env`), or a Map, a parsed
 * env file, or an `Environment`.
 */
export type VariableContext = Readonly<Record<string, string | undefined>> | NamedValues;

/** Whether variables are looked up by a method. A plain object has only strings. */
export function areNamedValues(context: VariableContext): context is NamedValues {
  return typeof context.get === "function";
}

/** Gives the value that a context has for a name; never a member of a prototype, whatever the name is. */
export function lookupIn(context: VariableContext): (name: string) => string | undefined {
  if (areNamedValues(context)) return (name) => context.get(name);
  // biome-ignore lint/suspicious/noPrototypeBuiltins: Object.hasOwn takes longer
  return (name) => (Object.prototype.hasOwnProperty.call(context, name) ? context[name] : undefined);
}

/**
 * A mapping function for `expand`: the first context that has the name provides the value, which can be empty. An unknown
 * name maps to its own reference, and is reported to the recorder. Contexts are read at each call, not copied.
 *
 * @example
 * expand("$(HOST):$(PORT)", mappingFuncFor(null, { HOST: "db" }, { HOST: "default", PORT: "80" })) // "db:80"
 */
export function mappingFuncFor(recorder: ObjectEventRecorder | null, ...contexts: VariableContext[]): MappingFunc {
  if (recorder !== null) checkFunction(recorder?.event, "recorder.event", "pass null to record nothing");
  for (const context of contexts) checkObject(context, "a context of variables");
  const lookups = contexts.map(lookupIn);
  return (name) => {
    for (const lookup of lookups) {
      const value = lookup(name);
      if (value !== undefined) return value;
    }
    if (recorder !== null) recordUnresolved(recorder, name);
    return `$(${name})`;
  };
}
