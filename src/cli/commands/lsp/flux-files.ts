/** The Kustomizations of Flux in the repositories of open files. */
import { dirname } from "node:path";
import { type FluxPath, renderPath } from "../../../kubernetes/flux/index.ts";
import type { FluxAround } from "../../../lsp/manifests/flux-file.ts";
import { fluxRepositories, repositoryOf } from "../../manifests/flux.ts";
import { Renderings } from "../../manifests/renderings.ts";

type Texts = ReadonlyMap<string, string>;

interface Repository {
  readonly paths: readonly FluxPath[];
  readonly renderings: Renderings;
  /** The files with Kustomizations, and those that set variables. */
  readonly sources: ReadonlySet<string>;
}

const KUSTOMIZATION = /kustomize\.toolkit\.fluxcd\.io\/v/;

export class FluxFiles {
  /** The root of each folder's repository; undefined without one. */
  private readonly roots = new Map<string, string | undefined>();
  private readonly repositories = new Map<string, Repository>();

  /**
   * Returns what Kustomizations apply from a file; undefined if none does. Unsaved text replaces a file's content.
   *
   * @param open the open texts, by their files
   */
  of(name: string, open: Texts): FluxAround | undefined {
    const root = this.rootOf(name);
    if (root === undefined) return undefined;
    let known = this.repositories.get(root);
    const isChanged = ([file, text]: readonly [string, string]) => {
      return (known!.sources.has(file) || KUSTOMIZATION.test(text)) && known!.renderings.read(file) !== text;
    };
    if (known === undefined || [...open].some(isChanged)) known = this.evaluated(root, open);
    const paths = known.paths.filter(({ kustomization, rendering }) => {
      return rendering.files.has(name) || kustomization.file.path === name;
    });
    if (paths.length === 0) return undefined;
    if (open.get(name) === known.renderings.read(name)) return { all: known.paths, paths };
    const { kustomizer } = renderingsWith(open);
    const rendered = (path: FluxPath) => ({ ...path, rendering: renderPath(kustomizer, path) ?? path.rendering });
    return { all: known.paths, paths: paths.map(rendered) };
  }

  /** Evaluates repositories again that a saved file can change. */
  forget(names: readonly string[]): void {
    for (const name of names) {
      const root = this.rootOf(name);
      const known = root === undefined ? undefined : this.repositories.get(root);
      if (known === undefined) continue;
      const isFlux = known.paths.length > 0 || KUSTOMIZATION.test(new Renderings([], []).read(name) ?? "");
      if (isFlux) this.repositories.delete(root!);
    }
  }

  private rootOf(name: string): string | undefined {
    const folder = dirname(name);
    if (!this.roots.has(folder)) {
      this.roots.set(folder, repositoryOf(name));
    }
    return this.roots.get(folder);
  }

  private evaluated(root: string, open: Texts): Repository {
    const renderings = renderingsWith(open);
    const paths = [...fluxRepositories([], renderings, [root])].flatMap(({ repository }) => repository.paths);
    const setting = paths.flatMap(({ kustomization, variables }) => {
      return [kustomization.file.path, ...Array.from(variables.all.values(), ({ file }) => file.path)];
    });
    const repository = { paths, renderings, sources: new Set(setting) };
    this.repositories.set(root, repository);
    return repository;
  }
}

function renderingsWith(texts: Texts): Renderings {
  const renderings = new Renderings([], []);
  for (const [file, text] of texts) renderings.texts.set(file, text);
  return renderings;
}
