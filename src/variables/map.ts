/** Maps as YAML and JSON know them: plain objects whose keys may be any text, `__proto__` too. */

/** Variables by name. Values are what YAML and JSON can say: text, numbers, booleans, null, lists and maps. */
export type Variables = { [name: string]: unknown };

/** Whether a value is a map: a plain object, and not a list, a date or an instance of anything. */
export function isMap(value: unknown): value is Variables {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What a map says itself about a name; undefined if it says nothing. */
export function getOwn(map: Readonly<Variables>, name: string): unknown {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

/** Sets a name that may be `__proto__`, which plain assignment would take for the prototype. */
export function setOwn(map: Variables, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(map, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    map[name] = value;
  }
}
