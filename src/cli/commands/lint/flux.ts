/** The Kustomizations of Flux among the files that `varexpand lint` is given. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { FLUX_GROUP, FluxRepository } from "../../../kubernetes/flux/index.ts";
import { STDIN } from "../../files/files.ts";
import type { InputFile } from "../../files/inputs.ts";
import { readRegularFile } from "../../files/regular-file.ts";
import { type Renderings, slashed } from "../../manifests/renderings.ts";

/** A file that can have ConfigMaps or Secrets, generators of them, or objects such as an ExternalSecret. */
const SOURCE = /\bkind\b\W[^\n]{0,80}?\b(?:ConfigMap|\w*Secret\w*|OnePasswordItem)\b|\b(?:configMap|secret)Generator\b/;

/** Reads the Kustomizations in files; undefined if the files do not contain any. */
export function fluxRepository(inputs: readonly InputFile[], renderings: Renderings): FluxRepository | undefined {
  const kustomizations: string[] = [];
  const sources: string[] = [];
  for (const { file, rendered } of inputs) {
    if (file === STDIN || rendered !== undefined) continue;
    const path = slashed(resolve(file));
    const text = contentOf(file);
    if (text.includes(FLUX_GROUP) && /\bKustomization\b/.test(text)) kustomizations.push(path);
    if (SOURCE.test(text)) sources.push(path);
  }
  if (kustomizations.length === 0) return undefined;
  return new FluxRepository(renderings.kustomizer, {
    kustomizations,
    sources,
    rootsOf,
    isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  });
}

/** Larger files are not read. */
const LARGEST_FILE = 32 << 20;

/** A file's text, with a character for each byte; "" if it cannot be read. */
function contentOf(file: string): string {
  try {
    const bytes = readRegularFile(file, LARGEST_FILE);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  } catch {
    return "";
  }
}

/** The root of the repository that a file is in; without one, the folders above the file, the nearest first. */
export function rootsOf(file: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); folders.at(-1) !== folder; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return [folder];
    folders.push(folder);
  }
  return folders;
}
