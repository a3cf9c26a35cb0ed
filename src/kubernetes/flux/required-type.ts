/** The types that the API server requires, in fields in which a substitution often changes the type. */

import { memberOf } from "../../text/own-keys.ts";
import type { Path } from "../../yaml/node.ts";
import { fieldType } from "./field-types.ts";

export interface RequiredType {
  readonly type: "string" | "boolean";
  /** Whether the API server accepts null. */
  readonly isNullable: boolean;
}

const BUILT_IN = /^(?:v1$|(?:apps|autoscaling|batch|policy)\/|[a-z.]+\.k8s\.io\/)/;

/** Whether Kubernetes itself defines the kind of an object. */
export function isBuiltIn(object: unknown): boolean {
  return BUILT_IN.test(`${memberOf(object, "apiVersion")}`);
}

/** What the API server accepts at a path; undefined if it is not known, or is not one type. */
export function requiredType(path: Path, object: unknown): RequiredType | undefined {
  const isFlux = `${memberOf(object, "apiVersion")}`.includes(".fluxcd.io/");
  if (isFlux && path.length === 4 && path[0] === "spec" && path[1] === "postBuild" && path[2] === "substitute") {
    return { type: "string", isNullable: false };
  }
  if (path.length === 2 && path[0] === "metadata" && (path[1] === "name" || path[1] === "namespace")) {
    return { type: "string", isNullable: path[1] !== "name" };
  }
  if (isString(path, object)) return { type: "string", isNullable: true };
  return fieldType(object, path) === "boolean" ? { type: "boolean", isNullable: true } : undefined;
}

function isString(path: Path, object: unknown): boolean {
  const [first] = path;
  const list = path.at(-2);
  const isMetadata = path.at(-3) === "metadata" && (list === "labels" || list === "annotations");
  if (path.length === 3 && isMetadata) return true;
  if (path.length === 2 && (first === "data" || first === "stringData")) {
    return memberOf(object, "kind") === (first === "data" ? "ConfigMap" : "Secret");
  }
  if (!isBuiltIn(object)) return false;
  const isContainer = (key: Path[number] | undefined) => /ontainers$/.test(`${key}`);
  const isVariable = path.at(-1) === "value" && path.at(-3) === "env" && isContainer(path.at(-5));
  const isArgument =
    typeof path.at(-1) === "number" && (list === "args" || list === "command") && isContainer(path.at(-4));
  const isImage = path.at(-1) === "image" && isContainer(path.at(-3));
  return isVariable || isArgument || isImage || (isMetadata && path.at(-4) === "template");
}
