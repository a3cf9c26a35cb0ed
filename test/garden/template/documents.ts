/** Random documents with structural operators, for laws about partial resolution. */
import type { Random } from "../../reference/random.ts";
import { Printer } from "../../reference/template.ts";
import { randomParts } from "./trees.ts";

const TEXTS = [
  "${list}",
  "${table}",
  "${yes}",
  "${no}",
  "${evil.text}",
  "${evil.dollar}${evil.brace}",
  "${evil.dollars}${text}",
  "${nothing}${evil.query}",
  "${evil.map}",
  "${evil.splice}",
  "${evil.list}",
  "${text}${evil.query}",
  "<${evil.text}|${evil.dollar}>",
  "$${text}",
  "$$${text} ${text}",
  "${if yes}${evil.query}${else}${one}${endif}",
  "${item.value}",
  "${item.key}: ${item.value}",
  "${item}",
  "${item.value == one ? text : yes}",
  "${item.value || text}?",
];

/** @param later names whose lookups appear often */
export function randomDocument(random: Random, size: number, later: readonly string[]): unknown {
  const next = () => randomDocument(random, size - 1, later);
  const test = () =>
    random.pick<unknown>([true, false, "${yes}", "${no}", "${!nope}", `\${!${random.pick(later)}}`, "${text}"]);
  switch (size <= 0 ? random.below(3) : random.below(12)) {
    case 0:
      return random.pick<unknown>([1, null, true, "plain", ""]);
    case 1:
      return random
        .pick(TEXTS)
        .replaceAll(/text|one|yes/g, (name) => (random.below(4) === 0 ? random.pick(later) : name));
    case 2: {
      const printer = new Printer(() => (random.below(4) === 0 ? " " : ""));
      return printer.template(randomParts(random, random.below(3)));
    }
    case 3:
    case 4:
      return Array.from({ length: random.below(4) }, () =>
        random.below(3) === 0 ? { $concat: collection(random, size, later) } : next(),
      );
    case 5:
    case 6:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [random.pick(["a", "b", "$then", "$concat", "${text}"]), next()]),
      );
    case 7:
      return { $if: test(), $then: next(), ...(random.below(2) ? { $else: next() } : {}) };
    case 8:
      return {
        a: next(),
        $merge: random.pick<() => unknown>([
          () => "${table}",
          () => "${evil.map}",
          () => `\${${random.pick(later)} || table}`,
          () => ({ a: next(), c: next() }),
          () => ({ $if: test(), $then: { b: next() }, $else: {} }),
        ])(),
        b: next(),
      };
    default:
      return {
        $forEach: collection(random, size, later),
        ...(random.below(3) === 0 ? { $filter: test() } : {}),
        $return: random.below(4) === 0 ? { $concat: collection(random, size, later) } : next(),
      };
  }
}

function collection(random: Random, size: number, later: readonly string[]): unknown {
  const name = random.pick(later);
  return random.pick<() => unknown>([
    () => "${list}",
    () => "${evil.list}",
    () => `\${${name} || list}`,
    () => [1, "${text}", `\${${name}}`, "${evil.text}"],
    () => [randomDocument(random, size - 1, later), { $concat: `\${${name} || list}` }],
    () => ({ $forEach: "${list}", $return: randomDocument(random, size - 1, later) }),
  ])();
}
