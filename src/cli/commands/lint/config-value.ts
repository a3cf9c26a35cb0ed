/** A value of a configuration, which knows where it is written. */

import { closest } from "../../../text/closest.ts";
import { printable } from "../../../text/printable.ts";
import { dereferenced, type Node } from "../../../yaml/node.ts";
import { InputError } from "../../frame/errors.ts";

export class ConfigValue {
  private readonly node: Node;
  private readonly placeOf: (node: Node) => string;

  /** @param placeOf where a node stands, for messages: `file:line:column` */
  constructor(node: Node, placeOf: (node: Node) => string) {
    this.node = node;
    this.placeOf = placeOf;
  }

  get place(): string {
    return this.placeOf(this.node);
  }

  /** What a document holds; undefined if that is nothing. */
  get value(): unknown {
    return this.node.value;
  }

  /**
   * The members of a mapping. One without a value is as good as none.
   *
   * @param known the keys that there may be; any, if it is undefined
   */
  entries(known?: readonly string[]): [key: string, value: ConfigValue][] {
    const mapping = dereferenced(this.node);
    if (mapping.kind !== "mapping") return this.fail("a mapping is expected");
    return mapping.entries.flatMap(({ key, keyNode, node }): [string, ConfigValue][] => {
      if (known === undefined || known.includes(key)) {
        return node.value === null && known !== undefined ? [] : [[key, this.of(node)]];
      }
      const meant = closest(key, known);
      const hint = meant === undefined ? `known: ${known.join(", ")}` : `did you mean ${meant}?`;
      return this.of(keyNode).fail(`unknown key ${JSON.stringify(printable(key))}; ${hint}`);
    });
  }

  items(): ConfigValue[] {
    const list = dereferenced(this.node);
    return list.kind === "sequence" ? list.items.map((item) => this.of(item)) : this.fail("a list is expected");
  }

  text(): string {
    const { value } = this;
    return typeof value === "string" && value !== "" ? value : this.fail("a text is expected");
  }

  /** @throws InputError that begins with the place */
  fail(problem: string): never {
    throw new InputError(`${this.place}: ${problem}`);
  }

  private of(node: Node): ConfigValue {
    return new ConfigValue(node, this.placeOf);
  }
}
