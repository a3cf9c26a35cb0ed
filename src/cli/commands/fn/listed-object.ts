/** An item of a ResourceList, and its origin according to its annotations. */

import { ifPossible } from "../../../text/if-possible.ts";
import { memberOf } from "../../../text/own-keys.ts";
import { printable, type VisibleText } from "../../../text/printable.ts";
import { DocumentError } from "../../../yaml/error.ts";
import type { Node } from "../../../yaml/node.ts";
import { parseYaml } from "../../../yaml/parse.ts";
import type { FunctionResult } from "./resource-list.ts";

/** The annotations of a file's path and of the object's number in it; the later names are those of older hosts. */
const PATHS = ["internal.config.kubernetes.io/path", "config.kubernetes.io/path"];
const INDEXES = ["internal.config.kubernetes.io/index", "config.kubernetes.io/index"];
/** Where kustomize has an object from: `path: deployment.yaml`, and the repository if it is another one. */
const ORIGIN = "config.kubernetes.io/origin";

/** The names that an object had before kustomize added a prefix or a suffix; what refers to it may still use one. */
const PREVIOUS_NAMES = "internal.config.kubernetes.io/previousNames";

/** How many of those count: each kustomization adds one. */
const MOST_PREVIOUS = 100;

const LONGEST_NAME = 200;

export class ListedObject {
  readonly node: Node;
  /** The file that the host reads the object from and writes it to, if it is known. */
  readonly path: string | undefined;
  /** The file that the object is from. */
  readonly file: FunctionResult["file"];
  readonly ref: FunctionResult["resourceRef"];
  /** Names that it had, without the one that it has. */
  readonly previousNames: readonly string[];

  constructor(node: Node) {
    this.node = node;
    const { value } = node;
    const metadata = memberOf(value, "metadata");
    const annotations = memberOf(metadata, "annotations");
    const [path] = PATHS.flatMap((name) => textOf(memberOf(annotations, name)) ?? []);
    const [index] = INDEXES.flatMap((name) => numberOf(memberOf(annotations, name)) ?? []);
    const origin = path === undefined ? originIn(memberOf(annotations, ORIGIN)) : undefined;
    this.path = path;
    if (path !== undefined) this.file = { path, ...(index !== undefined && { index }) };
    else if (origin !== undefined) this.file = { path: origin };
    const kind = textOf(memberOf(value, "kind"));
    const namespace = textOf(memberOf(metadata, "namespace"));
    const name = textOf(memberOf(metadata, "name")) ?? textOf(memberOf(metadata, "generateName"));
    const previous = textOf(memberOf(annotations, PREVIOUS_NAMES))?.split(",", MOST_PREVIOUS) ?? [];
    this.previousNames = [...new Set(previous)].filter((each) => each !== name && each !== "");
    this.ref =
      kind === undefined
        ? undefined
        : {
            apiVersion: textOf(memberOf(value, "apiVersion")) ?? "",
            kind,
            ...(namespace !== undefined && { namespace }),
            name: name ?? "",
          };
  }

  /** For messages: `k8s/web.yaml: Deployment/shop/web`. */
  get title(): VisibleText {
    const { kind = "?", namespace, name = "?" } = this.ref ?? {};
    const object = [kind, ...(namespace === undefined ? [] : [namespace]), name]
      .map((part) => printable(part, LONGEST_NAME))
      .join("/");
    return printable(this.file === undefined ? object : `${this.file.path}: ${object}`, 4 * LONGEST_NAME);
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A whole number, which annotations have as text. */
function numberOf(value: unknown): number | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}

function originIn(annotation: unknown): string | undefined {
  if (typeof annotation !== "string") return undefined;
  const origin = ifPossible(() => parseYaml(annotation), DocumentError)?.[0]?.value;
  return memberOf(origin, "repo") === undefined ? textOf(memberOf(origin, "path")) : undefined;
}
