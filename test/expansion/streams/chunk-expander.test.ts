/** What the formats of streams have in common. */
import { describe, expect, test } from "vitest";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import { ChunkExpander, type ChunkOptions, Environment } from "../../../src/index.ts";

const TEXTS: [format: ChunkOptions["format"], text: string][] = [
  ["text", "a $(A) ${A} $(NONE)$(A)${A}"],
  ["json", '{"$(A)${A}": "$(A) ${A}", "b": ["${A}","$(A)", "$(NONE)"]}'],
  ["yaml", '---\na: $(A) x\n---\n"$(A) ${A}"\n---\n---\n# c\n---\n- \'$(A)\'\n- "${A}"\n'],
];
const ENVIRONMENTS = [new Environment({ A: "v" }), new Substitution("flux", { A: "v" }, { strict: false })] as const;

describe.each(TEXTS)("%s", (format, text) => {
  test.each(ENVIRONMENTS)("the sink receives no empty pieces, wherever the input is cut: %o", (environment) => {
    const input = Buffer.from(text);
    const outputs = new Set<string>();
    for (let cut = 0; cut <= input.length; cut++) {
      const pieces: Buffer[] = [];
      const stream = new ChunkExpander(environment, { output: (bytes) => pieces.push(Buffer.from(bytes)) }, { format });
      for (const piece of [input.subarray(0, cut), input.subarray(cut), input.subarray(0, 0)]) stream.push(piece);
      stream.end();
      expect(pieces.every((piece) => piece.length > 0)).toBe(true);
      outputs.add(Buffer.concat(pieces).toString());
    }
    expect([...outputs]).toEqual([text.replaceAll(environment instanceof Environment ? "$(A)" : "${A}", "v")]);
  });

  test("all of the input is consumed at the end", () => {
    const stream = new ChunkExpander(ENVIRONMENTS[0], { output() {} }, { format });
    expect(stream.consumed).toBe(0);
    stream.push(Buffer.from(text));
    stream.end();
    expect(stream.consumed).toBe(Buffer.byteLength(text));
  });

  test("nothing comes out of nothing", () => {
    const stream = new ChunkExpander(ENVIRONMENTS[0], { output: () => expect.unreachable() }, { format });
    stream.end();
  });
});
