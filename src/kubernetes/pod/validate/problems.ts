/** Problems of a pod, with the API server's messages. */

import { quote } from "../../../text/go-string.ts";
import type { ManifestPath } from "../types.ts";

/** The kind of a problem, for programs. */
export type PodProblemCode =
  | "wrong-type"
  | "required"
  | "invalid"
  | "not-supported"
  | "not-found"
  | "duplicate"
  | "too-long"
  | "forbidden";

/** A reason for the API server to reject a pod. */
export interface PodProblem {
  readonly code: PodProblemCode;
  readonly path: ManifestPath;
  /** The message without the path. It can contain names, keys, and paths of the manifest, but no variable's value. */
  readonly message: string;
}

/** Collects the problems of a part of a pod. */
export class PodProblems {
  /** All problems of the pod. */
  readonly list: PodProblem[];
  private readonly path: ManifestPath;

  constructor(list: PodProblem[] = [], path: ManifestPath = []) {
    this.list = list;
    this.path = path;
  }

  /** The collector for a member. */
  at(...steps: ManifestPath): PodProblems {
    return new PodProblems(this.list, [...this.path, ...steps]);
  }

  required(): void {
    this.add("required", "Required value");
  }

  invalid(value: string, ...reasons: readonly string[]): void {
    for (const reason of reasons) this.add("invalid", `Invalid value: ${quote(value)}: ${reason}`);
  }

  /** Checks a required member with a rule. */
  requiredAs(member: string, rule: (value: string) => readonly string[], value: string): void {
    if (value === "") this.at(member).required();
    else this.at(member).invalid(value, ...rule(value));
  }

  notSupported(value: string, supported: readonly string[]): void {
    const values = supported.map((each) => quote(each)).join(", ");
    this.add("not-supported", `Unsupported value: ${quote(value)}: supported values: ${values}`);
  }

  notFound(value: string): void {
    this.add("not-found", `Not found: ${quote(value)}`);
  }

  add(code: PodProblemCode, message: string): void {
    this.list.push({ code, path: this.path, message });
  }
}
