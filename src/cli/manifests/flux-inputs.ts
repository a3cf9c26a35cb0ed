/** The manifests among the inputs of a command, as the Kustomizations of Flux in their repositories apply them. */
import { resolve } from "node:path";
import {
  type FluxPath,
  type FluxVariables,
  neededFor,
  type ReplacedText,
  substituted,
  variablesByFile,
} from "../../kubernetes/flux/index.ts";
import type { Need } from "../../kubernetes/pod/types.ts";
import { memberOf } from "../../text/own-keys.ts";
import type { Node } from "../../yaml/node.ts";
import { STDIN } from "../files/files.ts";
import type { InputFile } from "../files/inputs.ts";
import { fluxRepositories, mayHaveFlux, repositoryOf } from "./flux.ts";
import type { FluxSubstitution, ManifestPart } from "./manifest-file.ts";
import { Renderings, slashed } from "./renderings.ts";

/** Objects that kustomize reads, and that nothing applies. */
const KUSTOMIZE = /^kustomize\.config\.k8s\.io\//;

/** What Flux may replace in YAML or JSON, where escape sequences can also represent it. */
const MAY_REFER = /\$[${]|\\[xuU]/;

export class FluxInputs {
  private readonly files: readonly InputFile[];
  private readonly names: ReadonlySet<string>;
  private known: readonly FluxPath[] | undefined;
  private byFile: ReadonlyMap<string, FluxVariables> | undefined;

  constructor(inputs: readonly InputFile[]) {
    this.files = inputs.filter(({ file, rendered }) => file !== STDIN && rendered === undefined);
    this.names = new Set(this.files.map(({ file }) => file));
  }

  /** What the Kustomizations apply that are among the inputs, or that apply something in them. */
  get paths(): readonly FluxPath[] {
    return this.known ?? this.read([]);
  }

  /** The part after substitution; the part itself if Flux replaces nothing in it. Most repositories are not read. */
  applied(part: ManifestPart, file: string): ManifestPart {
    if (!this.names.has(file) || !MAY_REFER.test(part.text)) return part;
    if (this.byFile === undefined) {
      const roots = [...new Set(this.files.flatMap((input) => repositoryOf(resolve(input.file)) ?? []))];
      this.byFile = mayHaveFlux(this.files, roots) ? variablesByFile(this.read(roots)) : new Map();
    }
    if (this.byFile.size === 0) return part;
    const variables = this.byFile.get(slashed(resolve(file)));
    if (variables === undefined) return part;
    return part.substituted(new Map(part.documents.map((document) => substitutionOf(document, variables))));
  }

  private read(roots: readonly string[]): readonly FluxPath[] {
    const repositories = [...fluxRepositories(this.files, new Renderings([], []), roots)];
    const files = new Set([...this.names].map((file) => slashed(resolve(file))));
    this.known = repositories
      .flatMap(({ repository }) => repository.paths)
      .filter(({ kustomization, rendering }) => {
        return files.has(kustomization.file.path) || [...rendering.files].some((file) => files.has(file));
      });
    return this.known;
  }
}

/** A document after substitution, and what is replaced in it. */
function substitutionOf(written: Node, variables: FluxVariables): [Node, FluxSubstitution] {
  const texts: ReplacedText[] = [];
  const isRead = KUSTOMIZE.test(`${memberOf(written.value, "apiVersion")}`);
  const document = isRead ? written : substituted(written, variables, (text) => texts.push(text));
  const unknown = new Map<string, Need>();
  for (const { result, text } of texts) {
    if (result === undefined) unknown.set(text, { needs: neededFor(text, variables), needsKind: "cluster" });
  }
  return [document, { written, texts, unknown }];
}
