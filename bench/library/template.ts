/** Garden templates: a document of 200 template strings, and single strings. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { forgetTemplates } from "../../src/garden/template/resolve/cache.ts";
import { compileTemplate, resolveTemplateString, resolveTemplates } from "../../src/index.ts";
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
    single("a lookup", "${var.a}", "x"),
    single("a choice", "${var.on ? 'yes' : 'no'}", "yes"),
    single("a block", "a${if var.on}b${else}c${endif}d", "abd"),
    single("two functions", '${upper(join(var.list, "-"))}', "A-B-C"),
  ];
}
