/** Plain values: what JSON has. Keys are the user's, whatever they are called. */

/** New values for some strings inside a value, by the steps that lead to them. */
export type Changes = string | Map<string | number, Changes>;

/** Sets a key of a map that is being built; `__proto__` is a key like any other. */
export function setKey(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

/** The value with the changes made; what does not change is shared with it. */
export function changed(value: unknown, changes: Changes | undefined): unknown {
  if (changes === undefined) return value;
  if (typeof changes === "string") return changes;
  const copy = copyOf(value);
  for (const [step, change] of changes) setMember(copy, step, changed(memberOf(value, step), change));
  return copy;
}

/** An object's own value for a key; undefined if it has none. */
export function getOwn(map: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** A copy of a list or an object, for its members to be replaced. */
export function copyOf(value: unknown): unknown {
  return Array.isArray(value) ? [...value] : { ...(value as object) };
}

export function setMember(target: unknown, step: string | number, value: unknown): void {
  if (Array.isArray(target)) target[step as number] = value;
  else setKey(target as Record<string, unknown>, step as string, value);
}

/** A member of a list or an object; never one of a prototype. */
export function memberOf(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return typeof step === "number" ? value[step] : undefined;
  return typeof value === "object" && value !== null ? getOwn(value as Record<string, unknown>, `${step}`) : undefined;
}

/** Whether two values are the same, the order of keys apart. */
export function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const members = Object.entries(a);
  if (members.length !== Object.keys(b).length) return false;
  return members.every(([key, member]) => Object.hasOwn(b, key) && equal(member, b[key as keyof typeof b]));
}
