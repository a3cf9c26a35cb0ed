/** Documents of YAML whose values are there before their places: see simple-yaml.ts. */
import type { Dialect } from "./dialect.ts";
import { KnownKeys } from "./known-keys.ts";
import { LazyNode } from "./lazy-node.ts";
import type { MappingNode, Node } from "./node.ts";
import { parseYaml } from "./parse.ts";
import { simpleYaml } from "./simple-yaml.ts";

/**
 * Reads every document of a text that is YAML, and their places when the first one is asked for.
 *
 * @throws DocumentError as `parseYaml` does
 */
export function lazyYaml(text: string, dialect: Dialect): Node[] {
  const values = simpleYaml(text, new KnownKeys(dialect));
  if (values === undefined) return parseYaml(text, dialect);
  let placed: Node[] | undefined;
  const readAgain = (i: number) => {
    placed ??= parseYaml(text, dialect);
    return placed[i] as MappingNode;
  };
  return values.map((value, i) => new LazyNode(value, () => readAgain(i)));
}
