import { type ObjectEventRecorder, recordUnresolved } from "../events/recorder.ts";

/** Maps a variable's name to the text that replaces its reference. */
export type MappingFunc = (name: string) => string;

/** Variables: a plain object (own members only), or a Map. */
export type VariableContext = Readonly<Record<string, string>> | ReadonlyMap<string, string>;

/** The value that a context has for a name; never a member of a prototype, whatever the name is. */
export function lookUp(context: VariableContext, name: string): string | undefined {
  if (context instanceof Map) return context.get(name);
  return Object.hasOwn(context, name) ? (context as Readonly<Record<string, string>>)[name] : undefined;
}

/**
 * A mapping function for `expand`: the first context with the name gives the value, which may be empty. An unknown name
 * maps to its own reference, and is reported to the recorder. Contexts are read at each call, not copied.
 */
export function mappingFuncFor(recorder: ObjectEventRecorder | null, ...contexts: VariableContext[]): MappingFunc {
  return (name) => {
    for (const context of contexts) {
      const value = lookUp(context, name);
      if (value !== undefined) return value;
    }
    if (recorder !== null) recordUnresolved(recorder, name);
    return `$(${name})`;
  };
}
