import type { Random } from "./random.ts";

const SCALARS = [
  ...'a|b c|1|x#y|x #y|http://h:80/p|a:b|a: b|a:|- a|-a|--a|-|\'it\'\'s\'|\'a|"q"|"a\\n\\"b\\\\"|"\\q"|"a|[]|[a, b]'.split(
    "|",
  ),
  ..."[\"a\", 'b' ,-c]\n[a,]\n[a b]\n[a: b]\n{}\n{a: b}\n{\n|\n>\n|-\n|+\n>2\n| x\n| #c\n&a b\n*a\n!t a\n@\n%x\né".split(
    "\n",
  ),
  ..."a—b \u0085 \u2028 \u00a0 \ufeff \u007f \t 日本 😀 ~ $(A) $$ (a) ? : = << . .. ... --- ---a # \\ a\\ a'b a\"b ] } , ` \r".split(
    " ",
  ),
  ...'{a: b, c: [d, {e: "f"}]}|{a: }|{a}|{a:b}|{"a":b}|{"a": [b]}|{a: {b: c}|{a: b]|[a, [b, {c: d}, []]]|[[a] b]|[--a=b]|[a?]|{a: b,}|{ }'.split(
    "|",
  ),
  "--a=b",
  "",
  "  ",
  "? a",
  ": a",
  "# c",
  "k".repeat(990),
  "k".repeat(1030),
];
const INDENTS = ["", "", "", " ", "  ", "  ", "    ", "   ", "      ", "\t"];
const KEYS = ["a", "b", '"k"', "'k'", "k e", "$(K)", "-k", "é", '"k" ', "a.b/c"];
const MARKERS = [
  ..."---|---|--- |--- # c|--- a|--- >|...|... x|---\n%YAML 1.1|%YAML 1.1|%YAML 1.2\n---|%TAG ! a:\n---|%FOO".split(
    "|",
  ),
  "---\n---",
];
const CHANGES = [..." \n-:#'\"[]{},|\té%", "  ", "\n---\n", "\n...\n", "$(A)"];

/** A text of documents as files have them, documents with a change or two, and lines of anything. */
export function randomYaml(random: Random): string {
  let text = "";
  for (let i = random.below(4); i >= 0; i--) {
    if (text !== "" || random.below(3) === 0) {
      text += random.pick(["---\n", "---\n", "--- # c\n", "---", "--- \n", "...\n", "...\n---\n"]);
    }
    if (random.below(5) < 3) text += changed(random, collection(random, 0, 0));
    else
      for (let lines = random.below(6); lines > 0; lines--)
        text += line(random) + random.pick(["\n", "\n", "\r\n", ""]);
  }
  return text;
}

function collection(random: Random, indent: number, depth: number): string {
  const pad = " ".repeat(indent);
  let text = "";
  const isList = random.below(5) < 2;
  for (let i = random.below(3); i >= 0; i--) {
    const kind = random.below(depth < 4 ? 10 : 6);
    const value = random.pick(["v", "1", '"x"', "[a, [b]]", "v # c", "{a: {b: c}}"]);
    if (isList) {
      if (kind > 6) text += `${pad}- ${collection(random, indent + 2, depth + 1).slice(indent + 2)}`;
      else text += kind === 0 ? `${pad}- |\n${pad}  t\n${pad}   u\n\n` : `${pad}- ${value}\n`;
    } else if (kind > 6) {
      const inner = collection(random, indent + random.pick([2, 2, 1, 4, 0]), depth + 1);
      text += `${pad}k${i}:${random.pick(["", " ", " # c"])}\n${inner}`;
    } else if (kind === 0) {
      text += `${pad}k${i}: ${random.pick(["|", ">-", "|+"])}\n${random.pick(["", "\n", "   \n"])}${pad}  t\n${pad}   u\n`;
    } else {
      text += `${pad}k${i}: ${value}\n`;
    }
  }
  return text;
}

function changed(random: Random, text: string): string {
  for (let i = random.below(3); i > 0; i--) {
    const at = random.below(text.length + 1);
    const end = at + random.below(3);
    text = text.slice(0, at) + (random.below(5) < 3 ? random.pick(CHANGES) : "") + text.slice(end);
  }
  return text;
}

function line(random: Random): string {
  const scalar = random.pick(SCALARS);
  const indent = random.pick(INDENTS);
  const end = random.pick(["", "", "", " ", " # c", "  "]);
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      return `${indent}${random.pick([...KEYS, scalar])}${random.pick([":", ": ", ":  ", " : ", ":x"])}${random.pick([scalar, "v", ""])}${end}`;
    case 3:
    case 4:
      return `${indent}${random.pick(["- ", "- ", "-", "-  ", "- - "])}${random.pick(["v", "a: b", "a:", "k: |", scalar, ""])}${end}`;
    case 5:
      return indent + scalar;
    case 6:
      return random.pick([" ", "     ", `${indent}# c ${scalar}`, `  ${indent}text # c`]);
    default:
      return random.pick(MARKERS);
  }
}
