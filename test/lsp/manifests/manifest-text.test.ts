/** A manifest's text in pieces. */
import { expect, test } from "vitest";
import { chunksOf } from "../../../src/lsp/manifests/manifest-text.ts";

const chunked = (text: string) =>
  chunksOf(text, () => undefined).map(({ documents, error, text }) => [text, documents.length, error === undefined]);

test("each document is a piece, and a mistake in one says nothing of the others", () => {
  const pod = "kind: Pod\nmetadata: {name: a}\n";
  expect(chunked(`${pod}---\na: [\n---\n${pod}`)).toEqual([
    [pod, 1, true],
    ["---\na: [\n", 0, false],
    [`---\n${pod}`, 1, true],
  ]);
});

test("a directive is a mistake, as Kubernetes reads none", () => {
  expect(chunked("%YAML 1.1\n---\nkind: Pod\n")).toEqual([
    ["%YAML 1.1\n", 0, false],
    ["---\nkind: Pod\n", 1, true],
  ]);
});
