import { areNamedValues, type VariableContext } from "../mapping.ts";

/** Where the values of names are in a record. */
interface RecordLayout {
  /** The first keys of a record, up to the last one that the text refers to. */
  readonly keys: readonly string[];
  /** Of each key, the index of its name; -1 if the text does not refer to it. */
  readonly positions: readonly number[];
}

/** An object with more keys can have a form that engines enumerate slowly. */
const MAX_KEYS = 24;

/**
 * The values in records that begin with the same keys as the first one. Engines enumerate the members of plain objects in
 * less time than they look names up.
 */
export class SameShapeRecords {
  private readonly names: readonly string[];
  /** That of the first record; null if it does not make the expansion faster. */
  private layout: RecordLayout | null | undefined;

  constructor(names: readonly string[]) {
    this.names = names;
  }

  /** The values of the names, in their order; undefined for variables that must be looked up. */
  valuesOf(variables: VariableContext | ((name: string) => unknown)): string[] | undefined {
    if (this.layout === null || !isRecord(variables)) return undefined;
    this.layout ??= this.layoutOf(variables);
    if (this.layout === null) return undefined;
    const { keys, positions } = this.layout;
    const values: string[] = new Array(this.names.length);
    let count = 0;
    for (const key in variables) {
      // biome-ignore lint/suspicious/noPrototypeBuiltins: V8 replaces this call, and not that of Object.hasOwn
      if (key !== keys[count] || !Object.prototype.hasOwnProperty.call(variables, key)) return undefined;
      const position = positions[count]!;
      if (position >= 0) {
        const value = variables[key];
        if (typeof value !== "string") return undefined;
        values[position] = value;
      }
      if (++count === keys.length) return values;
    }
    return undefined;
  }

  private layoutOf(record: object): RecordLayout | null {
    if (Object.getPrototypeOf(record) !== Object.prototype) return null;
    const all = Object.keys(record);
    const places = this.names.map((name) => all.indexOf(name));
    if (places.includes(-1) || all.length > MAX_KEYS) return null;
    const keys = all.slice(0, Math.max(...places) + 1);
    return { keys, positions: keys.map((key) => this.names.indexOf(key)) };
  }
}

function isRecord(variables: unknown): variables is Readonly<Record<string, unknown>> {
  return (
    typeof variables === "object" &&
    variables !== null &&
    !Array.isArray(variables) &&
    !areNamedValues(variables as VariableContext)
  );
}
