/** Problems of a pod, in the API server's words. */

import { quote } from "../../../text/go-string.ts";
import type { ManifestPath } from "../types.ts";

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

/** Collects the problems of a part of a pod. */
export class PodProblems {
  /** All problems of the pod. */
  readonly list: PodProblem[];
  private readonly steps: ManifestPath;
  private readonly parent: PodProblems | undefined;

  constructor(list: PodProblem[] = [], steps: ManifestPath = [], parent?: PodProblems) {
    this.list = list;
    this.steps = steps;
    this.parent = parent;
  }

  /** The collector for a part of this part. */
  at(...steps: ManifestPath): PodProblems {
    return new PodProblems(this.list, steps, this);
  }

  required(): void {
    this.add("required", "Required value");
  }

  invalid(value: string, ...reasons: readonly string[]): void {
    for (const reason of reasons) this.add("invalid", `Invalid value: ${quote(value)}: ${reason}`);
  }

  /** A member that is required and must follow a rule. (Most have no problem, and need no collector.) */
  requiredAs(member: string, rule: (value: string) => readonly string[], value: string): void {
    if (value === "") {
      this.at(member).required();
      return;
    }
    const reasons = rule(value);
    if (reasons.length > 0) this.at(member).invalid(value, ...reasons);
  }

  notSupported(value: string, supported: readonly string[]): void {
    const values = supported.map((each) => quote(each)).join(", ");
    this.add("not-supported", `Unsupported value: ${quote(value)}: supported values: ${values}`);
  }

  notFound(value: string): void {
    this.add("not-found", `Not found: ${quote(value)}`);
  }

  duplicate(value: string): void {
    this.add("duplicate", `Duplicate value: ${quote(value)}`);
  }

  tooLong(bytes: number): void {
    this.add("too-long", `Too long: may not be more than ${bytes} bytes`);
  }

  forbidden(reason: string): void {
    this.add("forbidden", `Forbidden: ${reason}`);
  }

  /** Put together for a problem: most parts have none. */
  private get path(): ManifestPath {
    return this.parent === undefined ? this.steps : [...this.parent.path, ...this.steps];
  }

  private add(code: PodProblemCode, message: string): void {
    this.list.push({ code, path: this.path, message });
  }
}
