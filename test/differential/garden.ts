/**
 * Garden's templates against the evaluators of two releases. `VAREXPAND_GARDEN` is a folder with a checkout of Garden for each
 * of them, `0.13` and `0.14`, in which `npm install` and `npm run build` have run.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { inspect } from "node:util";
import { deserialize, serialize } from "node:v8";
import { functionNames } from "../../src/garden/template/functions/index.ts";
import { resolveTemplates, TemplateError } from "../../src/index.ts";
import { templateTarget } from "../fuzz/targets/template.ts";
import { randomDocument } from "../garden/template/documents.ts";
import { CONTEXT, randomParts } from "../garden/template/trees.ts";
import type { Random } from "../reference/random.ts";
import { Printer } from "../reference/template.ts";
import type { Suite } from "./suite.ts";

const FOLDER = process.env.VAREXPAND_GARDEN;

const VALUES = {
  ...CONTEXT,
  late: { map: { a: "b", deep: [3] }, text: "ef", no: false },
  evil: { text: "${a}", dollar: "$", dollars: "$$", brace: "{a}", query: "?x=1", map: { $if: "${a}" }, list: ["$$"] },
  date: "2026-01-02T03:04:05Z",
  json: '{"a": [1, null]}',
  yaml: "a: 1\n---\n- b\n",
};

const FUNCTIONS = functionNames();
const LOOKUPS = Object.keys(VALUES);
const LITERALS = [
  ...["0", "1", "-1", "2.5", "true", "null", "[]", "['a', 1]", "''", "'a'", "'b'", "'-'", "'a-b c'"],
  ...["'days'", "'years'", "'yyyy-MM-dd HH:mm'"],
];

function call(random: Random): string {
  const argument = () => (random.below(8) === 0 ? call(random) : random.pick(random.below(2) ? LOOKUPS : LITERALS));
  return `${random.pick(FUNCTIONS)}(${Array.from({ length: random.below(4) }, argument).join(", ")})`;
}

function make(random: Random): unknown {
  switch (random.below(4)) {
    case 0:
      return randomDocument(random, random.below(4), ["late", "later"]);
    case 1:
      return `\${${call(random)}}`;
    case 2:
      return `\${${Array.from({ length: random.below(12) }, () => random.pick(templateTarget.tokens!)).join("")}}`;
    default: {
      const printer = new Printer(() => (random.below(4) === 0 ? random.pick([" ", "\t"]) : ""));
      return printer.template(randomParts(random, random.below(5)));
    }
  }
}

/** A value as text. */
function shown(value: unknown): string {
  const plain = deserialize(serialize(value));
  return inspect(plain, {
    depth: null,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: Number.POSITIVE_INFINITY,
    compact: true,
  });
}

/** Documents whose results can differ on purpose: see docs/garden.md. */
const DIFFERENT = [
  // Random results, and what all objects have, which Garden sees.
  /uuidv4|toString|__proto__/,
  /"\$forEach":[[{]/,
  /"\$forEach".*"\$forEach".*item/,
  /slice\(.*, (0|zero)/,
  /yamlEncode\(.*, (true|yes)/,
];

const DIFFERENT_ERRORS = [
  /^"\+" requires/,
  /^the right operand of "contains" .* undefined$/,
  /^\$concat must be the only key/,
  /modifyDateUtc.*the date must be/,
];

/** What varexpand answers; undefined if Garden's answer differs on purpose. */
function resolved(document: unknown, optionalSuffix: boolean): string | null | undefined {
  const text = JSON.stringify(document);
  if (DIFFERENT.some((pattern) => pattern.test(text))) return undefined;
  try {
    const result = shown(resolveTemplates(document, VALUES, { strict: true, optionalSuffix }));
    return text.includes("range(") && result.includes("[]") ? undefined : result;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    if (error.code === "limit" || DIFFERENT_ERRORS.some((pattern) => pattern.test(error.reason))) return undefined;
    // Strict syntax rejects wrong operators also where they are not used.
    if (error.code === "structure" && isResolved(document, optionalSuffix)) return undefined;
    return null;
  }
}

function isResolved(document: unknown, optionalSuffix: boolean): boolean {
  try {
    resolveTemplates(document, VALUES, { optionalSuffix });
    return true;
  } catch {
    return false;
  }
}

function suite(release: string, optionalSuffix: boolean): Suite<unknown> {
  return {
    name: `garden ${release}`,
    missing: FOLDER === undefined ? "set VAREXPAND_GARDEN" : undefined,
    batch: 5_000,
    make,
    ours: (document) => resolved(document, optionalSuffix),
    theirs(documents) {
      const program = join(process.cwd(), "test/reference/garden.js");
      const input = serialize({ context: VALUES, documents });
      const options = { input, maxBuffer: 1 << 28, stdio: "pipe" as const };
      const output = execFileSync(process.execPath, [program, join(FOLDER!, release)], options);
      const results: ({ output: unknown } | { error: string })[] = deserialize(output);
      return results.map((result) => ("error" in result ? null : shown(result.output)));
    },
  };
}

export const gardenSuites = [suite("0.13", true), suite("0.14", false)];
