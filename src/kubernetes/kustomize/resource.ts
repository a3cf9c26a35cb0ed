/** Objects on their way through kustomizations, the names that they had, and the selectors that find them. */

import { addTo } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import { type Node, nodeAt } from "../../yaml/node.ts";
import { changedAt, fileAt, inFile, itemsOf, scalarAt } from "./tree.ts";

/** What identifies an object. */
export interface ObjectId {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

export class Resource {
  document: Node;
  /** The ids before each change of the name or namespace, the oldest first. */
  previousIds: readonly ObjectId[] = [];
  prefixes: readonly string[] = [];
  suffixes: readonly string[] = [];
  /** kustomize adds a hash to the name, which renderings do not contain. */
  hasHash = false;
  /** Something that is not supported may have changed the object. */
  isUnknown = false;
  /** `images` and `replicas`, which are not supported, may have changed these fields. */
  isRetagged = false;
  /** The current id, and the document that it is of. */
  private known: { readonly id: ObjectId; readonly document: Node } | undefined;

  constructor(document: Node) {
    this.document = document;
  }

  copy(): Resource {
    return Object.assign(new Resource(this.document), this);
  }

  get id(): ObjectId {
    const { document } = this;
    if (this.known?.document !== document) this.known = { id: idOf(document.value), document };
    return this.known.id;
  }

  /** All ids that the object has had, the current one last. */
  get ids(): readonly ObjectId[] {
    return [...this.previousIds, this.id];
  }

  /** Whether a field has the value that it has in the document. */
  isKnownAt(fieldPath: string): boolean {
    return !this.isUnknown && !(this.isRetagged && /(?:image|replicas)$/.test(fieldPath));
  }

  /** Sets the name or the namespace. The place of the new value is that of the old one. */
  rename(member: "name" | "namespace", value: string): void {
    this.previousIds = this.ids;
    const at = nodeAt(this.document, ["metadata"]) ?? this.document;
    this.document = changedAt(this.document, ["metadata", member], (node) => scalarAt(node ?? at, value))!;
  }
}

export function idOf(object: unknown): ObjectId {
  const apiVersion = text(memberOf(object, "apiVersion"));
  const metadata = memberOf(object, "metadata");
  return {
    ...groupAndVersion(apiVersion),
    kind: text(memberOf(object, "kind")),
    name: text(memberOf(metadata, "name")),
    namespace: text(memberOf(metadata, "namespace")) || "default",
  };
}

/** Whether an object is one that kustomize takes: with a kind and a name, unless it is a list. */
export function isResource(object: unknown): boolean {
  const { kind, name } = idOf(object);
  return kind !== "" && name !== "";
}

/** The items of a list, which kustomize takes apart, whatever the list's metadata is; undefined for another object. */
export function listedIn(document: Node): readonly Node[] | undefined {
  const items = nodeAt(document, ["items"]);
  return text(memberOf(document.value, "kind")).endsWith("List") && items !== undefined ? itemsOf(items) : undefined;
}

/** The objects in a document of a file. */
export function objectsIn(document: Node): readonly Node[] {
  const file = fileAt(document, [])!;
  return listedIn(document)?.flatMap((item) => objectsIn(inFile(item, file))) ?? [document];
}

function groupAndVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf("/");
  return { group: apiVersion.slice(0, Math.max(slash, 0)), version: apiVersion.slice(slash + 1) };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? `${value}` : "";
}

export function isSameId(a: ObjectId, b: ObjectId): boolean {
  return (
    a.name === b.name &&
    a.kind === b.kind &&
    a.group === b.group &&
    a.version === b.version &&
    a.namespace === b.namespace
  );
}

/** Objects by each id that they have or had. */
export class ResourceIndex {
  private readonly byId = new Map<string, Resource[]>();
  private readonly byName = new Map<string, Resource[]>();

  constructor(resources: readonly Resource[]) {
    for (const resource of resources) this.add(resource);
  }

  add(resource: Resource): void {
    for (const id of new Set(resource.ids.map(keyOf))) addTo(this.byId, id, resource);
    for (const name of new Set(resource.ids.map(({ name }) => name))) addTo(this.byName, name, resource);
  }

  /** The objects that have or had a name. */
  named(name: string): readonly Resource[] {
    return this.byName.get(name) ?? [];
  }

  /** The objects that have or had an id. */
  withId(id: ObjectId): readonly Resource[] {
    const found = this.byId.get(keyOf(id)) ?? [];
    return found.filter(({ ids }) => ids.some((each) => isSameId(each, id)));
  }

  /** The object that has or had an id; undefined unless there is exactly one. */
  only(id: ObjectId): Resource | undefined {
    const found = this.withId(id);
    return found.length === 1 ? found[0] : undefined;
  }
}

function keyOf({ group, kind, name, namespace, version }: ObjectId): string {
  return `${group}/${version}/${kind}/${namespace}/${name}`;
}

/** Members of a selector that are compared: exactly, or as regular expressions. */
const ID_MEMBERS = ["group", "version", "kind", "name", "namespace"] as const;

/**
 * The objects that the source of a replacement refers to.
 *
 * @param selector its members are exact; missing ones match anything
 */
export function findExactly(resources: readonly Resource[], selector: unknown): Resource[] {
  const members = ID_MEMBERS.filter((member) => text(memberOf(selector, member)) !== "");
  return findWith(resources, members, selector);
}

