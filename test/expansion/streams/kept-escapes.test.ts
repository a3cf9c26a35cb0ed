import { describe, expect, test } from "vitest";
import { Environment } from "../../../src/expansion/environment.ts";
import { JsonStream, TextStream } from "../../../src/expansion/streams/reference-stream.ts";
import { YamlStream } from "../../../src/expansion/streams/yaml-stream.ts";

/** What text expands to with `A`, and only that, for a later expansion; whatever the pieces are. */
function expanded(Stream: typeof TextStream | typeof JsonStream | typeof YamlStream, text: string): string[] {
  const input = new Uint8Array(Buffer.from(text, "latin1"));
  return Array.from({ length: input.length }, (_, i) => {
    const environment = new Environment({ A: "1" });
    environment.keepsEscapes = true;
    let output = "";
    const stream = new Stream(environment, {
      output(bytes) {
        output += Buffer.from(bytes).toString("latin1");
      },
    });
    for (let at = 0; at < input.length; at += i + 1) stream.push(input.subarray(at, at + i + 1));
    stream.end();
    return output;
  });
}

const once = (outputs: string[]) => [...new Set(outputs)];

describe("escaped dollar signs do not change", () => {
  test.each([
    ["$$", "$$"],
    ["$$$(A)$$(A)$$$$(A)$$$$$(A)", "$$1$$(A)$$$$(A)$$$$1"],
    ["$(B)$$$(B)", "$(B)$$$(B)"],
    ["$\xff $\xc3 $\xc3\xa9", "$\xff $\xc3 $\xc3\xa9"],
    [`${"$$".repeat(100)}$(A)`, `${"$$".repeat(100)}1`],
    ["$(x$$)$$(y", "$(x$$)$$(y"],
  ])("bytes: %s", (text, output) => {
    expect(once(expanded(TextStream, text))).toEqual([output]);
  });

  test.each([
    ['"$$"', '"$$"'],
    ['"$$$(A)$$(A)"', '"$$1$$(A)"'],
    ['"\\u0024$" "$\\u0024" "\\u0024\\u0024(A)"', '"$$" "$$" "$$(A)"'],
    ['"\\u0024(A) \\u0024(B) \\u0024x"', '"1 $(B) $x"'],
  ])("JSON: %s", (text, output) => {
    expect(once(expanded(JsonStream, text))).toEqual([output]);
  });

  test.each([
    ["a: $$ # $$\n", "a: $$ # $$\n"],
    ["a: x$$(A)$(A)\n", "a: x$$(A)1\n"],
    ["a: '$$''$(A)'\nb: |\n  $$$(A)\n  $$(A)\n", "a: '$$''1'\nb: |\n  $$1\n  $$(A)\n"],
    ['a: "\\x24$ $(A)\\x24(A) $$(\\"A)"\n', 'a: "$$ 11 $$(\\"A)"\n'],
    ["a: $(B)$$$(A)$(\n", "a: $(B)$$1$(\n"],
  ])("YAML: %j", (text, output) => {
    expect(once(expanded(YamlStream, text))).toEqual([output]);
  });
});

test.each([["$$"], ["$$(A$$B) $$"], ["$(A$$\nB)$$"], ["$()$$()"], ["$(A) $(B$$"], ["$(A$$"]])(
  "the value of a scalar is expanded as text is: %j",
  (value) => {
    const environment = new Environment({ A: "1", "": "2" });
    environment.keepsEscapes = true;
    expect(environment.expandScalar(value).value).toBe(
      Buffer.from(environment.expandBytes(Buffer.from(value))).toString(),
    );
  },
);
