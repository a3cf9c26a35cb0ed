/** `$$` in a value, where two dollars may be intended. */

import { expand } from "../../../expansion/expand.ts";
import { grouped } from "../../../text/grouped.ts";
import { stringAt } from "../../pod-place.ts";
import { container } from "../example.ts";
import type { Rule } from "../rule.ts";

export const lostDollar: Rule<"container"> = {
  id: "lost-dollar",
  severity: "note",
  short: "two dollars become one",
  full: `In a value of \`env\`, \`$$\` is an escaped dollar: \`pa$$word\` becomes \`pa$word\`. If the value was copied from elsewhere, a
character is lost. Both readings are possible, so there is no fix. Write \`pa$$$$word\` for two dollars. If one is
intended, add a comment: \`# varexpand-ignore lost-dollar: one dollar is intended\`.`,
  triggers: container(`env:
- name: PASSWORD
  value: pa$$word`),
  passes: container(`env:
- name: PASSWORD
  value: pa$$$$word`),
  sees: "container",
  check({ pod: { place }, trace: { definitions, uses } }) {
    const values = definitions.flatMap(({ path, value }) =>
      value?.includes("$") ? { path: path?.join("/"), value } : [],
    );
    const escaped = uses.filter(({ end, name, path, source, start, verdict }) => {
      if (verdict !== "escaped" || source !== undefined || path.at(-1) !== "value" || path.at(-3) !== "env")
        return false;
      return name === "" && end - start === 2;
    });
    const message = "$$ becomes a single $; write $$$$ if two are intended";
    return [...grouped(escaped, ({ path }) => path)].flatMap(([path, candidates]) => {
      const text = stringAt(place, path);
      if (text === undefined) return [];
      const own = path.slice(0, -1).join("/");
      const others = values.filter((each) => each.path !== own).slice(0, MAX_VALUES);
      const isPrinted = coverage(
        text,
        others.map(({ value }) => value),
      );
      const lost = candidates.filter(
        ({ end, start }) => text[start - 1] !== "$" && text[end] !== "$" && text[end] !== "(" && !isPrinted(start),
      );
      return place.rangesIn(path, lost).map((range) => ({ ...range, path: place.pathOf(path), message }));
    });
  },
};

/** How many values with a dollar a text is compared with. */
const MAX_VALUES = 100;

/**
 * Whether the `$$` at an offset is part of another variable's value, as in the output of `varexpand pod`. Offsets must
 * ascend.
 */
function coverage(text: string, values: readonly string[]): (start: number) => boolean {
  const whole = unescaped(text);
  const isCovered = new Uint8Array(whole.length);
  for (const value of values) {
    let covered = 0;
    for (let at = whole.indexOf(value); at !== -1; at = whole.indexOf(value, at + 1)) {
      isCovered.fill(1, Math.max(at, covered), at + value.length);
      covered = at + value.length;
    }
  }
  let readUpTo = 0;
  let unescapedUpTo = 0;
  return (start) => {
    unescapedUpTo += unescaped(text.slice(readUpTo, start)).length;
    readUpTo = start;
    return isCovered[unescapedUpTo] === 1;
  };
}

/** The text with each `$$` as `$`. References are unchanged. */
function unescaped(text: string): string {
  return expand(text, (name) => `$(${name})`);
}
