/** The names that a shell offers for what stands in the files of a command line. */
import { existsSync } from "node:fs";
import { readManifestObjects } from "../cluster/objects.ts";
import type { Workload } from "../cluster/workloads.ts";
import { memberOf } from "../text/own-keys.ts";
import { InputError, UsageError } from "./errors.ts";
import { findInputs } from "./inputs.ts";
import type { CommandIo } from "./io.ts";
import { ManifestStream } from "./manifest-stream.ts";
import { WorkloadSelection } from "./workload-selection.ts";

/** What a shell asks for. */
export const NAMED = ["workloads", "containers"] as const;

/** More names are not offered. */
const MOST = 1000;

/** A shell may expand what it is given, or run it: a name with any other character is not offered. */
const HARMLESS = /^[A-Za-z0-9][\w.-]*$/;

/**
 * The workloads (`deployment/web`) in the files among the words of a command line, or the containers of the workloads
 * that it names. What cannot be read has none.
 *
 * @param words the words behind the program's name
 */
export async function namesFor(
  what: (typeof NAMED)[number],
  words: readonly string[],
  io: CommandIo,
): Promise<string[]> {
  const operands = words.slice(1).filter((word) => !word.startsWith("-") && existsSync(word));
  if (operands.length === 0) return [];
  const named = words.slice(1).filter((word) => /^[^-/]+\/[^/]+$/.test(word) && !existsSync(word));
  const names = new Set<string>();
  try {
    const selection = new WorkloadSelection(what === "containers" ? named : [], []);
    const options = { file: [], kustomize: [], recursive: words.includes("-R") || words.includes("--recursive") };
    const { files, skipped } = await findInputs({ command: "pod", operands, options }, io);
    for (const file of files) {
      for (const workload of workloadsOf(new ManifestStream({ ...file, isFound: true }, io, { skipped }))) {
        if (!selection.hasWorkload(workload)) continue;
        for (const name of what === "workloads" ? [nameOf(workload)] : containerNames(workload)) {
          if (name.split("/").every((part) => HARMLESS.test(part))) names.add(name);
          if (names.size === MOST) return [...names];
        }
      }
    }
  } catch (error) {
    if (!(error instanceof InputError) && !(error instanceof UsageError)) throw error;
  }
  return [...names];
}

function* workloadsOf(manifest: ManifestStream): Generator<Workload, void, undefined> {
  for (const part of manifest.parts()) {
    for (const document of part.documents) {
      yield* part.objectsIn(document, (value) => readManifestObjects(value, part.list?.kind)).workloads;
    }
  }
}

function nameOf({ owner }: Workload): string {
  return `${owner.kind?.toLowerCase()}/${owner.metadata?.name}`;
}

function containerNames({ pod }: Workload): string[] {
  const lists = ["initContainers", "containers", "ephemeralContainers"].map((list) => memberOf(pod.spec, list));
  return lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((container) => String(memberOf(container, "name")));
}
