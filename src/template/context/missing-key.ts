import { closest, closestOf } from "../../text/closest.ts";
import { NoValue } from "./unresolved.ts";

/** How many of the keys that are there a message lists. */
const LISTED = 20;

/** How many of the process's environment variables a message lists. */
const CLOSEST = 5;

/** UTF-16 units of a key that a message shows. */
const SHOWN = 80;

/** What messages show instead of a key that is made of a secret. */
export const SECRET = "***";

/** Keys looked up in turn. */
export type Keys = (string | number)[];

/** A key that is not there. Its message is made only when an error needs it. */
export class MissingKey extends NoValue {
  private readonly looked: Keys;
  private readonly index: number;
  /** The offset of the key in the template string. */
  readonly at: number;
  /** The object without the key; undefined if its keys are secret. */
  private readonly container: object | undefined;
  /** The names of the values that depend on each other, from the missing one to itself. */
  readonly chain: readonly string[] | undefined;

  /** @param index which of `keys` is missing */
  constructor(keys: Keys, index: number, at: number, container: object | undefined, chain?: readonly string[]) {
    super();
    this.looked = keys;
    this.index = index;
    this.at = at;
    this.container = container;
    this.chain = chain;
  }

  /** Those that lead to it, itself the last one. */
  get keys(): Keys {
    return this.looked.slice(0, this.index + 1);
  }

  get key(): string {
    return String(this.looked[this.index]);
  }

  /** The same missing key in an error at another offset: that of a lookup which needs it. */
  seenFrom(at: number): MissingKey {
    return new MissingKey(this.looked, this.index, at, this.container, this.chain);
  }

  get code(): "missing-key" | "circular" {
    return this.chain === undefined ? "missing-key" : "circular";
  }

  reason(): string {
    const key = shorten(this.key);
    const where = this.index === 0 ? "" : ` under ${keyPath(this.looked.slice(0, this.index))}`;
    if (this.chain !== undefined) {
      return `the key "${key}"${where} has no value, because it depends on itself: ${formatChain(this.chain)}`;
    }
    if (this.container === undefined) return `there is no key "${key}"${where} (the keys that it has are secret)`;
    if (Object.hasOwn(this.container, this.key)) return `the key "${key}"${where} has no value`;
    const keys = Object.keys(this.container);
    const suggestion = closest(this.key, keys);
    let known = this.index === 0 ? "the context is empty" : "it has no keys";
    if (suggestion !== undefined) {
      known = `did you mean "${suggestion}"?`;
    } else if (keys.length > 0) {
      const isEnvironment =
        keys.length > CLOSEST && this.index === 2 && this.looked[0] === "local" && this.looked[1] === "env";
      const listed = isEnvironment ? closestOf(this.key, keys, CLOSEST) : keys.slice(0, LISTED);
      const more = keys.length > listed.length ? ` and ${keys.length - listed.length} more` : "";
      known = `known: ${listed.map(shorten).join(", ")}${more}`;
    }
    return `there is no key "${key}"${where} (${known})`;
  }
}

/** Keys as an expression writes them: `var.hosts.0`, `var["a.b"]`; from 21 keys on, `…` replaces the middle. */
export function keyPath(keys: Keys): string {
  const shown = keys.length > LISTED ? [...keys.slice(0, LISTED / 2), "…", ...keys.slice(-LISTED / 2)] : keys;
  let path = "";
  for (const key of shown) {
    const text = shorten(String(key));
    if (/^[\p{L}\p{N}$_-]+$/u.test(text)) path += path === "" ? text : `.${text}`;
    else path += `[${JSON.stringify(text)}]`;
  }
  return path;
}

/** Names of values, each needed by the one before it; from 11 names on, `…` replaces the middle. */
export function formatChain(chain: readonly string[]): string {
  const shown = chain.length > 10 ? [...chain.slice(0, 5), "…", ...chain.slice(-4)] : chain;
  return shown.join(" -> ");
}

function shorten(key: string): string {
  return key.length > SHOWN ? `${key.slice(0, SHOWN)}…` : key;
}
