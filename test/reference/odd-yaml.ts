import { makeWellFormed } from "../../src/yaml/write/string.ts";
import type { Random } from "./random.ts";

/** A value that is written as YAML. */
export type Tree = string | readonly Tree[] | { readonly [key: string]: Tree };

const PLAIN = [
  ..."a|b c|x$(A)|$(A)|$(B)|$$(A)|$(NONE)|1|0x1f|0o17|017|1_000|1:30|2001-01-01|yes|n|on|null|~|.inf|1e3|-a|--b|a#b|a:b|é|日本|😀".split(
    "|",
  ),
  ..."http://$(A):80/p?q=1|a?b|?a|x y  z|<<|=|.5|+1|-|a\\b|it's|%a|@|`|a,b|a]b|$(A B)|$(A)$(B)|$|$(|a\u0085b|a\u2028$(A)|\u2029|a\ufeffb".split(
    "|",
  ),
];
const STRINGS = [
  ...PLAIN,
  "",
  " ",
  "it's",
  'a "b"',
  "a: b",
  "#c",
  "x #y $(A)",
  "one\ntwo $(A)\n",
  " lead\n x\n",
  "\ttab",
  "x\n\n\ny",
];
const TAGS = [
  "!!str ",
  "!!str ",
  "! ",
  "!!binary ",
  "!t ",
  "!!int ",
  "!<tag:yaml.org,2002:str> ",
  "!e!t ",
  "!!null ",
  "!%21 ",
];
const COMMENTS = [" # c", "  #", " # $(A)", "\t# c", " # a: b", " #\u2028b: x", "#c", " # c\u0085", " # é"];
const HEADERS = ["|", ">", "|-", "|+", ">-", ">+", "|2", ">2-", "|+1", "|1-", "|9", "|0"];
const STARTS = [
  "",
  "",
  "",
  "",
  "---\n",
  "--- # c\n",
  "\ufeff",
  "\ufeff---\n",
  "%YAML 1.1\n---\n",
  "%YAML 1.2\n--- # c\n",
  "%TAG !e! tag:x,2002:\n---\n",
  "# c\n\n",
  "--- ",
  "--- |\n ",
  "---\t\n",
  "...\n",
];
const ENDS = ["", "", "", "\n", "\n\n  \n", "# c\n", "...\n", "... # c\n", "---\n", "\t\n", "   ", "  # c"];
const ODD = [
  ..."\t\r\u0085\u2028\u2029\ufeff \n:#-?,[]{}&*!|>'\"%@\\$()~",
  "\r\n",
  "\\\n",
  "\n\n",
  "\n---\n",
  "\n...\n",
  "$(A)",
  "? ",
  ": ",
  "- ",
  "''",
  '\\"',
  "\\x24",
  "\\/",
  "&a ",
  "*a",
  "<<: ",
  "! ",
];

/** Writes YAML in every way that there is; a little of it is not YAML. */
export class OddYaml {
  private readonly random: Random;
  private names = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /** A text of random documents, or of the given ones. */
  text(...trees: readonly Tree[]): string {
    const { random } = this;
    const count = trees.length || 1 + random.below(random.below(3) === 0 ? 3 : 1);
    let text = "";
    for (let i = 0; i < count; i++) {
      this.names = 0;
      if (i > 0) text += random.pick(["---\n", "---\n", "--- # c\n", "...\n---\n", "---\r\n", "--- \n"]);
      const tree = trees[i] ?? this.tree(4);
      text +=
        random.pick(STARTS) +
        (random.below(6) === 0 ? `${this.flow(tree, 1)}\n` : this.block(tree, 0).replace(/^\n/, "")) +
        random.pick(ENDS);
    }
    if (random.below(8) === 0) text = text.replaceAll("\n", "\r\n");
    for (let changes = random.below(4) === 0 ? 1 + random.below(3) : 0; changes > 0; changes--) {
      const at = random.below(text.length + 1);
      text = text.slice(0, at) + random.pick(ODD) + text.slice(at + random.below(3));
    }
    return makeWellFormed(text);
  }

  private tree(depth: number): Tree {
    const { random } = this;
    const kind = random.below(depth > 0 ? 6 : 2);
    if (depth < 4 && kind < 3) return random.pick(STRINGS);
    const members = Array.from({ length: random.below(4) + (depth === 4 ? 1 : 0) }, () => this.tree(depth - 1));
    return kind === 3
      ? members
      : Object.fromEntries(members.map((member) => [random.pick(["a", "k", "key", "b", ...STRINGS]), member]));
  }

  private some(times: number, texts: readonly string[]): string {
    return this.random.below(times) === 0 ? this.random.pick(texts) : "";
  }

  private comment(): string {
    return this.some(6, COMMENTS);
  }

  private properties(): string {
    const { random } = this;
    const tag = this.some(14, TAGS);
    if (random.below(10) > 0) return tag;
    const name = `n${++this.names} `;
    return random.below(2) === 0 ? `&${name}${tag}` : `${tag}&${name}`;
  }

