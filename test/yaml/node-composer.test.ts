/** The nodes of documents with all of their fields. */
import { expect, test } from "vitest";
import type { Node } from "../../src/yaml/node.ts";
import { parseManifest } from "../../src/yaml/parse.ts";

/** One line for each node: its offsets, text, size, and the details of scalars. */
function* linesOf(text: string, node: Node): Generator<string> {
  const shown = `${node.start}-${node.end} ${JSON.stringify(text.slice(node.start, node.end))} x${node.size}`;
  if (node.kind !== "scalar") yield `${node.kind} ${shown}`;
  if (node.kind === "sequence") for (const item of node.items) yield* linesOf(text, item);
  if (node.kind === "mapping") {
    for (const { keyNode, node: value } of node.entries) yield* [...linesOf(text, keyNode), ...linesOf(text, value)];
  }
  if (node.kind !== "scalar") return;
  const { style, inFlow, tag, tagStart, contentStart, indent } = node;
  const tagged = tagStart === -1 && tag === "" ? "" : ` ${tag} at ${tagStart}`;
  const where = `${style}${inFlow ? " in flow" : ""}${indent === -1 ? "" : ` indented ${indent}`}`;
  yield `${where} ${shown} from ${contentStart}${tagged}`;
}

test.each<[string, string[]]>([
  [
    "a: !!str &x 'b'\nc: [*x , !x d]\n",
    [
      "mapping 0-30 \"a: !!str &x 'b'\\nc: [*x , !x d]\" x7",
      'plain 0-1 "a" x1 from 0',
      "single 12-15 \"'b'\" x1 from 13 tag:yaml.org,2002:str at 3",
      'plain 16-17 "c" x1 from 16',
      'sequence 19-30 "[*x , !x d]" x3',
      'alias 20-22 "*x" x1',
      'plain in flow 28-29 "d" x1 from 28 !x at 25',
    ],
  ],
  [
    'a: |2-\n    b\nc:\n  - >\n   d\n\n  - "e"\n',
    [
      'mapping 0-35 "a: |2-\\n    b\\nc:\\n  - >\\n   d\\n\\n  - \\"e\\"" x7',
      'plain 0-1 "a" x1 from 0',
      'literal indented 2 3-13 "|2-\\n    b\\n" x1 from 7',
      'plain 13-14 "c" x1 from 13',
      'sequence 18-35 "- >\\n   d\\n\\n  - \\"e\\"" x3',
      'folded indented 3 20-28 ">\\n   d\\n\\n" x1 from 22',
      'double 32-35 "\\"e\\"" x1 from 33',
    ],
  ],
  [
    "a: !!int 7 # b\nc: {d: , e: &f }\n---\n- \n-\n",
    [
      'mapping 0-31 "a: !!int 7 # b\\nc: {d: , e: &f }" x9',
      'plain 0-1 "a" x1 from 0',
      'plain 9-10 "7" x1 from 9 tag:yaml.org,2002:int at 3',
      'plain 15-16 "c" x1 from 15',
      'mapping 18-31 "{d: , e: &f }" x5',
      'plain in flow 19-20 "d" x1 from 19',
      'plain in flow 20-20 "" x1 from -1',
      'plain in flow 24-25 "e" x1 from 24',
      'plain in flow 29-29 "" x1 from -1',
      'sequence 36-36 "" x3',
      'plain 36-36 "" x1 from -1',
      'plain 36-36 "" x1 from -1',
    ],
  ],
  [
    "- [g: h, ? i]\n- &j\n- !!str\n- k\n  l\n",
    [
      'sequence 0-34 "- [g: h, ? i]\\n- &j\\n- !!str\\n- k\\n  l" x11',
      'sequence 2-13 "[g: h, ? i]" x7',
      'mapping 3-7 "g: h" x3',
      'plain in flow 3-4 "g" x1 from 3',
      'plain in flow 6-7 "h" x1 from 6',
      'mapping 9-12 "? i" x3',
      'plain in flow 11-12 "i" x1 from 11',
      'plain in flow 12-12 "" x1 from -1',
      'plain 18-18 "" x1 from -1',
      'plain 26-26 "" x1 from -1 tag:yaml.org,2002:str at 21',
      'plain 29-34 "k\\n  l" x1 from 29',
    ],
  ],
  [
    "- &a [b, c]\n- {d: *a , e: [*a ]}\n",
    [
      'sequence 0-32 "- &a [b, c]\\n- {d: *a , e: [*a ]}" x14',
      'sequence 5-11 "[b, c]" x3',
      'plain in flow 6-7 "b" x1 from 6',
      'plain in flow 9-10 "c" x1 from 9',
      'mapping 14-32 "{d: *a , e: [*a ]}" x10',
      'plain in flow 15-16 "d" x1 from 15',
      'alias 18-20 "*a" x3',
      'plain in flow 23-24 "e" x1 from 23',
      'sequence 26-31 "[*a ]" x4',
      'alias 27-29 "*a" x3',
    ],
  ],
  ["--- |\n a\n", ['literal indented 1 4-9 "|\\n a\\n" x1 from 6']],
  [
    "? a\nb: !x\nc:\n\n\nd: e",
    [
      'mapping 0-19 "? a\\nb: !x\\nc:\\n\\n\\nd: e" x9',
      'plain 2-3 "a" x1 from 2',
      'plain 3-3 "" x1 from -1',
      'plain 4-5 "b" x1 from 4',
      'plain 9-9 "" x1 from -1 !x at 7',
      'plain 10-11 "c" x1 from 10',
      'plain 11-11 "" x1 from -1',
      'plain 15-16 "d" x1 from 15',
      'plain 18-19 "e" x1 from 18',
    ],
  ],
  [
    '{"a": [1, "b\\n", null]}',
    [
      'mapping 0-23 "{\\"a\\": [1, \\"b\\\\n\\", null]}" x6',
      'double in flow 1-4 "\\"a\\"" x1 from 2',
      'sequence 6-22 "[1, \\"b\\\\n\\", null]" x4',
      'plain in flow 7-8 "1" x1 from 7',
      'double in flow 10-15 "\\"b\\\\n\\"" x1 from 11',
      'plain in flow 17-21 "null" x1 from 17',
    ],
  ],
])("%j", (text, lines) => {
  expect(parseManifest(text).flatMap((root) => [...linesOf(text, root)])).toEqual(lines);
});

test.each([
  [1, 63],
  [2, 64],
  [2, 127],
  [3, 128],
])("counts as %i with %i characters", (size, length) => {
  expect(parseManifest("x".repeat(length))[0]).toMatchObject({ size });
});
