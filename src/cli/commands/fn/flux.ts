/** The Kustomizations of Flux among the items of a ResourceList, and the items that they apply. */
import { resolve } from "node:path";
import { appliedObject, type FluxPath, FluxRepository, variablesByFile } from "../../../kubernetes/flux/index.ts";
import { inFile, Kustomizer, type ParsedFile } from "../../../kubernetes/kustomize/index.ts";
import type { RawFinding } from "../../../lint/finding.ts";
import { FluxLint, isOfBraces } from "../../../lint/flux-lint.ts";
import { RenderedLint } from "../../../lint/rendered-lint.ts";
import type { Node } from "../../../yaml/node.ts";
import type { ListedObject } from "./listed-object.ts";
import type { ResourceList } from "./resource-list.ts";

export class ListedFlux {
  /** The items of each file. Every place is in the text of the list. */
  private readonly files = new Map<string, { readonly file: ParsedFile["file"]; readonly documents: Node[] }>();
  private readonly variables: ReturnType<typeof variablesByFile>;
  private readonly paths: readonly FluxPath[];

  constructor({ text }: ResourceList, objects: readonly ListedObject[]) {
    for (const { node, path } of objects) {
      if (path === undefined) continue;
      const name = resolve("/", path);
      const listed = this.files.get(name) ?? { file: { path: name, text }, documents: [] };
      listed.documents.push(inFile(node, listed.file));
      this.files.set(name, listed);
    }
    const entriesOf = (folder: string) => {
      const prefix = folder.endsWith("/") ? folder : `${folder}/`;
      const below = [...this.files.keys()].filter((name) => name.startsWith(prefix));
      const names = below.map((name) => /^[^/]*\/?/.exec(name.slice(prefix.length))![0]);
      return names.length === 0 ? undefined : [...new Set(names)];
    };
    // Files that generators read are not items.
    const read = () => undefined;
    const kustomizer = new Kustomizer({ read, list: entriesOf, parsed: (name) => this.files.get(name) });
    const names = [...this.files.keys()];
    this.paths = new FluxRepository(kustomizer, {
      kustomizations: names,
      sources: names,
      rootsOf: () => [""],
      isFolder: (path) => entriesOf(path) !== undefined,
    }).paths;
    this.variables = variablesByFile(this.paths);
  }

  /** The findings of the rules about Flux, the objects that they are in, and the suppressions of annotations. */
  lint(objects: readonly ListedObject[], isKnown: (name: string) => boolean) {
    const rendered = new RenderedLint();
    new FluxLint(this.paths, isKnown).addTo(rendered, () => () => true);
    const found = rendered.paths.map((path) => rendered.of(path)!);
    const findings = found.flatMap((inFile) =>
      inFile.findings.flatMap((finding): [RawFinding, ListedObject][] => {
        const { start } = finding;
        const object = objects.find(({ node }) => node.start <= start && start < node.end);
        return object === undefined ? [] : [[finding, object]];
      }),
    );
    return { findings, list: found.flatMap(({ list }) => list) };
  }

  /** An object after substitution. */
  applied({ node, path }: ListedObject): Node {
    const variables = path === undefined ? undefined : this.variables.get(resolve("/", path));
    return variables === undefined ? node : appliedObject(node, variables);
  }

  /** Whether a finding is about text that Flux replaces. */
  replaces(finding: RawFinding, { path }: ListedObject): boolean {
    return path !== undefined && isOfBraces(finding) && this.variables.has(resolve("/", path));
  }
}
