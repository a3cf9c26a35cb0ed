/** The selectors of kustomizations: what patches, replacements, and variables refer to. */

import { getOrAdd } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import { labelSelector } from "./label-selector.ts";
import { groupAndVersion, type ObjectId, type Resource, textOfScalar } from "./resource.ts";

/** Compiles a regular expression of Go; undefined for one that Go refuses. Its result must take linear time. */
export type PatternCompiler = (source: string) => ((text: string) => boolean) | undefined;

/** Members of a selector that are compared: exactly, or as regular expressions. */
const ID_MEMBERS = ["group", "version", "kind", "name", "namespace"] as const;

type IdMember = (typeof ID_MEMBERS)[number];

/**
 * The objects that the source of a replacement refers to.
 *
 * @param selector its members are exact; missing ones match anything
 */
export function findExactly(resources: readonly Resource[], selector: unknown): Resource[] {
  const members = ID_MEMBERS.filter((member) => textOfScalar(memberOf(selector, member)) !== "");
  return findWith(resources, members, selector);
}

/** The objects that a variable refers to: only the namespace can be missing. `apiVersion` specifies group and version. */
export function findReferred(resources: readonly Resource[], reference: unknown): Resource[] {
  const apiVersion = textOfScalar(memberOf(reference, "apiVersion"));
  const version = apiVersion === "" ? {} : groupAndVersion(apiVersion);
  const wanted = { ...(reference as object), ...version };
  const members = ID_MEMBERS.filter(
    (member) => member !== "namespace" || textOfScalar(memberOf(wanted, member)) !== "",
  );
  return findWith(resources, members, wanted);
}

function findWith(resources: readonly Resource[], members: readonly IdMember[], wanted: unknown): Resource[] {
  return resources.filter(({ ids }) =>
    ids.some((id) => members.every((member) => id[member] === textOfScalar(memberOf(wanted, member)))),
  );
}

/** The tag and the digest of an image, as kustomize matches them. */
const TAG_AND_DIGEST = /^(:[a-zA-Z0-9_.{}-]*)?(@[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*:[a-zA-Z0-9_.{}-]*)?$/;

/** Reads selectors with patterns. */
export class Selectors {
  private readonly compile: PatternCompiler | undefined;
  private readonly patterns = new Map<string, ReturnType<PatternCompiler>>();

  /** @param compile undefined if patterns are not supported: what they select is unknown */
  constructor(compile: PatternCompiler | undefined) {
    this.compile = compile;
  }

  /** The selector of a patch's target: the name and the namespace can be the original ones; undefined if it is unknown. */
  ofPatch(target: unknown): ((resource: Resource) => boolean) | undefined {
    const selector = this.parsed(target);
    return (
      selector &&
      ((resource) => {
        const { id, ids } = resource;
        const isMatch = (member: IdMember) =>
          selector.matches(id, member) || (/^name/.test(member) && selector.matches(ids[0]!, member));
        return ID_MEMBERS.every(isMatch) && selector.matchesMetadata(resource);
      })
    );
  }

  /** What `select` or `reject` of a replacement matches, since version 5.8. Undefined is unknown. */
  ofReplacement(selector: unknown) {
    const parsed = this.parsed(selector);
    const isWanted = (name: string) => textOfScalar(memberOf(selector, name)) !== "";
    // kustomize does not compare the default namespace with that of an object that has none.
    const isVague = ({ namespace }: ObjectId) => namespace === "default" && isWanted("namespace");
    return {
      hasId: ID_MEMBERS.some(isWanted),
      hasMetadata: ["labelSelector", "annotationSelector"].some(isWanted),
      matchesId: ({ ids }: Resource): boolean | undefined => {
        const found = parsed && ids.filter((id) => ID_MEMBERS.every((member) => parsed.matches(id, member)));
        return found?.length && found.every(isVague) ? undefined : found && found.length > 0;
      },
      matchesMetadata: (resource: Resource): boolean | undefined => parsed?.matchesMetadata(resource),
    };
  }

  /** A pattern that a part of a text must match, such as `[name=app]` in the path of a replacement; undefined if it is unknown. */
  within(source: string): ReturnType<PatternCompiler> {
    // kustomize compares YAML: the text can have quotes, at which anchors and boundaries match.
    if (/[\^$\\'"]/.test(source)) return undefined;
    if (/^[\w-]*$/.test(source)) return (text) => text.includes(source);
    return getOrAdd(this.patterns, `within ${source}`, () => this.compile?.(source));
  }

  /** The images with a name, with any tag and digest; undefined if the name is a pattern that is not supported. */
  ofImage(name: string): ReturnType<PatternCompiler> {
    if (!/^[\w./:-]*$/.test(name)) {
      return getOrAdd(this.patterns, `image ${name}`, () =>
        this.compile?.(`^${name}${TAG_AND_DIGEST.source.slice(1)}`),
      );
    }
    const isName = this.pattern(name)!;
    return (image) => TAG_AND_DIGEST.test(image.slice(name.length)) && isName(image.slice(0, name.length));
  }

  /** What a selector's patterns, and its selectors of labels and annotations, match; undefined if that is unknown. */
  private parsed(selector: unknown) {
    const patterns = new Map<IdMember, (text: string) => boolean>();
    for (const member of ID_MEMBERS) {
      const source = textOfScalar(memberOf(selector, member));
      if (source === "") continue;
      const pattern = this.pattern(source);
      if (pattern === undefined) return undefined;
      patterns.set(member, pattern);
    }
    const labels = labelSelector(textOfScalar(memberOf(selector, "labelSelector")));
    const annotations = labelSelector(textOfScalar(memberOf(selector, "annotationSelector")));
    if (labels === undefined || annotations === undefined) return undefined;
    return {
      matches: (id: ObjectId, member: IdMember) => patterns.get(member)?.(id[member]) ?? true,
      matchesMetadata: ({ document }: Resource) => {
        const metadata = memberOf(document.value, "metadata");
        return labels(memberOf(metadata, "labels")) && annotations(memberOf(metadata, "annotations"));
      },
    };
  }

  /** A pattern that a whole text must match; undefined if it is not supported. */
  private pattern(source: string): ReturnType<PatternCompiler> {
    // A name, or the name of a group: the compiler need not be loaded.
    if (/^[\w./:-]*$/.test(source)) {
      const isMatch = (character: string, i: number) =>
        source[i] === character || (source[i] === "." && character !== "\n");
      return (text) => [...text].length === source.length && [...text].every(isMatch);
    }
    return getOrAdd(this.patterns, source, () => this.compile?.(`^(?:${source})$`));
  }
}
