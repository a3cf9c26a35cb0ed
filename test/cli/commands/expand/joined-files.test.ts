/** Several inputs in one output. */
import { expect, test } from "vitest";
import { JoinedFiles, separationsOf } from "../../../../src/cli/commands/expand/joined-files.ts";
import { parseYaml } from "../../../../src/yaml/parse.ts";

/** @param size of the pieces in which the files arrive */
function joined(files: readonly (readonly [name: string, text: string])[], size = 1 << 20): string {
  const names = files.map(([name]) => name);
  const output: Buffer[] = [];
  const target = new JoinedFiles((bytes) => void output.push(Buffer.from(bytes)));
  for (const [index, separation] of separationsOf(names, "bytes").entries()) {
    target.beginFile(separation);
    const bytes = Buffer.from(files[index]![1]);
    for (let at = 0; at < bytes.length; at += size) target.output(bytes.subarray(at, at + size));
    target.endFile();
  }
  return Buffer.concat(output).toString();
}

test.each<[files: [string, string][], expected: string]>([
  [
    [
      ["a.yaml", "a: 1\n"],
      ["b.yml", "b: 1\n"],
    ],
    "a: 1\n---\nb: 1\n",
  ],
  [
    [
      ["a.yaml", "a: 1"],
      ["b.yml", "b: 1"],
    ],
    "a: 1\n---\nb: 1",
  ],
  [
    [
      ["a.yaml", "a: 1\n---\n"],
      ["b.yaml", "b: 1\n"],
    ],
    "a: 1\n---\nb: 1\n",
  ],
  [
    [
      ["a.yaml", "a: 1\n---"],
      ["b.yaml", "b: 1\n"],
    ],
    "a: 1\n---\nb: 1\n",
  ],
  [
    [
      ["a.yaml", "a: 1\r\n--- \r\n"],
      ["b.yaml", "b: 1\n"],
    ],
    "a: 1\r\n--- \r\nb: 1\n",
  ],
  [
    [
      ["a.yaml", "---\n"],
      ["b.yaml", "b: 1\n"],
    ],
    "---\nb: 1\n",
  ],
  [
    [
      ["a.yaml", "a: x---\n"],
      ["b.yaml", "b: 1\n"],
    ],
    "a: x---\n---\nb: 1\n",
  ],
  [
    [
      ["a.yaml", "a: 1\n"],
      ["b.yaml", "---\nb: 1\n"],
    ],
    "a: 1\n---\nb: 1\n",
  ],
  [
    [
      ["a.yaml", "a: 1\n"],
      ["b.yaml", "# b\n---\nb: 1\n"],
    ],
    "a: 1\n...\n# b\n---\nb: 1\n",
  ],
  [
    [
      ["a.yaml", ""],
      ["b.yaml", "b: 1\n"],
    ],
    "b: 1\n",
  ],
  [
    [
      ["a.yaml", "a: 1\n"],
      ["b.yaml", ""],
      ["c.yaml", "c: 1\n"],
    ],
    "a: 1\n---\nc: 1\n",
  ],
  [
    [
      ["a.json", "{}"],
      ["b.yaml", "b: 1\n"],
      ["c.json", "{}"],
      ["d.json", "{}"],
    ],
    "{}\n---\nb: 1\n---\n{}\n---\n{}",
  ],
  [
    [
      ["a.json", "{}"],
      ["b.json", "{}"],
    ],
    "{}{}",
  ],
  [
    [
      ["a.txt", "a"],
      ["b.txt", "b"],
    ],
    "ab",
  ],
  [
    [
      ["a.yaml", "a: 1"],
      ["b.txt", "b"],
      ["c.yaml", "c: 1"],
    ],
    "a: 1bc: 1",
  ],
  [
    [
      ["-", "a: 1\n"],
      ["b.yaml", "b: 1\n"],
    ],
    "a: 1\nb: 1\n",
  ],
])("%j", (files, expected) => {
  for (const size of [1, 2, 3, 1 << 20]) expect(joined(files, size)).toBe(expected);
});

test("30 manifests are 30 documents", () => {
  const files = Array.from({ length: 30 }, (_, i) => [`${i}.yaml`, `a: ${i}${i % 2 ? "\n" : ""}`] as const);
  expect(
    joined(files)
      .split(/^---$/m)
      .map((text) => parseYaml(text)),
  ).toHaveLength(30);
});
