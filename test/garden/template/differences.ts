import type { Expectation } from "./garden.ts";

interface Difference {
  readonly input: string;
  readonly expected: Expectation;
  readonly reason: string;
}

const ANY_EXPRESSION = "extension: `.key` and `[key]` on any expression except a literal; Garden: on lookups only";
const LINE_BREAKS = "extension: line breaks are white space inside `${ }`; Garden: no template";

/**
 * Where the result is another one than the vectors', on purpose. Nothing else is left out of the vector test.
 *
 * The other extensions (a sign on numbers, `number()` and `boolean()`, "did you mean") change no vector.
 */
export const DIFFERENCES: Readonly<Record<string, Difference>> = {
  "p-s0574": { input: "${(var).region}", expected: { output: "eu-west" }, reason: ANY_EXPRESSION },
  "p-s0735": { input: "${f(1).region}", expected: error("function"), reason: `${ANY_EXPRESSION}; there is no f()` },
  "p-s0736": { input: "${f(1)[0]}", expected: error("function"), reason: `${ANY_EXPRESSION}; there is no f()` },
  "p-s0689": { input: "${\n'eu-west'\n}", expected: { output: "eu-west" }, reason: LINE_BREAKS },
  "p-s0690": { input: "${'eu-west'\n}", expected: { output: "eu-west" }, reason: LINE_BREAKS },
  "p-s0691": { input: "${var.region ||\n'x'}", expected: { output: "eu-west" }, reason: LINE_BREAKS },
  "p-s0791": {
    input: "${replace('abc', 'b', '$&$&')}",
    expected: { output: "a$&$&c" },
    reason: "the replacement is text; Garden takes $& and the like for references to the match",
  },
  "p-s0844": {
    input: "${slice('abcdefghijkl', 0, 0)}",
    expected: { output: "" },
    reason: "an end of 0 is an end; Garden takes it for none",
  },
  "p-s0918": {
    input: "${yamlEncode([var.settings, var.settings], true)}",
    expected: { output: "---\nprimary: gamma\nbackup: 7\n---\nprimary: gamma\nbackup: 7\n" },
    reason: "a line break follows `---`; without one, as in Garden, the text is another YAML",
  },
  "p-d1187": {
    input: '{"$forEach":"${range(1, 3)}","$return":"${item.value}"}',
    expected: { output: [1, 2, 3] },
    reason: "range() came with 0.14.9; the release that was recorded does not know it",
  },
};

function error(code: string): Expectation {
  return { error: { code, path: undefined, key: undefined } };
}
