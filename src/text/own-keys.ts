/** Members of JSON values. Users choose the keys, which can be `__proto__` or names of prototype members. */

/** New values for strings inside a value, by the steps of their paths. */
export type Changes = string | number | bigint | boolean | null | ChangesInside;

export type ChangesInside = Map<string | number, Changes>;

/** Sets an own key, even `__proto__`. */
export function setKey(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

/** A copy with the changes made, which shares everything else with the value. */
export function changed(value: unknown, changes: Changes | undefined): unknown {
  if (changes === undefined) return value;
  if (!(changes instanceof Map)) return changes;
  const copy = copyOf(value);
  for (const [step, change] of changes) setMember(copy, step, changed(memberOf(value, step), change));
  return copy;
}

/** The own value of a key; undefined without one. */
export function getOwn(map: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** A shallow copy of a list or an object. */
export function copyOf(value: unknown): unknown {
  return Array.isArray(value) ? [...value] : { ...(value as object) };
}

export function setMember(target: unknown, step: string | number, value: unknown): void {
  if (Array.isArray(target)) target[step as number] = value;
  else setKey(target as Record<string, unknown>, step as string, value);
}

/** An own member of a list or an object. */
export function memberOf(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return typeof step === "number" ? value[step] : undefined;
  return typeof value === "object" && value !== null ? getOwn(value as Record<string, unknown>, `${step}`) : undefined;
}

/** Whether two values are equal, regardless of the order of keys. */
export function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const members = Object.entries(a);
  if (members.length !== Object.keys(b).length) return false;
  return members.every(([key, member]) => Object.hasOwn(b, key) && equal(member, b[key as keyof typeof b]));
}

/** The items of a list; none if it is missing or not a list. */
export function listIn(value: unknown, member: string): readonly unknown[] {
  const list = memberOf(value, member);
  return Array.isArray(list) ? list : [];
}
