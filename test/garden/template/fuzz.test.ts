import { expect, test } from "vitest";
import { resolveTemplateString, TemplateError } from "../../../src/index.ts";
import { fuzzCases, Random } from "../../reference/random.ts";
import { evaluateParts, Fault, Missing, Printer } from "../../reference/template.ts";
import { CONTEXT, randomParts } from "./trees.ts";

const seed = Number(process.env.VAREXPAND_SEED ?? 1);

/** What comes out: a value, or the kind of the error and the missing key. */
function outcome(action: () => unknown): unknown {
  try {
    return { value: action() };
  } catch (error) {
    if (error instanceof TemplateError) return { error: error.code, key: error.key };
    if (error instanceof Missing) return { error: "missing-key", key: error.key };
    if (error instanceof Fault) return { error: error.code, key: undefined };
    throw error;
  }
}

test("seeded trees: the same values and errors as the reference's", () => {
  const random = new Random(seed);
  const printer = new Printer(() => (random.below(4) === 0 ? random.pick([" ", "  ", "\t", "\n"]) : ""));
  const seen = new Set<unknown>();
  for (let i = 0; i < fuzzCases(5_000); i++) {
    const parts = randomParts(random, random.below(5));
    const template = printer.template(parts);
    const expected = outcome(() => evaluateParts(parts, CONTEXT));
    const found = outcome(() => resolveTemplateString(template, CONTEXT));
    expect(found, `seed ${seed}, case ${i}: ${JSON.stringify(template)}`).toStrictEqual(expected);
    seen.add((found as { error?: string }).error ?? "value");
  }
  expect([...seen].sort()).toStrictEqual(["function", "missing-key", "type", "value"]);
});

const TOKENS = [
  ..."${ ${ ${if ${else} ${endif} $${ } } }? ( ) [ ] , . ? : ! + - * / % < <= > >= == != && || contains typeof null true".split(
    " ",
  ),
  ..."1 0.5 0x1f 007 'a' \"b\" '${ ' \\ \\n a.b table list[0] upper( item if else _ é \u2028".split(" "),
  " ",
  " ",
  "\n",
];

test("seeded token soup: a value or an error with a place, nothing else", () => {
  const random = new Random(seed);
  const codes = new Set<string>();
  for (let i = 0; i < fuzzCases(20_000); i++) {
    let template = "${";
    for (let length = random.below(20); length > 0; length--) template += random.pick(TOKENS);
    if (random.below(4) > 0) template += "}";
    try {
      resolveTemplateString(template, CONTEXT);
    } catch (error) {
      expect(error, `seed ${seed}: ${JSON.stringify(template)}`).toBeInstanceOf(TemplateError);
      const { code, offset, line, column } = error as TemplateError;
      codes.add(code);
      const before = template.slice(0, offset).split("\n");
      expect([line, column], `seed ${seed}: ${JSON.stringify(template)}`).toStrictEqual([
        before.length,
        [...before.at(-1)!].length + 1,
      ]);
    }
  }
  expect(codes).toContain("parse");
});
