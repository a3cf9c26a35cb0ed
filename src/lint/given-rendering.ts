/** What kubectl or kustomize has rendered, with the places of its parts in the files that it comes from. */

import {
  inFile,
  isSameObject,
  mappingAt,
  originOf,
  placedAs,
  type RenderedObject,
} from "../kubernetes/kustomize/index.ts";
import { type RenderedSet, renderedSet } from "../repository/apply-set.ts";
import { SourceFiles } from "../repository/manifest-part.ts";
import { pathFrom } from "../text/paths.ts";
import { tryOrUndefined } from "../text/try-or-undefined.ts";
import { DocumentError } from "../yaml/error.ts";
import { parseManifest } from "../yaml/parse.ts";
import type { LintSession } from "./session.ts";

/**
 * @param folder of the kustomization, absolute
 * @param origins the folder that the origins in the output are paths from
 */
export function givenRendering(text: string, folder: string, origins: string, session: LintSession): RenderedSet {
  const { host, repository } = session;
  const ours = repository.kustomizer.render(folder);
  const documents = tryOrUndefined(() => parseManifest(text), DocumentError) ?? [];
  const objects = documents.map((document): RenderedObject => {
    const same = ours?.objects.find((object) => isSameObject(document.value, object.document.value));
    const origin = originOf(document.value);
    const path = origin === undefined ? (ours?.file ?? folder) : pathFrom(origins, origin);
    const file = { path, text: host.read(path) ?? "" };
    const start = mappingAt({ ...document, start: 0, end: 0 }, []);
    return { document: placedAs(document, same?.document ?? inFile(start, file), file), isUnknown: false };
  });
  const files = new Set(ours?.files);
  const rendering = { file: "", isComponent: false, objects, isComplete: true, files, unevaluated: [] };
  const label = repository.nameOf(folder) || ".";
  const set = { kind: "kustomization", label, folder, names: [label], rendering } as const;
  return renderedSet(set, new SourceFiles((path) => path));
}
