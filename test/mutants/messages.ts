/** The messages between the mutating process and the testing process. */
import type { Modules } from "./tree.ts";

export type Request =
  | { readonly kind: "list" }
  | { readonly kind: "compile" }
  /** Runs these tests in this order, up to the first that fails: those of `isolated` last, with modules of their own. */
  | {
      readonly kind: "test";
      readonly tests: readonly string[];
      readonly isolated: readonly string[];
      readonly changed: readonly string[];
    };

export type Answer =
  /** Every file of tests; those of the debug build begin with `DEBUG`. */
  | { readonly kind: "listed"; readonly tests: readonly string[] }
  /** The module in base64; undefined if it cannot be compiled. */
  | { readonly kind: "compiled"; readonly modules: Modules | undefined }
  | { readonly kind: "ended"; readonly test: string; readonly ms: number; readonly hasPassed: boolean }
  /** `failed`: the file and the name of the first test that failed, or what went wrong outside tests. */
  | { readonly kind: "tested"; readonly failed: Failure | undefined };

/** The prefix of the names of test files that run with the debug build. */
export const DEBUG = "debug:";

/** The path of a file of tests. */
export function pathOf(test: string): string {
  return test.startsWith(DEBUG) ? test.slice(DEBUG.length) : test;
}

export interface Failure {
  readonly test: string | undefined;
  readonly name: string;
  readonly error?: string | undefined;
}
