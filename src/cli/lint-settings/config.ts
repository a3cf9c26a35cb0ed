/** `.varexpand.yaml`: the configuration of `varexpand lint` for a repository. */
import { basename, dirname, relative, resolve } from "node:path";
import { CONFIG_FILE } from "../files/skipped-files.ts";
import type { CommandIo } from "../frame/io.ts";
import { readManifestFile } from "../manifests/manifest-file.ts";
import { nearestConfig } from "./config-file.ts";
import { ConfigValue, LINT_SETTINGS, type LintSettings, readLintSettings } from "./settings.ts";

export function isConfig(file: string): boolean {
  return basename(file) === CONFIG_FILE;
}

/**
 * The configuration that an option names, or the one that is nearest to a folder, up to the repository's root.
 *
 * @throws InputError
 */
export function readLintConfig(file: string | undefined, io: CommandIo, start = process.cwd()): LintSettings {
  const found = file ?? nearestConfig(start);
  if (found === undefined) return readLintSettings([], start);
  const shown = file ?? relative(process.cwd(), found);
  const config = readManifestFile(shown === "" ? found : shown, io);
  const [root, second] = config.documents.map(
    (document) => new ConfigValue(document, (node) => config.place(node.start)),
  );
  second?.fail("the configuration is one document");
  const isEmpty = root === undefined || root.value === null;
  const members = isEmpty ? [] : root.entries(LINT_SETTINGS);
  return readLintSettings(members, dirname(resolve(found)), { path: resolve(found), text: config.text });
}
