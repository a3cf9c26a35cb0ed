/** Finds the tests of a source file: those whose imports reach it. */
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { DEBUG, pathOf } from "./messages.ts";
import { isAssembly, isOfCommand, typeScriptFiles } from "./sources.ts";

/** Tests that cannot detect a mutant, because they read built files, sources, or documents; and tests of growth. */
const BLIND =
  /^test\/(?:bench|docs|playground|mutants|fuzz|reference|runtimes)\/|^test\/(?:imports|package|readme|size)\.test\.ts$|\b(?:linear|growth|large|pod-bulk)\.test\.ts$/;

/** Tests of the built command import this file. The command is rebuilt for each mutant of its own files. */
const STARTS_COMMAND = "test/cli/processes.ts";
/** The distance of a test through the built command. */
const THROUGH_COMMAND = 4;

/** Tests that start a process for each case, servers, or editors. They are run only for files with a similar name. */
const SLOW =
  /^test\/(?:cli\/(?:completion-keys|end-to-end|faults|hostile-names|terminal|commands\/(?:expand\/shard-slurm|stream\/(?:stream|secure)))|lsp\/neovim)\.test\.ts$/;

export class RelatedTests {
  /** The imports of each file. */
  private readonly imports = new Map<string, string[]>();
  private readonly tests: readonly string[];
  private readonly reached = new Map<string, Map<string, number>>();
  private readonly root: string;

  /** @param tests every file of tests, for either build */
  constructor(root: string, tests: readonly string[]) {
    this.root = root;
    for (const folder of ["assembly", "src", "test"]) {
      for (const file of typeScriptFiles(root, folder)) this.imports.set(file, importsOf(root, file));
    }
    this.tests = tests.filter((test) => !BLIND.test(pathOf(test)));
  }

  /** Every test that can detect a mutant. */
  all(): readonly string[] {
    return this.tests;
  }

  /** The tests that reach a file, each with the length of the shortest import chain. */
  of(file: string): Map<string, number> {
    const targets = isAssembly(file) ? this.hostsOf(file) : [file];
    const found = new Map<string, number>();
    for (const test of this.tests) {
      if (SLOW.test(pathOf(test)) && !isAbout(nameOf(test).split("-")[0]!, nameOf(file).split("-")[0]!)) continue;
      const reached = this.reachedFrom(pathOf(test));
      const distances = targets.map((target) => reached.get(target) ?? Number.POSITIVE_INFINITY);
      if (isOfCommand(file) && reached.has(STARTS_COMMAND)) distances.push(THROUGH_COMMAND);
      const least = Math.min(...distances);
      if (least === Number.POSITIVE_INFINITY) continue;
      // Tests with the debug build are tried last.
      found.set(test, test.startsWith(DEBUG) ? least + 4 : least);
    }
    return found;
  }

  /** The files that call what the scanners export from a file of assembly/, or from one that uses it. */
  private hostsOf(file: string): string[] {
    const lists = ["scanners", "expansion"].map((name) => readFileSync(join(this.root, `assembly/${name}.ts`), "utf8"));
    const exported = [...lists.join("").matchAll(/export\s*\{([^}]*)\}\s*from\s*"\.\/([^"]+)"/g)]
      .filter(([, , from]) => this.reachedFrom(`assembly/${from}.ts`).has(file))
      .flatMap(([, names]) => names!.split(",").map((name) => name.trim()))
      .filter((name) => name !== "");
    const called = new RegExp(`[."](?:${exported.join("|")})\\b`);
    const hosts = [...this.imports.keys()].filter((path) => /^(?:src|test\/wasm)\//.test(path));
    return hosts.filter((path) => called.test(readFileSync(join(this.root, path), "utf8")));
  }

  private reachedFrom(entry: string): Map<string, number> {
    const known = this.reached.get(entry);
    if (known !== undefined) return known;
    const reached = new Map([[entry, 0]]);
    // Iterating a map includes the entries that are added meanwhile.
    for (const [file, distance] of reached) {
      for (const next of this.imports.get(file) ?? []) if (!reached.has(next)) reached.set(next, distance + 1);
    }
    this.reached.set(entry, reached);
    return reached;
  }
}

/** Whether the first words of the names of a test and a file have the same subject. (Streams use NATS.) */
function isAbout(test: string, file: string): boolean {
  return test === file || (test === "stream" && file === "nats");
}

/** Folders whose subfolders have their own tests. */
const SUBDIVIDED: readonly (string | undefined)[] = ["garden", "kubernetes"];

/** `garden/template` for `src/garden/template/functions/text.ts` and for its tests; `yaml` for `src/yaml/write/edit.ts`. */
export function folderOf(file: string): string {
  const [, folder, subfolder] = file.split("/");
  return SUBDIVIDED.includes(folder) ? `${folder}/${subfolder}` : folder!;
}

/** `text` of `src/a/text.ts` and of `test/a/text.test.ts`. */
export function nameOf(path: string): string {
  return path.split("/").at(-1)!.split(".")[0]!;
}

function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const specifiers = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g)].map((match) => match[1]!);
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith("#wasm/")) return [`src/wasm/embedded-${specifier.slice("#wasm/".length)}.ts`];
    if (!specifier.startsWith(".")) return [];
    const path = posix.join(dirname(file).replaceAll("\\", "/"), specifier);
    return [path.endsWith(".ts") ? path : `${path}.ts`];
  });
}
