/** Adds the ConfigMaps and Secrets that a kustomization generates, or merges them into those that exist. */

import { pathFrom } from "../../text/paths.ts";
import { type Node, nodeAt } from "../../yaml/node.ts";
import { append } from "./accumulated.ts";
import { atPlace } from "./budget.ts";
import { generate, mergedGenerated } from "./generators.ts";
import { isCertain, type Level, type Loader, report, restrict } from "./loader.ts";
import { setMetadata } from "./metadata.ts";
import { doubtNamed, indexOf } from "./patches.ts";
import { idText, Resource } from "./resource.ts";
import { inFile, itemsOf } from "./tree.ts";

/** Lists of a kustomization that add or change objects in ways that are not supported. */
const OTHER_GENERATORS = ["generators", "helmCharts", "helmChartInflationGenerator"];

export function runGenerators(level: Level, loader: Loader): void {
  const { budget, content, folder, into, root, source } = level;
  for (const name of OTHER_GENERATORS) {
    const node = nodeAt(content, [name]);
    if (node === undefined || Object.keys(node.value ?? {}).length === 0) continue;
    into.isComplete = false;
    report(level, node, "unsupported", `${name}: not supported`);
  }
  const options = nodeAt(content, ["generatorOptions"]);
  for (const kind of ["ConfigMap", "Secret"] as const) {
    for (const args of itemsOf(nodeAt(content, [kind === "Secret" ? "secretGenerator" : "configMapGenerator"]))) {
      const read = (path: string, at: Node) => {
        const full = pathFrom(folder, path);
        if (!loader.isLoadable(full, folder, root)) {
          restrict(args, path, level);
          return undefined;
        }
        const file = loader.files.textOf(full);
        if (file === undefined && !budget.isSpent) {
          loader.reportUnread(at, path, level, "loading KV pairs", kind === "Secret" ? "secret" : "file");
        }
        return file;
      };
      const generated = atPlace(source.file.path, args.start, () => generate(kind, args, options, read, budget));
      if (generated.refusal !== undefined) report(level, args, "refused", generated.refusal);
      const known = indexOf(into, budget);
      const resource = new Resource(inFile(generated.document, source.file));
      resource.isUnknown = generated.isUnknown;
      resource.hasHash = generated.hasHash;
      const existing = known.only(resource.id);
      if (existing === undefined) {
        if (generated.behavior !== "create") {
          // What it is to change may be one of the objects that cannot be read.
          resource.isUnknown = true;
          const problem = `id ${idText(resource.id)} does not exist; cannot merge or replace`;
          if (isCertain(level)) report(level, args, "refused", problem);
          doubtNamed(level, resource.id);
        }
        append(resource, into, known);
      } else {
        if (generated.behavior === "create" && !existing.isUnknown) {
          report(level, args, "refused", `id ${idText(resource.id)} exists; behavior must be merge or replace`);
        }
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
