/** Adds the ConfigMaps and Secrets that a kustomization generates, or merges them into those that exist. */

import { pathFrom } from "../../text/paths.ts";
import { nodeAt } from "../../yaml/node.ts";
import { append } from "./accumulated.ts";
import { atPlace } from "./budget.ts";
import { generate, mergedGenerated } from "./generators.ts";
import { type Level, type Loader, restrict } from "./loader.ts";
import { indexOf } from "./patches.ts";
import { setMetadata } from "./references.ts";
import { Resource } from "./resource.ts";
import { inFile, itemsOf } from "./tree.ts";

/** Lists of a kustomization that add or change objects in ways that are not supported. */
const OTHER_GENERATORS = ["generators", "helmCharts", "helmChartInflationGenerator"];

export function runGenerators(level: Level, loader: Loader): void {
  const { budget, content, folder, into, root, source } = level;
  if (OTHER_GENERATORS.some((name) => nodeAt(content, [name]) !== undefined)) into.isComplete = false;
  const options = nodeAt(content, ["generatorOptions"]);
  for (const kind of ["ConfigMap", "Secret"] as const) {
    for (const args of itemsOf(nodeAt(content, [kind === "Secret" ? "secretGenerator" : "configMapGenerator"]))) {
      const read = (path: string) => {
        const full = pathFrom(folder, path);
        if (loader.isLoadable(full, folder, root)) return loader.files.textOf(full);
        restrict({ start: args.start, value: path }, level);
        return undefined;
      };
      const generated = atPlace(source.file.path, args.start, () => generate(kind, args, options, read, budget));
      const known = indexOf(into, budget);
      const resource = new Resource(inFile(generated.document, source.file));
      resource.isUnknown = generated.isUnknown;
      resource.hasHash = generated.hasHash;
      const existing = known.only(resource.id);
      if (existing === undefined) {
        // What it is to change may be one of the objects that cannot be read.
        resource.isUnknown ||= generated.behavior !== "create";
        append(resource, into, known);
      } else {
        existing.isUnknown ||= generated.isUnknown || generated.behavior === "create";
        existing.hasHash &&= generated.hasHash;
        budget.spend(existing.document.size + generated.document.size);
        existing.document = mergedGenerated(existing.document, generated);
        for (const member of ["labels", "annotations"] as const) {
          const values = nodeAt(generated.document, ["metadata", member]);
          setMetadata(existing, member, values, false, source.file, budget);
        }
      }
    }
  }
}
