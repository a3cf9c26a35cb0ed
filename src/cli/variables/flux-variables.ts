/** The variables of `varexpand expand --flux-kustomization`. */
import type { FluxPath } from "../../kubernetes/flux/index.ts";
import { fluxVariablesOf } from "../../repository/flux-search.ts";
import { checkReadable, nameOf } from "../files/files.ts";
import { InputError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import { statedSources } from "../lint-settings/stated-sources.ts";
import { FolderHost, slashed } from "../manifests/folder-host.ts";

type Found = Pick<FluxPath, "kustomization" | "variables">;

/**
 * The variables of a Kustomization, with those that the Kustomizations above it in the repository add.
 *
 * @param given `FILE`, or `FILE#NAME` if the file contains several
 * @throws InputError
 */
export async function fluxVariables(given: string, io: CommandIo): Promise<Map<string, string>> {
  const [, file = "", name] = /^(.*?)(?:#([^#/]*))?$/s.exec(given)!;
  checkReadable([file], io);
  const found = fluxVariablesOf(slashed(file), new FolderHost(), await statedSources(io)).filter(
    ({ kustomization }) => name === undefined || kustomization.name === name,
  );
  const [first] = found;
  if (first === undefined) {
    throw new InputError(`${nameOf(given)}: not a Kustomization of Flux`);
  }
  if (new Set(found.map(idOf)).size > 1) {
    const names = [...new Set(found.map(({ kustomization }) => kustomization.name))].join(", ");
    throw new InputError(`${nameOf(file)}: several Kustomizations (${names}); select one with FILE#NAME`);
  }
  return valuesOf(first, file, io);
}

function valuesOf({ variables }: Found, file: string, io: CommandIo): Map<string, string> {
  const values = new Map<string, string>();
  const unknown = new Set<string>();
  for (const { from, name, value } of variables.all.values()) {
    if (value === undefined) unknown.add(from);
    else values.set(name, value);
  }
  for (const from of unknown) {
    io.report(`${nameOf(file)}: values of ${from} are not known; set them with -e or --envfile`);
  }
  return values;
}

/** Two Kustomizations of a file, or one that is applied with different variables. */
function idOf({ kustomization, variables }: Found): string {
  return JSON.stringify([kustomization.id, [...variables.all.values()].map(({ name, value }) => [name, value])]);
}
