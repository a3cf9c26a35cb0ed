/** The precedence of binary operators. */
import { expect, test } from "vitest";
import { resolveTemplateString, TemplateError } from "../../../../src/index.ts";

/** From the loosest to the tightest, as in JavaScript. */
const LEVELS = [["||"], ["&&"], ["==", "!="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "/", "%"]];
const OPERATORS = LEVELS.flatMap((operators, level) => operators.map((operator) => ({ operator, level })));
const VALUES = ["false", "true", "2", "7"];

/** The value of an expression, or the code of its error. */
function outcome(expression: string): unknown {
  try {
    return resolveTemplateString(`\${${expression}}`, {});
  } catch (error) {
    if (error instanceof TemplateError) return error.code;
    throw error;
  }
}

/** Every `a FIRST b SECOND c` that is not grouped as expected, and how many can show how they are grouped. */
function compared(first: (typeof OPERATORS)[number], second: (typeof OPERATORS)[number]) {
  const wrong: string[] = [];
  let telling = 0;
  for (const a of VALUES)
    for (const b of VALUES)
      for (const c of VALUES) {
        const ofLeft = outcome(`(${a} ${first.operator} ${b}) ${second.operator} ${c}`);
        const ofRight = outcome(`${a} ${first.operator} (${b} ${second.operator} ${c})`);
        const expression = `${a} ${first.operator} ${b} ${second.operator} ${c}`;
        const expected = first.level >= second.level ? ofLeft : ofRight;
        if (!Object.is(outcome(expression), expected)) wrong.push(expression);
        if (!Object.is(ofLeft, ofRight)) telling++;
      }
  return { wrong, telling };
}

test.each(OPERATORS)("$operator before any operator", (first) => {
  const results = OPERATORS.map((second) => compared(first, second));
  expect(results.flatMap(({ wrong }) => wrong)).toEqual([]);
  const others = results.filter((_, i) => OPERATORS[i]!.level !== first.level);
  expect(others.every(({ telling }) => telling > 0)).toBe(true);
});
