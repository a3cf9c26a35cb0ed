/** The Garden vectors, decoded. */
import { readFileSync } from "node:fs";
import { deferTemplates } from "../../../src/garden/index.ts";
import type { TemplateContext } from "../../../src/index.ts";

export interface GardenVector {
  readonly id: string;
  readonly kind: "string" | "document";
  readonly feature: string;
  readonly input: unknown;
  readonly context: Record<string, unknown>;
  readonly partial: boolean;
  readonly expected: Expectation;
}

export type Expectation = { readonly output: unknown } | { readonly error: ExpectedError };

export interface ExpectedError {
  /** The kind of the error; undefined: any. */
  readonly code: string | undefined;
  /** The path into the document; undefined where the message names none. */
  readonly path: string | undefined;
  /** The missing key that the message names. */
  readonly key: string | undefined;
}

interface Result {
  readonly output?: unknown;
  readonly error?: string;
  readonly error_class?: string;
}

interface Line extends Result {
  readonly id: string;
  readonly kind: "string" | "document";
  readonly feature: string;
  readonly input: unknown;
  readonly context: unknown;
  readonly partial: boolean;
  readonly consensus: boolean;
  readonly others?: Record<string, Result>;
  readonly suggested?: string;
  readonly engine: string;
  readonly context_templates?: boolean;
  readonly crash?: boolean;
}

export function gardenVectors(): GardenVector[] {
  const text = readFileSync(new URL("../../vectors/garden/public.jsonl", import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => vectorOf(JSON.parse(line) as Line));
}

function vectorOf(line: Line): GardenVector {
  const { id, kind, feature, partial } = line;
  // Where releases disagree, the one that fits the guide best counts.
  const result = (line.suggested !== undefined && line.others?.[line.suggested]) || line;
  const expected = result.error === undefined ? { output: decode(result.output) } : { error: errorOf(result, line) };
  const context = decode(line.context) as Record<string, unknown>;
  return { id, kind, feature, input: decode(line.input), context: contextOf(line, context), partial, expected };
}

/** The release whose answers the partial vectors hold resolves all variables that are templates. */
function contextOf(line: Line, data: Record<string, unknown>): TemplateContext {
  if (!line.context_templates && !line.partial) return data;
  const context: Record<string, unknown> = { ...data };
  if (data.var !== undefined) context.var = deferTemplates(data.var, context);
  return context;
}

function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== "object" || value === null) return value;
  const record = value as Record<string, unknown>;
  if (record.__undefined__ === true) return undefined;
  if (typeof record.__number__ === "string") return Number(record.__number__);
  if (typeof record.__date__ === "string") return new Date(record.__date__);
  const decoded: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(record)) {
    Object.defineProperty(decoded, key, { value: decode(item), enumerable: true, configurable: true, writable: true });
  }
  return decoded;
}

/** The error in Garden's message. The wording can differ from ours, but the kind and the place must be the same. */
function errorOf(result: Result, line: Line): ExpectedError {
  const message = result.error!;
  if (line.crash) return { code: undefined, path: undefined, key: undefined };
  const path = /^Invalid template string \((?:(?!\): ).)*?\) at path (.*?): /s.exec(message)?.[1];
  // The innermost failure is the last in the message.
  const key = [...message.matchAll(/Could not find key (.*?)(?: under \S+)?\. Available keys: /g)].at(-1)?.[1];
  return { code: codeOf(message, result.error_class), path, key };
}

function codeOf(message: string, errorClass: string | undefined): string {
  if (errorClass === "TemplateError") return "structure";
  if (errorClass === "TemplateStringError(parse)") return "parse";
  if (message.includes("Could not find key")) return "missing-key";
  if (/helper function/.test(message)) return "function";
  return "type";
}