/** The objects that a variable refers to: only the namespace can be missing. `apiVersion` specifies group and version. */
export function findReferred(resources: readonly Resource[], reference: unknown): Resource[] {
  const apiVersion = text(memberOf(reference, "apiVersion"));
  const version = apiVersion === "" ? {} : groupAndVersion(apiVersion);
  const wanted = { ...(reference as object), ...version };
  const members = ID_MEMBERS.filter((member) => member !== "namespace" || text(memberOf(wanted, member)) !== "");
  return findWith(resources, members, wanted);
}

function findWith(resources: readonly Resource[], members: readonly (keyof ObjectId)[], wanted: unknown): Resource[] {
  return resources.filter(({ ids }) =>
    ids.some((id) => members.every((member) => id[member] === text(memberOf(wanted, member)))),
  );
}

/** What a selector's patterns, and its selectors of labels and annotations, match; undefined if they are not supported. */
function parsedSelector(selector: unknown) {
  const patterns = new Map<(typeof ID_MEMBERS)[number], RegExp>();
  for (const member of ID_MEMBERS) {
    const source = text(memberOf(selector, member));
    if (source === "") continue;
    const pattern = patternOf(source);
    if (pattern === undefined) return undefined;
    patterns.set(member, pattern);
  }
  const labels = labelSelector(text(memberOf(selector, "labelSelector")));
  const annotations = labelSelector(text(memberOf(selector, "annotationSelector")));
  if (labels === undefined || annotations === undefined) return undefined;
  return {
    matches: (id: ObjectId, member: (typeof ID_MEMBERS)[number]) => patterns.get(member)?.test(id[member]) ?? true,
    matchesMetadata: ({ document }: Resource) => {
      const metadata = memberOf(document.value, "metadata");
      return labels(memberOf(metadata, "labels")) && annotations(memberOf(metadata, "annotations"));
    },
  };
}

/** The selector of a patch's target: the name and the namespace can be the original ones; undefined if it is not supported. */
export function targetSelector(target: unknown): ((resource: Resource) => boolean) | undefined {
  const selector = parsedSelector(target);
  return (
    selector &&
    ((resource) => {
      const { id, ids } = resource;
      const isMatch = (member: (typeof ID_MEMBERS)[number]) =>
        selector.matches(id, member) || (/^name/.test(member) && selector.matches(ids[0]!, member));
      return ID_MEMBERS.every(isMatch) && selector.matchesMetadata(resource);
    })
  );
}

/**
 * What `select` or `reject` of a replacement matches. Undefined is unknown: before version 5.8, kustomize compares the
 * members, which are patterns since then.
 */
export function replacementSelector(selector: unknown) {
  const parsed = parsedSelector(selector);
  return {
    hasId: ID_MEMBERS.some((member) => text(memberOf(selector, member)) !== ""),
    hasMetadata: ["labelSelector", "annotationSelector"].some((name) => text(memberOf(selector, name)) !== ""),
    matchesId: (resource: Resource): boolean | undefined => {
      const isExact = findExactly([resource], selector).length > 0;
      const isMatch = parsed && resource.ids.some((id) => ID_MEMBERS.every((member) => parsed.matches(id, member)));
      return isExact === isMatch ? isExact : undefined;
    },
    matchesMetadata: (resource: Resource): boolean | undefined => parsed?.matchesMetadata(resource),
  };
}

/** An anchored pattern; undefined for one that JavaScript might read otherwise than Go, or take too long for. */
function patternOf(source: string): RegExp | undefined {
  if (!/^[\w.|()*+?^$[\]/ -]*$/.test(source) || /[)*+?][*+?]/.test(source)) return undefined;
  if (source.split(/[*+]/).length > 4) return undefined;
  try {
    return new RegExp(`^(?:${source})$`);
  } catch {
    return undefined;
  }
}

/** A selector such as `app=web,tier!=db,!legacy,env in (a, b)`; undefined if it has other operators. */
function labelSelector(selector: string): ((labels: unknown) => boolean) | undefined {
  const tests: ((labels: unknown) => boolean)[] = [];
  for (const term of selector.split(/,(?![^()]*\))/).filter((each) => each.trim() !== "")) {
    const match = /^\s*(!?)\s*([\w./-]+)\s*(?:(==?|!=)\s*([\w.-]*)\s*|\s(notin|in)\s*\(([\w.,\s-]*)\)\s*)?$/.exec(term);
    if (match === null) return undefined;
    const [, not, key = "", operator, value = "", set, values = ""] = match;
    if (set !== undefined && not === "!") return undefined;
    const wanted = set === undefined ? [value] : values.split(",").map((each) => each.trim());
    if (operator === undefined && set === undefined) {
      tests.push((labels) => (memberOf(labels, key) === undefined) === (not === "!"));
    } else {
      const isNegated = operator === "!=" || set === "notin";
      tests.push((labels) => {
        const label = memberOf(labels, key);
        return (label !== undefined && wanted.includes(text(label))) !== isNegated;
      });
    }
  }
  return (labels) => tests.every((test) => test(labels));
}

/** Whether a document is empty, an object with a name, or a list of them. */
export function isObject(document: Node): boolean {
  return document.value === null || (listedIn(document)?.every(isObject) ?? isResource(document.value));
}
