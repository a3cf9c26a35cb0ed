/** Finds the scalars of YAML text that contain a given string, without the values of the documents. */

import type { YamlVersion } from "./cursor.ts";
import { GARDEN, KUBERNETES } from "./dialect.ts";
import type { AliasNode, MappingNode, Node, ScalarNode, SequenceNode } from "./node.ts";
import { Composer, type Properties } from "./node-composer.ts";
import { readYaml } from "./reader.ts";
import { type ScalarSource, scalarText } from "./scalar-text.ts";

/** The most levels of nested collections in a text whose values are not kept, so that they take little memory. */
const MAX_DEPTH = 1000;

/** A scalar whose tag is ignored, except for `!`. */
export interface FoundScalar {
  readonly node: ScalarNode & { readonly value: string };
  /** Where its anchor and its tag start, or the scalar itself. */
  readonly start: number;
  readonly isKey: boolean;
}

/**
 * Returns the scalars whose strings contain `part`, in the order of the text. Keys are included, even duplicate ones. Does
 * not check aliases, tags, and the types of keys.
 *
 * @throws DocumentError for text that readers of this version of YAML do not accept
 */
export function scalarsWith(text: string, part: string, version: YamlVersion): FoundScalar[] {
  const finder = new ScalarFinder(text, part, version);
  readYaml(text, MAX_DEPTH, version, finder);
  return finder.found;
}

/** Replaces every node that is not found. */
const OTHER = undefined as unknown as Exclude<Node, AliasNode>;

class ScalarFinder extends Composer {
  readonly found: { node: FoundScalar["node"]; start: number; isKey: boolean }[] = [];
  private readonly part: string;
  private readonly places = new Map<Node, number>();

  constructor(text: string, part: string, version: YamlVersion) {
    super(text, version === "1.1" ? KUBERNETES : GARDEN, () => {});
    this.part = part;
  }

  override beginCollection(): void {}

  override empty(): ScalarNode {
    return OTHER as ScalarNode;
  }

  override scalar(
    start: number,
    end: number,
    source: ScalarSource,
    properties: Properties,
    inFlow: boolean,
  ): ScalarNode {
    const value = scalarText(this.text, source, this.dialect);
    if (!value.includes(this.part)) return OTHER as ScalarNode;
    const { style, start: contentStart, indent } = source;
    const tag = properties.tag === "!" ? "!" : "";
    const { tagStart } = properties;
    const node = {
      kind: "scalar",
      value,
      start,
      end,
      size: 1,
      style,
      inFlow,
      tag,
      tagStart,
      contentStart,
      indent,
    } as const;
    this.places.set(node, this.found.length);
    this.found.push({ node, start: properties.start === -1 ? start : properties.start, isKey: false });
    return node;
  }

  override alias(): AliasNode {
    return OTHER as Node as AliasNode;
  }

  override sequence(): SequenceNode {
    return OTHER as SequenceNode;
  }

  override mapping(_start: number, _end: number | undefined, children: Node[]): MappingNode {
    for (let i = 0; i < children.length; i += 2) {
      const place = this.places.get(children[i]!);
      if (place !== undefined) this.found[place]!.isKey = true;
    }
    return OTHER as MappingNode;
  }
}
