/** The apply sets that the inputs of a command form, and the objects that their pods can refer to. */
import { relative } from "node:path";
import type { FileRole } from "../../kubernetes/cluster/not-applied.ts";
import type { PodClusterOptions } from "../../kubernetes/cluster/pod-cluster.ts";
import type { StatedSource } from "../../kubernetes/flux/index.ts";
import { fileAt } from "../../kubernetes/kustomize/index.ts";
import { type ApplySet, addShared, type FileSet, type RenderedSet } from "../../repository/apply-set.ts";
import { InputObjects, SetObjects } from "../../repository/input-objects.ts";
import type { DocumentPart, ManifestPart } from "../../repository/manifest-part.ts";
import { Repository } from "../../repository/repository.ts";
import { printable } from "../../text/printable.ts";
import type { InputFile } from "../files/inputs.ts";
import type { Option } from "../frame/command.ts";
import { didYouMean } from "../frame/command.ts";
import { NoMatchError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import { FolderHost, slashed } from "./folder-host.ts";
import { ManifestStream, type ManifestStreamOptions } from "./manifest-stream.ts";
import { secretCopiesIn } from "./secret-copies.ts";

export const setOptions = {
  in: {
    type: "string",
    value: "NAME",
    help: "select a kustomization by its folder, or a Flux Kustomization by its name",
  },
} as const satisfies Record<string, Option>;

interface SetsOptions extends PodClusterOptions {
  readonly namespace?: string | undefined;
  readonly world?: "open" | "closed";
}

/** A manifest of a set, or the objects of a rendered one. */
export interface SetManifest {
  /** For messages. */
  readonly name: string;
  /** Undefined for a file that the user named: its objects must be valid. */
  readonly role: FileRole | undefined;
  readonly isFound: boolean;
  /** In bytes; of a rendered set, in objects. */
  readonly size: number;
  sizeOf(part: DocumentPart): number;
  parts(): Iterable<DocumentPart>;
}

export class InputSets {
  readonly streams: readonly ManifestStream[];
  readonly repository: Repository;
  readonly sets: readonly ApplySet[];
  private readonly options: SetsOptions;
  private readonly everything: InputObjects | undefined;

  /**
   * @param paths what the command line names
   * @param selection the value of `--in`, and the sources of Flux variables whose keys the configuration states
   * @throws NoMatchError if no set has the name
   */
  constructor(
    files: readonly InputFile[],
    paths: readonly string[],
    options: SetsOptions,
    io: CommandIo,
    reading: ManifestStreamOptions,
    { name, sources }: { readonly name?: string | undefined; readonly sources?: readonly StatedSource[] } = {},
  ) {
    this.options = options;
    this.streams = files.map((file) => new ManifestStream(file, io, reading));
    const named = new Map(
      this.streams.flatMap((stream) => (stream.path === undefined ? [] : [[stream.path, stream.name]])),
    );
    const home = slashed(".");
    this.repository = new Repository(new FolderHost(), {
      manifests: this.streams,
      searched: paths.map(slashed),
      home,
      isOneSet: options.world === "closed",
      sources,
      nameOf: (path) => named.get(path) ?? relative(home, path),
    });
    const all = [...this.repository.sets(paths.map(slashed))];
    this.sets = name === undefined ? all : all.filter((set) => isNamed(set, name));
    if (name !== undefined && this.sets.length === 0) {
      const names = all.flatMap((set) => (set.kind === "files" ? [] : set.names));
      throw new NoMatchError(`--in ${printable(name)}: no such kustomization${didYouMean(name, [...new Set(names)])}`);
    }
    this.everything = all.length === 1 ? undefined : new InputObjects(() => all.map((set) => this.ownObjects(set)));
  }

  /** The set, if the input is one manifest, which can be read once. */
  get onlyManifest(): SetManifest | undefined {
    const [set, other] = this.sets;
    return set?.kind !== "files" || other !== undefined || set.files.length > 1 ? undefined : plainManifests(set)[0];
  }

  /** The manifests of a set, in which only objects of the input are. */
  manifestsOf(set: ApplySet): SetManifest[] {
    if (set.kind === "files") return plainManifests(set);
    const [{ name, role }] = set.files;
    const size = set.rendering.objects.length;
    return [{ name, role, isFound: true, size, sizeOf: () => 1, parts: () => this.ofInput(set, set.files[0].parts()) }];
  }

  /** The objects that the pods of a set can refer to. */
  objectsOf(set: ApplySet): SetObjects {
    const objects = this.ownObjects(set, this.everything);
    if (this.options.world === "closed") this.everything?.addRest(objects);
    return objects;
  }

  /** The objects of the input that are not shown, because it is not known how their set applies them. */
  notEvaluated(set: RenderedSet): Iterable<DocumentPart> {
    return this.ofInput(set, set.notEvaluated());
  }

  /** Why objects of a set are not shown. */
  reasonOf(set: RenderedSet): string {
    const { isComponent, unevaluated } = set.rendering;
    if (isComponent) return "it is a Component that no kustomization of the input uses";
    const refused = unevaluated.find(({ reason }) => reason === "refused");
    if (refused !== undefined) return `kustomize cannot build the kustomization: ${refused.message}`;
    const [first] = unevaluated;
    if (first !== undefined) return first.message;
    return "a part that cannot be read or is not supported may change it";
  }

  close(): void {
    for (const stream of this.streams) stream.close();
  }

  private ownObjects(set: ApplySet, elsewhere?: InputObjects): SetObjects {
    const { options } = this;
    const copyFinder = set.kind === "files" ? options.copyFinder : secretCopiesIn;
    const objects = new SetObjects({ ...options, copyFinder }, elsewhere);
    addShared(set, objects, this.options.namespace);
    return objects;
  }

  private *ofInput(set: RenderedSet, parts: Iterable<DocumentPart>): Generator<DocumentPart, void, undefined> {
    for (const part of parts) {
      const file = fileAt(part.documents[0]!, [])!;
      if (this.repository.isFromInput(set, file.path)) yield part;
    }
  }
}

function plainManifests({ files, manifests }: FileSet): SetManifest[] {
  return files.map((file, i) => ({
    ...file,
    role: file.isFound ? file.role : undefined,
    get size() {
      return manifests[i]!.size;
    },
    sizeOf,
  }));
}

/** A manifest whose objects must be valid. */
export function namedManifest(stream: ManifestStream): SetManifest {
  return {
    name: stream.name,
    role: undefined,
    isFound: false,
    get size() {
      return stream.size;
    },
    sizeOf,
    parts: () => stream.parts(),
  };
}

function sizeOf(part: DocumentPart): number {
  return Buffer.byteLength((part as ManifestPart).text);
}

function isNamed(set: ApplySet, name: string): boolean {
  if (set.kind === "files") return false;
  return set.names.includes(name) || (set.kind === "kustomization" && set.folder === slashed(name));
}
