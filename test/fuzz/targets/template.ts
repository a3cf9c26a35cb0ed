/**
 * Template strings have the parts of the reference. Resolving returns a value or throws a `TemplateError` with a position.
 * Resolving in two steps has the same result as in one.
 */
import assert from "node:assert/strict";
import { templateParts } from "../../../src/garden/template/syntax/parts.ts";
import { compileTemplate, resolveTemplateString, resolveTemplates, TemplateError } from "../../../src/index.ts";
import { referenceParts } from "../../reference/template-parts.ts";
import { type FuzzInput, type FuzzTarget, isLeaked, seedOf, tenantsOf } from "../input.ts";

const KNOWN = {
  one: 1,
  half: 0.5,
  text: "abc",
  empty: "",
  yes: true,
  no: false,
  nothing: null,
  list: [1, "a", [2, null], { key: "v" }],
};
const LATER = { later: 7, late: { map: { a: "b", deep: [3] }, text: "ef", no: false } };

function run(input: FuzzInput): void {
  const { text, values } = input;
  assert.deepEqual(templateParts(text), referenceParts(text));
  const tenants = tenantsOf(values);
  for (const variables of [...tenants, tenants[0]]) {
    const known = { ...KNOWN, var: Object.fromEntries(variables) };
    const context = { ...known, ...LATER };
    const wanted = outcomeOf(text, () => resolveTemplateString(text, context));
    assert.ok(variables === tenants[1] || !isLeaked(wanted, input), "a value of the other tenant");
    assert.deepEqual(
      outcomeOf(text, () => compileTemplate(text).resolve(context)),
      wanted,
    );
    const partial = outcomeOf(text, () => resolveTemplateString(text, known, { partial: true }));
    compareFinished(partial, wanted, context);
    const document = documentOf(text);
    if (document === undefined) continue;
    compareFinished(
      outcomeOf(undefined, () => resolveTemplates(document, known, { partial: true })),
      outcomeOf(undefined, () => resolveTemplates(document, context)),
      context,
    );
  }
}

function compareFinished(partial: Outcome, wanted: Outcome, context: Record<string, unknown>): void {
  if (!("value" in partial) || !("value" in wanted)) return;
  const finished = outcomeOf(undefined, () => resolveTemplates(partial.value, context));
  assert.deepEqual(finished, wanted, `${JSON.stringify(partial.value)}, finished, is ${JSON.stringify(finished)}`);
}

function documentOf(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Outcome = { readonly value: unknown } | { readonly code: string; readonly key: string | undefined };

function outcomeOf(source: string | undefined, action: () => unknown): Outcome {
  try {
    return { value: action() };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { code, key, line, column, offset, message } = error;
    assert.match(message, /^[^\0-\x1f\x7f-\x9f]*$/);
    if (source !== undefined && offset !== undefined) {
      const before = source.slice(0, offset).split("\n");
      assert.deepEqual([line, column], [before.length, [...before.at(-1)!].length + 1]);
    }
    return { code, key };
  }
}

export const templateTarget: FuzzTarget = {
  name: "template",
  tokens: [
    ..."${|${ |${if |${else}|${endif}|$${|}|}?|(|)|[|]|,|.| ? | : |!|+|-|*|/|%|<|<=|>|>=|==|!=|&&|contains |typeof ".split(
      "|",
    ),
    ...[
      "||",
      "null",
      "true",
      "1",
      "0.5",
      "0x1f",
      "007",
      "'a'",
      '"b"',
      "'${ '",
      "'${text}'",
      "\\",
      "\\n",
      "{",
      "\n",
      " ",
      "\u2028",
      ...[
        '{"$if":"${late.no}",',
        '"$then":',
        '"$else":',
        '{"$concat":',
        '{"$merge":',
        '{"$forEach":',
        '"$return":',
        '"$filter":',
      ],
    ],
    ...["one", "half", "text", "empty", "yes", "no", "nothing", "list", "list[0]", "list[3].key", "var.A"],
    ...["var.B", "later"],
    ...["late.map", "late.map.deep[0]", "late.text", "late.no", "none", "toString", "__proto__", "${later}"],
    ...["${var.A}", "${text}"],
    ..."base64Encode base64Decode camelCase concat cidr formatDate indent isEmpty join jsonDecode jsonEncode kebabCase lower"
      .concat(" replace sha256 shift slice split string trim upper uuidv4 yamlDecode yamlEncode hash")
      .split(" ")
      .map((name) => `${name}(`),
  ],
  seeds: [
    seedOf('{"a":{"$if":"${yes}","$then":"x","$else":"${later}"},"b":[{"$concat":"${list}"},1]}'),
    seedOf(
      '{"$merge":{"a":"${text}"},"b":{"$forEach":"${list}","$filter":"${item.value == 1}","$return":"${item.key}"}}',
    ),
    seedOf("a-${var.A}-${later}-${late.map.a}?$${x}"),
    seedOf("${if yes && late.no}b${else}${upper(text)}${endif}"),
    seedOf("${list[0] + 1 == 2 ? join([text, 'x'], '-') : null || typeof half}"),
    seedOf("${replace(text, 'b', late.text)} ${slice('abcd', 1, 2)} ${split('a,b', ',')[0]}"),
    seedOf(
      "${jsonDecode('{\"a\":[1]}').a[0]} ${yamlEncode(list)} ${formatDate('2026-01-02', 'yyyy')} ${camelCase(\"a b\")}",
    ),
  ],
  run,
};
