/** `$$` in a value that may have lost a dollar. */

import { expand } from "../../../expansion/expand.ts";
import type { ContainerTrace, TracedUse } from "../../../kubernetes/pod/trace/types.ts";
import type { ManifestPath } from "../../../kubernetes/pod/types.ts";
import { stringAt } from "../../pod-place.ts";
import { container, type UseRule } from "../rule.ts";

export const lostDollar: UseRule = {
  id: "lost-dollar",
  severity: "note",
  short: "two dollars become one",
  full: `In a value of \`env\`, \`$$\` is an escaped dollar: \`pa$$word\` becomes \`pa$word\`. If the value was copied from elsewhere, a
character is lost. Both readings are possible, so there is no fix: write \`pa$$$$word\` for two dollars, or tell the rule
that one is meant with a comment: \`# varexpand-ignore lost-dollar: one dollar is meant\`.`,
  triggers: container(`env:
- name: PASSWORD
  value: pa$$word`),
  passes: container(`env:
- name: PASSWORD
  value: pa$$$$word`),
  verdicts: ["escaped"],
  check(use, trace, { place }) {
    let dollars = dollarsOf.get(trace);
    if (dollars === undefined) {
      dollars = new LostDollars(trace);
      dollarsOf.set(trace, dollars);
    }
    if (!dollars.isLost(use, () => stringAt(place, use.path))) return undefined;
    return { message: "$$ becomes a single $; write $$$$ if two are meant" };
  },
};

const dollarsOf = new WeakMap<ContainerTrace, LostDollars>();

/** How many values with a dollar a text is compared with. */
const MOST_VALUES = 100;

/** The uses of one container, in their order: what is known of a text is found out once. */
class LostDollars {
  private readonly found: readonly ValueWithDollar[];
  private last: { readonly path: ManifestPath; readonly text: WrittenText | undefined } | undefined;

  constructor(container: ContainerTrace) {
    this.found = valuesWithDollar(container);
  }

  /**
   * Whether two dollars in a literal value of `env` become one, and nothing says that this is meant: not in a row of
   * more, not before `(`, and not in the value of another variable, which the text has in place of a reference if
   * `varexpand pod` has printed it.
   *
   * @param textOf the whole value as it is written
   */
  isLost({ path, source, start, end, name }: TracedUse, textOf: () => string | undefined): boolean {
    if (source !== undefined || path.at(-1) !== "value" || path.at(-3) !== "env") return false;
    if (name !== "" || end - start !== 2) return false;
    if (this.last?.path !== path) {
      const text = textOf();
      this.last = { path, text: text === undefined ? undefined : new WrittenText(text, this.valuesBeside(path)) };
    }
    const written = this.last.text;
    if (written === undefined) return false;
    const { text } = written;
    return text[start - 1] !== "$" && text[end] !== "$" && text[end] !== "(" && !written.isInValue(start);
  }

  /** The values of the container's other variables that have a dollar. */
  private valuesBeside(path: ManifestPath): string[] {
    const own = path.slice(0, -1).join("/");
    const others = this.found.filter((each) => each.path !== own);
    return others.slice(0, MOST_VALUES).map(({ value }) => value);
  }
}

/** A value as it is written, and where it has the values of other variables. */
class WrittenText {
  readonly text: string;
  /** For each character of the text without its escapes: whether it is in such a value. */
  private readonly isCovered: Uint8Array;
  private readUpTo = 0;
  private unescapedUpTo = 0;

  constructor(text: string, values: readonly string[]) {
    this.text = text;
    const whole = unescaped(text);
    this.isCovered = new Uint8Array(whole.length);
    for (const value of values) {
      let covered = 0;
      for (let at = whole.indexOf(value); at !== -1; at = whole.indexOf(value, at + 1)) {
        this.isCovered.fill(1, Math.max(at, covered), at + value.length);
        covered = at + value.length;
      }
    }
  }

  /** Whether the `$$` at an offset is in such a value; offsets ascend. */
  isInValue(start: number): boolean {
    this.unescapedUpTo += unescaped(this.text.slice(this.readUpTo, start)).length;
    this.readUpTo = start;
    return this.isCovered[this.unescapedUpTo] === 1;
  }
}

/** The text with each `$$` as `$`; references stay. */
function unescaped(text: string): string {
  return expand(text, (name) => `$(${name})`);
}

interface ValueWithDollar {
  readonly path: string | undefined;
  readonly value: string;
}

/** Values that have a dollar: one more than are compared, as one of them may be the text's own. */
function valuesWithDollar({ definitions }: ContainerTrace): ValueWithDollar[] {
  const found: ValueWithDollar[] = [];
  for (const { path, value } of definitions) {
    if (value === undefined || !value.includes("$")) continue;
    if (found.push({ path: path?.join("/"), value }) > MOST_VALUES) break;
  }
  return found;
}
