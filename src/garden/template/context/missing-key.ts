import { closest, listOfClosest } from "../../../text/closest.ts";
import { unicodeTest } from "../../../text/unicode.ts";
import { NoValue } from "./unresolved.ts";

/** The most keys of a path that a message shows. */
const MAX_KEYS = 20;

/** The most UTF-16 units of a key that a message shows. */
const SHOWN = 80;

/** The replacement in messages for a key that was computed from a secret. */
export const SECRET = "***";

/** Keys that are looked up one after the other. */
export type Keys = (string | number)[];

/** A key that does not exist. Its message is created only if it is needed. */
export class MissingKey extends NoValue {
  private readonly looked: Keys;
  private readonly index: number;
  /** The offset of the key in the template string. */
  readonly at: number;
  /** The object without the key; undefined if its keys are secret. */
  private readonly container: object | undefined;
  /** The names of the values that depend on each other, starting and ending with the missing one. */
  readonly chain: readonly string[] | undefined;

  /** @param index the index of the missing key in `keys` */
  constructor(keys: Keys, index: number, at: number, container: object | undefined, chain?: readonly string[]) {
    super();
    this.looked = keys;
    this.index = index;
    this.at = at;
    this.container = container;
    this.chain = chain;
  }

  /** The keys up to and including the missing one. */
  get keys(): Keys {
    return this.looked.slice(0, this.index + 1);
  }

  get key(): string {
    return String(this.looked[this.index]);
  }

  /** The same missing key in an error at the offset of another lookup. */
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
    if (this.container === undefined) return `no such key: "${key}"${where} (the existing keys are secret)`;
    if (Object.hasOwn(this.container, this.key)) return `the key "${key}"${where} has no value`;
    const keys = Object.keys(this.container);
    const suggestion = closest(this.key, keys);
    let known = this.index === 0 ? "the context is empty" : "it has no keys";
    if (suggestion !== undefined) known = `did you mean "${suggestion}"?`;
    else if (keys.length > 0) known = `known: ${listOfClosest(this.key, keys.map(shorten))}`;
    return `no such key: "${key}"${where} (${known})`;
  }
}

/** A key that an expression writes without quotes. */
const PLAIN = /* @__PURE__ */ unicodeTest(/^[\w$-]+$/, "^[\\p{L}\\p{N}$_-]+$");

/** Keys in the form that expressions use: `var.hosts.0`, `var["a.b"]`. In more than 20 keys, `…` replaces the middle. */
export function keyPath(keys: Keys): string {
  const shown = keys.length > MAX_KEYS ? [...keys.slice(0, MAX_KEYS / 2), "…", ...keys.slice(-MAX_KEYS / 2)] : keys;
  let path = "";
  for (const key of shown) {
    const text = shorten(String(key));
    if (PLAIN.test(text)) path += path === "" ? text : `.${text}`;
    else path += `[${JSON.stringify(text)}]`;
  }
  return path;
}

/** Why the first value of a chain cannot be resolved: the last one is broken. */
export function chainReason(chain: readonly string[], broken: string): string {
  return `${formatChain(chain)} cannot be resolved: ${broken}`;
}

/** Names of values, each needed by the one before it. In more than 10 names, `…` replaces the middle. */
function formatChain(chain: readonly string[]): string {
  const shown = chain.length > 10 ? [...chain.slice(0, 5), "…", ...chain.slice(-4)] : chain;
  return shown.join(" -> ");
}

function shorten(key: string): string {
  return key.length > SHOWN ? `${key.slice(0, SHOWN)}…` : key;
}
