/** The Kustomizations of Flux in the repositories of open files. */
import { dirname } from "node:path";
import { FLUX_GROUP, type FluxPath, renderPath } from "../../../kubernetes/flux/index.ts";
import type { FluxAround } from "../../../lsp/manifests/flux-file.ts";
import { fluxPathsAround } from "../../../repository/flux-search.ts";
import { Folders } from "../../../repository/folders.ts";
import { kustomizerOf } from "../../../repository/kustomizations.ts";
import { FolderHost } from "../../manifests/folder-host.ts";

type Texts = ReadonlyMap<string, string>;

interface Repository {
  readonly paths: readonly FluxPath[];
  readonly host: FolderHost;
  /** The files with Kustomizations, and those that set variables. */
  readonly sources: ReadonlySet<string>;
}

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
      return (known!.sources.has(file) || text.includes(FLUX_GROUP)) && known!.host.read(file) !== text;
    };
    if (known === undefined || [...open].some(isChanged)) known = this.evaluated(name, root, open);
    const paths = known.paths.filter(({ kustomization, rendering }) => {
      return rendering.files.has(name) || kustomization.file.path === name;
    });
    if (paths.length === 0) return undefined;
    const rendered = () => {
      const host = hostWith(open);
      const kustomizer = kustomizerOf(host, new Folders(host));
      return paths.map((path) => ({ ...path, rendering: renderPath(kustomizer, path) ?? path.rendering }));
    };
    return { paths, rendered: () => (open.get(name) === known.host.read(name) ? paths : rendered()) };
  }

  /** Evaluates repositories again that a saved file can change. */
  forget(names: readonly string[]): void {
    for (const name of names) {
      const root = this.rootOf(name);
      const known = root === undefined ? undefined : this.repositories.get(root);
      if (known === undefined) continue;
      const isFlux = known.paths.length > 0 || new FolderHost().read(name)?.includes(FLUX_GROUP);
      if (isFlux) this.repositories.delete(root!);
    }
  }

  private rootOf(name: string): string | undefined {
    const folder = dirname(name);
    if (!this.roots.has(folder)) {
      this.roots.set(folder, new Folders(new FolderHost()).rootOf(folder));
    }
    return this.roots.get(folder);
  }

  private evaluated(name: string, root: string, open: Texts): Repository {
    const host = hostWith(open);
    const paths = fluxPathsAround(name, host);
    const setting = paths.flatMap(({ kustomization, variables }) => {
      return [kustomization.file.path, ...Array.from(variables.all.values(), ({ file }) => file.path)];
    });
    const repository = { paths, host, sources: new Set(setting) };
    this.repositories.set(root, repository);
    return repository;
  }
}

function hostWith(texts: Texts): FolderHost {
  const host = new FolderHost();
  for (const [file, text] of texts) host.texts.set(file, text);
  return host;
}
