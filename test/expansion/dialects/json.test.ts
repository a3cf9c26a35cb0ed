/** Strings of JSON text in a dialect: where they end, what changes, and the places of what is not set. */
import { expect, test } from "vitest";
import { SubstitutionError } from "../../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import { ChunkExpander } from "../../../src/expansion/streams/chunk-expander.ts";

const compose = new Substitution("compose", { A: 'a"\n', B: "é" });

function streamOf(pieces: readonly string[]) {
  const outputs: Uint8Array[] = [];
  const unset: string[] = [];
  const sink = {
    output: (bytes: Uint8Array) => void outputs.push(bytes.slice()),
    unresolved: (name: Uint8Array, offset: number) => void unset.push(`${Buffer.from(name)}@${offset}`),
  };
  const stream = new ChunkExpander(compose, sink, { format: "json" });
  for (const piece of pieces) stream.push(Buffer.from(piece, "latin1"));
  return { stream, result: () => [Buffer.concat(outputs).toString(), ...unset] };
}

test.each<[text: string, output: string, ...unset: string[]]>([
  ["", ""],
  ["$A", "$A"],
  ['"$A"', '"a\\"\\n"'],
  ['{"$B": ["x$B", "$B"], "y": "$B"}', '{"é": ["xé", "é"], "y": "é"}'],
  ['"" "$B" ""', '"" "é" ""'],
  // Escape sequences.
  ['"\\u0024B \\u0041"', '"é A"'],
  ['"\\u0041 $"', '"\\u0041 $"'],
  ['"\\u0041 $$"', '"A $"'],
  ['"\\"$B" $B', '"\\"é" $B'],
  ['"\\\\" $B "\\\\$B"', '"\\\\" $B "\\\\é"'],
  ['"$\\u007bB}"', '"é"'],
  // A string ends in its line, and is left as it is if it is not valid.
  ['"$B', '"$B'],
  ['"$B\n"$B"', '"$B\n"é"'],
  ['"\\\n"$B"', '"\\\n"é"'],
  ['"$B\\\n"$B"', '"$B\\\n"é"'],
  ['"$B\\"', '"$B\\"'],
  ['"$B\\', '"$B\\'],
  ['"\\x$B" "$B"', '"\\x$B" "é"'],
  ['"\\u24$B" "$B"', '"\\u24$B" "é"'],
  ['"\t$B" "$B"', '"\t$B" "é"'],
  // Variables that are not set are at their dollar signs, in bytes.
  ['"x$U" "${V}y"', '"x" "y"', "U@2", "V@7"],
  ['é "é\\u00e9\\n$U\\u0024U" "$W"', 'é "éé\\n" ""', "U@14", "U@16", "W@26"],
  ['"😀\\ud83d\\ude00\\"${X:-$U}$B"', '"😀😀\\"é"', "U@24"],
])("%s", (text, output, ...unset) => {
  const bytes = Buffer.from(text).toString("latin1");
  for (let cut = 0; cut <= bytes.length; cut++) {
    const { stream, result } = streamOf([bytes.slice(0, cut), bytes.slice(cut)]);
    stream.end();
    expect(result(), `${cut}`).toEqual([output, ...unset]);
  }
});

test.each([
  ['["$B", ', 7],
  ['["$B", "', 7],
  ['["$B", "b', 7],
  ['["$B", "b\\', 7],
  ['["$B", "b\\"', 7],
  ['["$B", "b"', 10],
  ['"$B\n', 4],
  ['"$B" $B', 7],
])("of %j, %d bytes are expanded before the rest comes", (text, consumed) => {
  expect(streamOf([text]).stream.consumed).toBe(consumed);
});

test.each([
  ['["${U?m}"]', 2],
  ['["$B", "\\u00e9\\n${U?m}"]', 16],
])("the offset of an error: %s", (text, offset) => {
  for (const pieces of [[text], [text.slice(0, 7), text.slice(7)]]) {
    const run = () => streamOf(pieces).stream.end();
    expect(run).toThrow(SubstitutionError);
    expect(run).toThrow(expect.objectContaining({ reason: "required", variable: "U", offset }));
  }
});
