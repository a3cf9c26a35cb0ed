/** Problems of a pod, in the API server's words. */

import { quote } from "../events/gofmt/quote.ts";
import type { ManifestPath } from "./types.ts";

/** What kind of problem it is. */
export type PodProblemCode =
  | "wrong-type"
  | "required"
  | "invalid"
  | "not-supported"
  | "not-found"
  | "duplicate"
  | "too-long"
  | "forbidden";

/** Something that the API server would refuse a pod for. */
export interface PodProblem {
  readonly code: PodProblemCode;
  readonly path: ManifestPath;
  /** What is wrong, without the path. It may name names, keys and paths of the manifest, but never a variable's value. */
  readonly message: string;
}

/** Collects problems. */
export class PodProblems {
  readonly list: PodProblem[] = [];

  required(path: ManifestPath): void {
    this.add("required", path, "Required value");
  }

  invalid(path: ManifestPath, value: string, reason: string): void {
    this.add("invalid", path, `Invalid value: ${quote(value)}: ${reason}`);
  }

  invalidFor(path: ManifestPath, value: string, reasons: readonly string[]): void {
    for (const reason of reasons) this.invalid(path, value, reason);
  }

  notSupported(path: ManifestPath, value: string, supported: readonly string[]): void {
    const values = supported.map((each) => quote(each)).join(", ");
    this.add("not-supported", path, `Unsupported value: ${quote(value)}: supported values: ${values}`);
  }

  notFound(path: ManifestPath, value: string): void {
    this.add("not-found", path, `Not found: ${quote(value)}`);
  }

  duplicate(path: ManifestPath, value: string): void {
    this.add("duplicate", path, `Duplicate value: ${quote(value)}`);
  }

  tooLong(path: ManifestPath, bytes: number): void {
    this.add("too-long", path, `Too long: may not be more than ${bytes} bytes`);
  }

  forbidden(path: ManifestPath, reason: string): void {
    this.add("forbidden", path, `Forbidden: ${reason}`);
  }

  private add(code: PodProblemCode, path: ManifestPath, message: string): void {
    this.list.push({ code, path, message });
  }
}
