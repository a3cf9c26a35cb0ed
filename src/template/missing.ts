import { closest } from "./closest.ts";

/** How many of the keys that are there a message lists. */
const LISTED = 20;

/** Keys looked up in turn. */
export type Keys = (string | number)[];

/** A key that is not there. The message is only made if somebody needs it. */
export class MissingKey {
  private readonly keys: Keys;
  private readonly index: number;
  /** The offset of the key in the template string. */
  readonly at: number;
  /** The object that does not have it. */
  private readonly container: object;
  /** The names of the values that depend on each other, from the missing one to itself. */
  private readonly chain: readonly string[] | undefined;

  /** @param index which of `keys` is missing */
  constructor(keys: Keys, index: number, at: number, container: object, chain?: readonly string[]) {
    this.keys = keys;
    this.index = index;
    this.at = at;
    this.container = container;
    this.chain = chain;
  }

  get key(): string {
    return String(this.keys[this.index]);
  }

  /** The same missing key, as the reason why another one has no value. */
  seenFrom(at: number): MissingKey {
    return new MissingKey(this.keys, this.index, at, this.container, this.chain);
  }

  get code(): "missing-key" | "circular" {
    return this.chain === undefined ? "missing-key" : "circular";
  }

  reason(): string {
    const where = this.index === 0 ? "" : ` under ${keyPath(this.keys.slice(0, this.index))}`;
    if (this.chain !== undefined) {
      return `the key "${this.key}"${where} has no value, because it depends on itself: ${this.chain.join(" -> ")}`;
    }
    const keys = Object.keys(this.container);
    const suggestion = closest(this.key, keys);
    let there = "there are none";
    if (suggestion !== undefined) there = `did you mean "${suggestion}"?`;
    else if (keys.length > LISTED)
      there = `there are ${keys.slice(0, LISTED).join(", ")} and ${keys.length - LISTED} more`;
    else if (keys.length > 0) there = `there are ${keys.join(", ")}`;
    return `there is no key "${this.key}"${where} (${there})`;
  }
}

/** Keys as an expression writes them: `var.hosts.0`, `var["a.b"]`. */
export function keyPath(keys: Keys): string {
  let path = "";
  for (const key of keys) {
    const text = String(key);
    if (/^[\p{L}\p{N}$_-]+$/u.test(text)) path += path === "" ? text : `.${text}`;
    else path += `[${JSON.stringify(text)}]`;
  }
  return path;
}
