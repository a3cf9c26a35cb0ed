/** The sources of Flux variables whose keys `.varexpand.yaml` states. */
import type { StatedSource } from "../../kubernetes/flux/index.ts";
import type { CommandIo } from "../frame/io.ts";
import { nearestConfig } from "./config-file.ts";

/**
 * Those of the nearest configuration. The code that reads it is loaded only if there is one.
 *
 * @throws InputError
 */
export async function statedSources(io: CommandIo): Promise<readonly StatedSource[]> {
  if (nearestConfig(process.cwd()) === undefined) return [];
  const { readLintConfig } = await import("./config.ts");
  return readLintConfig(undefined, io).sources;
}