  /** What follows a `:`, a `-` or a `---`, with its line's end. */
  private block(tree: Tree, indent: number): string {
    const { random } = this;
    if (this.names > 0 && random.below(12) === 0) return ` *n${1 + random.below(this.names)}${this.comment()}\n`;
    if (typeof tree === "string") {
      const text = ` ${this.properties()}${random.below(4) === 0 ? this.lines(tree, indent) : this.inline(tree, indent, false)}`;
      return text.endsWith("\n") ? text : `${text}${this.comment()}\n`;
    }
    const isList = Array.isArray(tree);
    if (random.below(4) === 0 || Object.keys(tree).length === 0)
      return ` ${this.properties()}${this.flow(tree, indent)}${this.comment()}\n`;
    const inner = indent + random.pick([2, 2, 2, 4, 1, isList ? 0 : 3]);
    const members = isList ? this.items(tree, inner) : this.entries(tree as Record<string, Tree>, inner);
    return ` ${this.properties().trimEnd()}${this.comment()}\n${members}`;
  }

  private items(list: readonly Tree[], indent: number): string {
    const margin = " ".repeat(indent);
    return list
      .map((item) => {
        const isCompact = typeof item !== "string" && this.random.below(2) === 0 && Object.keys(item).length > 0;
        if (!isCompact) return `${this.line(margin)}${margin}-${this.block(item, indent + 1)}`;
        const inner = indent + 2;
        const members = Array.isArray(item)
          ? this.items(item, inner)
          : this.entries(item as Record<string, Tree>, inner);
        return `${margin}- ${members.trimStart()}`;
      })
      .join("");
  }

  private entries(mapping: Readonly<Record<string, Tree>>, indent: number): string {
    const { random } = this;
    const margin = " ".repeat(indent);
    return Object.entries(mapping)
      .map(([key, value]) => {
        const before = this.line(margin) + margin;
        const name = this.key(key);
        if (random.below(8) > 0) return `${before}${name}${this.some(10, [" ", "\t"])}:${this.block(value, indent)}`;
        const keyText = random.below(3) === 0 ? this.block(key, indent + 1) : ` ${name}${this.comment()}\n`;
        return `${before}?${keyText}${random.below(5) === 0 ? "" : `${margin}:${this.block(value, indent)}`}`;
      })
      .join("");
  }

  private key(key: string): string {
    const long = this.random.below(60) === 0 ? "k".repeat(1000 + this.random.below(40)) : "";
    return this.properties() + this.inline(key + long, 0, true);
  }

  /** A line between two entries. */
  private line(margin: string): string {
    return this.some(12, ["\n", `${margin}# c $(A)\n`, "# c\n", "  \n", "\t\n", `${margin}      # c\n`]);
  }

  /** A string in `|` or `>`. */
  private lines(value: string, indent: number): string {
    const margin = " ".repeat(indent + this.random.pick([1, 2, 2, 2, 4]));
    const body = value.split("\n").map((line) => (line === "" ? "" : margin + line));
    return `${this.random.pick(HEADERS)}${this.comment()}\n${body.join("\n")}\n${this.some(3, ["\n", "\n\n", "  \n"])}`;
  }

  /** A string that is plain or in quotes, in one line or in several. */
  private inline(value: string, indent: number, isKey: boolean): string {
    const { random } = this;
    const kind = random.below(5);
    const folded = (text: string, escaped: boolean) => {
      if (isKey || random.below(5) > 0) return text;
      const margin = " ".repeat(indent + random.pick([1, 1, 2, 0]));
      const at = random.below(text.length + 1);
      const lineBreak =
        (escaped && random.below(2) === 0 ? "\\" : "") + random.pick(["\n", "\n", "\n\n", " \n  \n", "\t\n\t"]);
      return `${text.slice(0, at)}${lineBreak}${margin}${text.slice(at)}`;
    };
    if (kind === 0) return `'${folded(value.replaceAll("'", "''").replaceAll("\n", " "), false)}'`;
    if (kind === 1 || value === "" || /[\n#]|^\s|\s$|: /.test(value)) {
      const quoted = JSON.stringify(value).slice(1, -1);
      const escaped = random.below(4) === 0 ? quoted.replace("$", random.pick(["\\x24", "\\u0024"])) : quoted;
      return `"${folded(escaped, true)}"`;
    }
    return folded(value, false);
  }

  private flow(tree: Tree, indent: number): string {
    const { random } = this;
    if (this.names > 0 && random.below(12) === 0) return `*n${1 + random.below(this.names)} `;
    if (typeof tree === "string") return this.properties() + this.inline(tree, indent, false);
    const margin = " ".repeat(indent + 1);
    const comma = random.pick([", ", ", ", ",", ` ,\n${margin}`, `, # c\n${margin}`, `,\t`]);
    const open = random.pick(["", "", " ", `\n${margin}`, ` # c\n${margin}`]);
    const close = random.pick(["", "", " ", ",", `\n${margin}`, "\n"]);
    if (Array.isArray(tree)) {
      return `[${open}${tree.map((item) => this.some(10, ["? ", "?", "k: "]) + this.flow(item, indent)).join(comma)}${close}]`;
    }
    const entries = Object.entries(tree).map(([key, value]) => {
      const name = this.some(10, ["? ", "?"]) + this.key(key);
      return random.below(8) === 0
        ? name
        : `${name}${random.pick([": ", ": ", ":", " : ", ":\t", ":\n  "])}${this.flow(value, indent)}`;
    });
    return `{${open}${entries.join(comma)}${close}}`;
  }
}
