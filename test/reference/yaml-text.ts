import type { Random } from "./random.ts";

const STRINGS = [
  "a",
  "$(A)",
  "x $(B) y",
  "1.2.3",
  "yes",
  "8080",
  "",
  " ",
  "it's",
  'a "b"',
  "a: b",
  "#c",
  "-",
  "é",
  "$$",
];
const LINES = ["one $(A)", "two", "", "  three", "# no comment", "$(B):", "é"];
const OTHERS = ["1", "true", "null", "~", "0x1f", "2.5", "no"];

/**
 * Makes the text of a random YAML document: block and flow collections, all five styles of scalars, comments (each with
 * a number of its own), anchors, aliases, merges.
 */
export class YamlText {
  private readonly random: Random;
  comments = 0;
  private anchors: { name: string; isMapping: boolean }[] = [];
  private names = 0;
  private keys = 0;

  constructor(random: Random) {
    this.random = random;
  }

  document(): string {
    this.anchors = [];
    return `${this.blockMapping(0, 3)}`;
  }

  private comment(): string {
    return this.random.below(4) === 0 ? ` # c${++this.comments}` : "";
  }

  /** An anchor for what follows, known to aliases once `use` is called. */
  private anchor(isMapping: boolean): { text: string; use(): void } {
    if (this.random.below(4) > 0) return { text: "", use() {} };
    const name = `n${++this.names}`;
    return { text: `&${name} `, use: () => this.anchors.push({ name, isMapping }) };
  }

  /** The text after `key:` or `-` and one space, including the line end. */
  private blockValue(indent: number, depth: number): string {
    const kind = this.random.below(depth > 0 ? 10 : 7);
    if (kind === 7 || kind === 8) {
      const isMapping = kind === 7;
      const { text, use } = this.anchor(isMapping);
      const inner = indent + 1 + this.random.below(3);
      const body = isMapping ? this.blockMapping(inner, depth - 1) : this.blockSequence(inner, depth - 1);
      use();
      return `${text}${this.comment()}\n${body}`;
    }
    if (kind === 0) return this.blockScalar(indent);
    return `${this.flowValue(depth, false)}${this.comment()}\n`;
  }

  private blockMapping(indent: number, depth: number): string {
    const margin = " ".repeat(indent);
    let text = "";
    const mappings = this.anchors.filter(({ isMapping }) => isMapping);
    const count = 1 + this.random.below(4);
    const mergeAt = mappings.length > 0 && this.random.below(3) === 0 ? this.random.below(count) : -1;
    for (let i = 0; i < count; i++) {
      if (this.random.below(6) === 0) text += `${margin}# c${++this.comments}\n`;
      if (i === mergeAt) {
        const sources = [this.random.pick(mappings), this.random.pick(mappings)].map(({ name }) => `*${name}`);
        text += `${margin}${this.random.pick([`<<: ${sources[0]}`, `<<: [${sources.join(", ")}]`, `? <<\n${margin}: ${sources[0]}`])}\n`;
      }
      text += `${margin}${this.key()}: ${this.blockValue(indent, depth)}`;
    }
    return text;
  }

  private blockSequence(indent: number, depth: number): string {
    const margin = " ".repeat(indent);
    return Array.from({ length: 1 + this.random.below(3) }, () => {
      if (depth > 0 && this.random.below(4) === 0) {
        // A mapping that begins in the dash's line.
        const mapping = this.blockMapping(indent + 2, depth - 1);
        if (!/^\s*#/.test(mapping)) return `${margin}- ${mapping.slice(indent + 2)}`;
        return `${margin}-\n${mapping}`;
      }
      return `${margin}- ${this.blockValue(indent, depth)}`;
    }).join("");
  }

  private blockScalar(indent: number): string {
    const { text, use } = this.anchor(false);
    use();
    const inner = " ".repeat(indent + 2);
    const lines = Array.from({ length: 1 + this.random.below(4) }, () => this.random.pick(LINES));
    const first = lines.find((line) => line !== "");
    const indicator = first?.startsWith(" ") ? "2" : "";
    if (first === undefined) lines.push("text");
    const header = `${this.random.pick(["|", ">"])}${indicator}${this.random.pick(["", "-", "+"])}`;
    const body = lines.map((line) => (line === "" ? "\n" : `${inner}${line}\n`)).join("");
    return `${text}${header}${this.comment()}\n${body}${"\n".repeat(this.random.below(3))}`;
  }

  private flowValue(depth: number, inFlow: boolean): string {
    const kind = this.random.below(depth > 0 ? 12 : 9);
    if (kind === 0 && this.anchors.length > 0) return `*${this.random.pick(this.anchors).name} `;
    const { text, use } = this.anchor(kind >= 11);
    let value: string;
    if (kind < 4) value = this.quoted();
    else if (kind < 8)
      value = this.random.pick(inFlow ? ["a", "$(A)", "x$(B)"] : ["a", "$(A)", "x $(B) y", "a,b", "a:b"]);
    else if (kind === 8) value = this.random.pick(OTHERS);
    else if (kind < 11) {
      const items = Array.from({ length: this.random.below(4) }, () => this.flowValue(depth - 1, true));
      value = `[${items.join(this.random.pick([", ", ","]))}]`;
    } else {
      const mappings = this.anchors.filter(({ isMapping }) => isMapping);
      const merge =
        mappings.length > 0 && this.random.below(3) === 0 ? [`<<: *${this.random.pick(mappings).name} `] : [];
      const entries = Array.from(
        { length: this.random.below(3) },
        () => `${this.key()}: ${this.flowValue(depth - 1, true)}`,
      );
      value = `{${[...merge, ...entries].join(", ")}}`;
    }
    use();
    return text + value;
  }

  private quoted(): string {
    const value = this.random.pick(STRINGS);
    if (this.random.below(2) === 0) return `'${value.replaceAll("'", "''")}'`;
    return JSON.stringify(value);
  }

  private key(): string {
    // Names come again in other mappings, so that merges meet keys that are there; never in the same one.
    const name = this.random.pick(["k", "name", "value"]) + (++this.keys % 7);
    return this.random.pick([name, `"${name}"`]);
  }
}
