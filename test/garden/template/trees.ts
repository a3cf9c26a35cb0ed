/** Random templates as trees, with the contexts that they are made for. */
import type { Random } from "../../reference/random.ts";
import type { Node, TemplatePart } from "../../reference/template.ts";

export const CONTEXT: Readonly<Record<string, unknown>> = {
  one: 1,
  zero: 0,
  half: 0.5,
  text: "abc",
  empty: "",
  yes: true,
  no: false,
  nothing: null,
  list: [1, "a", [2, null], { key: "v" }],
  table: { one: 1, text: "b", "odd key": { deep: [3] } },
};

const KEYS = [...Object.keys(CONTEXT), "nope", "odd key", "deep", "toString"];
const OPERATORS = ["||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "contains"];

export function randomParts(random: Random, size: number): TemplatePart[] {
  const parts: TemplatePart[] = [];
  for (let count = 1 + random.below(random.below(3) + 1); count > 0; count--) parts.push(randomPart(random, size));
  // Two texts side by side are one.
  return parts.filter((part, i) => part.kind !== "text" || parts[i - 1]?.kind !== "text");
}

function randomPart(random: Random, size: number): TemplatePart {
  const kind = random.below(8);
  if (kind === 0) return { kind: "text", text: random.pick(["a", "$ ", "{ }", " \n", "'", '"', "\\", "é"]) };
  if (kind === 1 && size > 0) {
    const yes = randomParts(random, size - 1);
    return {
      kind: "block",
      test: randomNode(random, size - 1),
      yes,
      no: random.below(2) ? randomParts(random, size - 1) : [],
    };
  }
  return { kind: "expression", node: randomNode(random, size), optional: random.below(6) === 0 };
}

export function randomNode(random: Random, size: number): Node {
  const next = () => randomNode(random, size - 1);
  switch (size <= 0 ? random.below(2) : random.below(11)) {
    case 0:
      return { kind: "literal", value: random.pick([0, 1, 2.5, "a", "", "b'\\", true, false, null]) };
    case 1:
    case 2:
    case 3:
      return { kind: "lookup", keys: randomKeys(random, size) };
    case 4:
      return { kind: "list", items: Array.from({ length: random.below(4) }, next) };
    case 5:
      return { kind: random.pick(["not", "typeof"]), operand: next() };
    case 6:
      return { kind: "choice", test: next(), yes: next(), no: next() };
    case 7:
      return { kind: "upper", argument: next() };
    case 8: {
      const parts = randomParts(random, size - 1);
      const isText = parts.every((part) => part.kind === "text");
      return isText ? { kind: "literal", value: "text" } : { kind: "template", parts };
    }
    default:
      return { kind: "binary", operator: random.pick(OPERATORS), left: next(), right: next() };
  }
}

function randomKeys(random: Random, size: number): (string | number | Node)[] {
  const keys: (string | number | Node)[] = [random.pick(KEYS.filter((key) => key !== "odd key"))];
  while (random.below(3) === 0) {
    const kind = random.below(size > 0 ? 4 : 3);
    keys.push(kind === 0 ? random.below(4) : kind === 3 ? randomNode(random, size - 1) : random.pick(KEYS));
  }
  return keys;
}
