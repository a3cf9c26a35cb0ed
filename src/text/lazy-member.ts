/** Members that are made when they are first read. */

/**
 * Turns an object's member into one that is made when it is first read; it stays enumerable.
 *
 * A getter in an object literal would do the same, but V8 keeps each literal's getter in a hidden class that outlives the
 * object: the garbage collector then copied most results several times. Here, all objects share one getter.
 */
export type AddLazyMember = <T extends object, Value>(object: T, make: () => Value) => T;

/** @param name the member; the object has it already, so that it keeps its place among the others */
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
