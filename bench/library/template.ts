/** Garden templates: a document of 200 template strings, and single strings. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { forgetTemplates } from "../../src/garden/template/resolve/cache.ts";
import { compileTemplate, resolveTemplateString, resolveTemplates } from "../../src/index.ts";
import { scanTemplateParts, type TemplateParts } from "../../src/wasm/template.ts";
import { templateParts } from "../baselines/template.ts";
import type { Question } from "../question.ts";
import { REPOSITORY } from "../repository.ts";

interface BenchDocument {
  readonly document: unknown;
  readonly context: Record<string, unknown>;
  readonly expected: unknown;
}

/**
 * Garden's own resolver (0.13.63) resolves the document on a similar machine, in documents a second: 108 with
 * nothing cached, 450 with its cache warm, 586 parsed before; and 180,000 warm lookups a second.
 */
export function templateQuestions(): Question[] {
  const file = join(REPOSITORY, "test/vectors/garden/bench-doc.json");
  const { document, context, expected } = JSON.parse(readFileSync(file, "utf8")) as BenchDocument;
  const values = { var: { a: "x", on: true, list: ["a", "b", "c"] } };
  const single = (title: string, source: string, result: unknown): Question => {
    const template = compileTemplate(source);
    return {
      title,
      expected: result,
      baseline: "cached",
      rows: [
        { name: "compiled", role: "subject", run: () => template.resolve(values) },
        { name: "cached", role: "subject", run: () => resolveTemplateString(source, values) },
        { name: "nothing cached", role: "subject", run: () => compileTemplate(source).resolve(values) },
      ],
    };
  };
  const strings = templatesIn(document);
  const long = `${"The quick brown fox jumps over the lazy dog. ".repeat(11)}\${var.a || 'x'}`.repeat(2_000);
  return [
    {
      title: "a document of 200 template strings",
      expected,
      baseline: "nothing cached",
      rows: [
        {
          name: "nothing cached",
          role: "subject",
          run: () => {
            forgetTemplates();
            return resolveTemplates(document, context);
          },
        },
        { name: "cached", role: "subject", run: () => resolveTemplates(document, context) },
      ],
    },
    {
      title: "the parts of the 200 strings",
      baseline: "best JS",
      rows: [
        {
          name: "varexpand",
          role: "subject",
          run: () => strings.map(scanTemplateParts),
          answer: (parts) => (parts as TemplateParts[]).map(numbersOf),
        },
        { name: "best JS", run: () => strings.map(templateParts) },
      ],
      goals: [{ row: "varexpand", against: "best JS", atLeast: 1.2 }],
    },
    {
      title: "the parts of 1 MB of text with an expression every 500 characters",
      baseline: "best JS",
      rows: [
        {
          name: "varexpand",
          role: "subject",
          run: () => scanTemplateParts(long),
          answer: (parts) => numbersOf(parts as TemplateParts),
        },
        { name: "best JS", run: () => templateParts(long) },
      ],
      goals: [{ row: "varexpand", against: "best JS", atLeast: 2 }],
    },
    single("a lookup", "${var.a}", "x"),
    single("a choice", "${var.on ? 'yes' : 'no'}", "yes"),
    single("a block", "a${if var.on}b${else}c${endif}d", "abd"),
    single("two functions", '${upper(join(var.list, "-"))}', "A-B-C"),
  ];
}

function numbersOf(parts: TemplateParts): number[] {
  const numbers: number[] = [];
  for (const part = parts.rewind(); part.next(); ) numbers.push(part.kind, part.start, part.content, part.contentEnd);
  return numbers;
}

function templatesIn(node: unknown): string[] {
  if (typeof node === "string") return node.includes("${") ? [node] : [];
  return typeof node === "object" && node !== null ? Object.values(node).flatMap(templatesIn) : [];
}
