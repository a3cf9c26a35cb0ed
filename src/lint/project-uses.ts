/** What the templates of a project refer to. */

import type { ConfigDocument } from "../garden/project/documents/config.ts";
import type { ReadVarfile } from "../garden/project/documents/sources.ts";
import { TemplateError } from "../garden/template/error.ts";
import { cachedTemplate } from "../garden/template/resolve/cache.ts";
import { memberOf } from "../text/own-keys.ts";
import type { Path } from "../yaml/node.ts";

const ROOTS: readonly unknown[] = ["var", "variables"];

/** Fields by which a project takes in what its config files do not show, and what may have templates in it. */
const OTHER_SOURCES = [
  "generateFiles",
  "manifestTemplates",
  "manifestFiles",
  "repositoryUrl",
  "sources",
  "kustomize",
  "chart",
];

/** Which variables the templates of a project refer to, wherever they are declared. */
export class TemplateUses {
  /** Whether every reference is known: none is computed, and no other file has templates. */
  areAllKnown = true;
  private readonly names = new Set<string>();
  private readonly byVariables = new Set<string>();

  constructor(documents: readonly ConfigDocument[], readVarfile: ReadVarfile) {
    for (const { value } of documents) {
      for (const { key, path, text } of stringsIn(value)) {
        if (key !== undefined && OTHER_SOURCES.includes(key)) this.areAllKnown = false;
        if (text !== undefined) this.add(text, path.includes("variables"));
      }
      for (const varfile of varfilesOf(value)) this.addVarfile(varfile, readVarfile);
    }
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Whether a template in a variable's value refers to a name. */
  isUsedByVariables(name: string): boolean {
    return !this.areAllKnown || this.byVariables.has(name);
  }

  private add(text: string, isVariable: boolean): void {
    if (!text.includes("${")) return;
    try {
      for (const { keys } of cachedTemplate(text).lookups) {
        for (const [i, { key }] of keys.entries()) {
          if (!ROOTS.includes(key)) continue;
          const name = keys[i + 1]?.key;
          // All variables, or one whose name is computed.
          if (typeof name !== "string" && typeof name !== "number") this.areAllKnown = false;
          else this.names.add(`${name}`);
          if (isVariable) this.byVariables.add(`${name}`);
        }
      }
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      this.areAllKnown = false;
    }
  }

  private addVarfile(path: unknown, readVarfile: ReadVarfile): void {
    if (typeof path !== "string" || path.includes("${")) {
      this.areAllKnown = false;
      return;
    }
    try {
      this.add(readVarfile("", path)?.text ?? "", true);
    } catch {
      this.areAllKnown = false;
    }
  }
}

function varfilesOf(document: unknown): unknown[] {
  const environments = memberOf(document, "environments");
  const holders = [document, ...(Array.isArray(environments) ? environments : [])];
  return holders.flatMap((holder) => {
    const varfiles = memberOf(holder, "varfiles");
    const named = [memberOf(holder, "varfile"), ...(Array.isArray(varfiles) ? varfiles : [])];
    return named
      .filter((each) => each !== undefined && each !== null)
      .map((each) => (typeof each === "string" ? each : memberOf(each, "path")));
  });
}

interface Located {
  readonly path: Path;
  /** The key of the value. */
  readonly key?: string;
  readonly text?: string;
}

/** Every string of a document, and every key. */
export function* stringsIn(document: unknown): Generator<Located, void, undefined> {
  const open: { readonly value: unknown; readonly path: Path }[] = [{ value: document, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value } = next;
    if (typeof value === "string") yield { path, text: value };
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of Object.entries(value).reverse()) {
      const step = Array.isArray(value) ? Number(key) : key;
      if (typeof step === "string") yield { path, key: step };
      open.push({ value: member, path: [...path, step] });
    }
  }
}
