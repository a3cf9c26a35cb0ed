/**
 * Replaces an enumerable member of an object by one that is computed when it is first read.
 *
 * V8 keeps the getter of an object literal in a hidden class that outlives the object, so the garbage collector copies
 * most results several times. Here, all objects share one getter.
 */
export type AddLazyMember = <T extends object, Value>(object: T, make: () => Value) => T;

/** @param name a member that the object already has, so that it keeps its place among the others */
export function lazyMember(name: string): AddLazyMember {
  const MAKE: unique symbol = Symbol(name);
  const descriptor = {
    enumerable: true,
    get(this: { readonly [MAKE]: () => unknown }): unknown {
      return this[MAKE]();
    },
  };
  return (object, make) => {
    let made: { readonly value: ReturnType<typeof make> } | undefined;
    const once = () => {
      made ??= { value: make() };
      return made.value;
    };
    Object.defineProperty(object, MAKE, { value: once });
    return Object.defineProperty(object, name, descriptor);
  };
}
