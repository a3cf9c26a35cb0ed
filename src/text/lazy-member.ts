/** Members that are made when somebody first reads them. */

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

/** Several members of an object, which are the members of another one that is made with it. */
export class LazyMembers<Source extends object> {
  private readonly source: symbol = Symbol("source");
  private readonly descriptors: Readonly<Record<string, PropertyDescriptor>>;

  constructor(names: readonly (keyof Source & string)[]) {
    const { source } = this;
    const descriptors: Record<string, PropertyDescriptor> = {};
    for (const name of names) {
      descriptors[name] = {
        enumerable: true,
        get(this: Readonly<Record<symbol, Source>>): unknown {
          return this[source]![name];
        },
      };
    }
    this.descriptors = descriptors;
  }

  /** Adds a member behind those that the object has. */
  add(object: object, name: keyof Source & string): void {
    Object.defineProperty(object, name, this.descriptors[name]!);
  }

  /** Says where the members come from. */
  bind<T extends object>(object: T, source: Source): T {
    return Object.defineProperty(object, this.source, { value: source });
  }
}
