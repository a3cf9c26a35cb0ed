/** JSON patches (RFC 6902), with the extensions of the library that kustomize uses. */

import { equal, memberOf } from "../../text/own-keys.ts";
import { dereferenced, type Node, nodeAt, type Path } from "../../yaml/node.ts";
import type { Budget } from "./budget.ts";
import { UnmergeableError } from "./strategic-merge.ts";
import {
  changedAt,
  checkDepth,
  costAt,
  fileAt,
  inFile,
  itemsOf,
  listAt,
  mappingAt,
  type SourceFile,
  scalarAt,
} from "./tree.ts";

const ANNOTATIONS: Path = ["metadata", "annotations"];

/**
 * Applies the operations of a patch to an object.
 *
 * @param file the patch's
 * @throws UnmergeableError if an operation fails: kustomize prints nothing then
 * @throws LimitError
 */
export function applyJsonPatch(target: Node, operations: readonly Node[], file: SourceFile, budget: Budget): Node {
  // kustomize creates annotations, but nothing else, for a patch that adds one.
  const isOfAnnotation = ({ value }: Node) => `${memberOf(value, "path")}`.startsWith("/metadata/annotations/");
  const isCreated = nodeAt(target, ANNOTATIONS) === undefined && operations.some(isOfAnnotation);
  const start = isCreated ? changedAt(target, ANNOTATIONS, () => mappingAt(target, []))! : target;
  return operations.reduce((node, operation) => applyOperation(node, operation, file, budget), start);
}

function applyOperation(root: Node, operation: Node, file: SourceFile, budget: Budget): Node {
  const { op } = operation.value as Readonly<Record<string, unknown>>;
  const pointer = memberOf(operation.value, "path");
  const path = pathOf(root, pointer, op === "add" || op === "copy" || op === "move", op);
  const value = nodeAt(operation, ["value"]) ?? scalarAt(operation, null);
  budget.spend(2 * costAt(root, path) + value.size);
  checkDepth(value, path.length);
  switch (op) {
    case "add":
      return added(root, path, inFile(value, file));
    case "remove":
      existing(root, path, `error in remove for path: '${pointer}': Unable to remove nonexistent key`);
      return changedAt(root, path, () => undefined)!;
    case "replace":
      // The library that kustomize uses adds a member that does not exist.
      if (!isMember(root, path)) existing(root, path, `replace operation does not apply: ${missing("key", pointer)}`);
      return changedAt(root, path, () => inFile(value, file))!;
    case "copy":
    case "move": {
      const from = pathOf(root, memberOf(operation.value, "from"), false);
      const node = inFile(existing(root, from), fileAt(root, from) ?? file);
      budget.spend(costAt(root, from) + node.size);
      checkDepth(node, path.length);
      return added(op === "copy" ? root : changedAt(root, from, () => undefined)!, path, node);
    }
    case "test":
      if (!equal(nodeAt(root, path)?.value ?? null, value.value)) {
        throw new UnmergeableError(`testing value ${pointer} failed: test failed`);
      }
      return root;
    default:
      throw new UnmergeableError(`Unexpected kind: ${op}`);
  }
}

function missing(what: "key" | "path", pointer: unknown): string {
  return `doc is missing ${what}: ${pointer}: missing value`;
}

function isMember(root: Node, path: Path): boolean {
  const parent = nodeAt(root, path.slice(0, -1));
  return path.length > 0 && parent !== undefined && dereferenced(parent).kind === "mapping";
}

/** @param refusal what kustomize says if a member or an item does not exist; undefined if that is not known */
function existing(root: Node, path: Path, refusal?: string): Node {
  const node = nodeAt(root, path);
  if (node === undefined) throw new UnmergeableError(refusal);
  if (path.length === 0) throw new UnmergeableError();
  return node;
}

function added(root: Node, path: Path, value: Node): Node {
  const last = path.at(-1);
  // The whole object cannot be added.
  if (last === undefined) throw new UnmergeableError();
  const parent = nodeAt(root, path.slice(0, -1));
  if (parent === undefined || dereferenced(parent).kind === "scalar") throw new UnmergeableError();
  if (typeof last === "string") return changedAt(root, path, () => value)!;
  const items = itemsOf(parent);
  if (last > items.length) {
    throw new UnmergeableError(`Unable to access invalid index: ${last}: invalid index referenced`);
  }
  return changedAt(root, path.slice(0, -1), () => listAt(parent, items.toSpliced(last, 0, value)))!;
}

/**
 * The path that a JSON pointer means: `/spec/containers/0`; `-` is the position after the last item, and -1 the last item.
 *
 * @param op the operation, if it fails when a part of the path does not exist
 */
function pathOf(root: Node, pointer: unknown, isNew: boolean, op?: unknown): Path {
  if (typeof pointer !== "string" || (pointer !== "" && !pointer.startsWith("/"))) throw new UnmergeableError();
  const isRefused = op === "add" || op === "remove" || op === "replace";
  const refusal = isRefused ? `${op} operation does not apply: ${missing("path", pointer)}` : undefined;
  const steps = pointer.split("/").slice(1);
  const path: (string | number)[] = [];
  for (const [i, step] of steps.entries()) {
    const parent = nodeAt(root, path);
    if (parent === undefined) throw new UnmergeableError(refusal);
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (dereferenced(parent).kind !== "sequence") {
      path.push(key);
      continue;
    }
    const { length } = itemsOf(parent);
    const isLast = i === steps.length - 1;
    if (!/^(?:-?\d+|-)$/.test(key)) throw new UnmergeableError();
    const index =
      key === "-" ? length : Number(key) < 0 ? Number(key) + length + (isLast && isNew ? 1 : 0) : Number(key);
    if (index < 0 || (index >= length && !isNew)) throw new UnmergeableError(index < 0 ? undefined : refusal);
    path.push(index);
  }
  return path;
}
