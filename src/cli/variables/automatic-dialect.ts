/** The reader of an env file if no option names it: the one that `lint` chooses, but only one. */

import { basename } from "node:path";
import { compareReadings, type ReaderId, titles } from "../../envfile/readers/compare.ts";
import { composeEnvironment } from "../../expansion/dialects/compose-environment.ts";
import { dialectInComment, type EnvFileDialect, readersOfName } from "../../lint/envfile-lint.ts";
import { printable } from "../../text/printable.ts";
import { nameOf, STDIN } from "../files/files.ts";
import type { CommandIo } from "../frame/io.ts";
import { readLintConfig } from "../lint-settings/config.ts";
import { pathFromSettings } from "../lint-settings/settings.ts";
import { repositoryAround, slashed } from "../manifests/folder-host.ts";

/** After this many variables, the message counts the others. */
const MAX_NAMED = 5;

/**
 * Reports the dialect, and the variables that other programs that may read the file read differently.
 *
 * @param isCompose whether docker compose reads the file
 * @throws InputError if `.varexpand.yaml` is invalid
 */
export function automaticDialect(file: string, bytes: Uint8Array, isCompose: boolean, io: CommandIo): EnvFileDialect {
  const dialect = isCompose ? "compose" : onlyReader(file, bytes, io);
  const others = isCompose || dialect === undefined ? readersOfName(basename(file)) : [];
  const id = dialect === "kep" ? "design" : (dialect ?? "dotenv");
  io.report(`${nameOf(file)}: read like ${titles([{ id }])}${differences(bytes, id, others)}`);
  return dialect ?? "dotenv";
}

/** The reader that the file, the configuration, or another file names. */
function onlyReader(file: string, bytes: Uint8Array, io: CommandIo): EnvFileDialect | undefined {
  const stated = dialectInComment(new TextDecoder().decode(bytes));
  if (stated !== undefined || file === STDIN) return stated;
  const config = readLintConfig(undefined, io);
  const path = pathFromSettings(config, file);
  const configured = path === undefined ? undefined : config.dialectOf(path);
  if (configured !== undefined) return configured;
  const readers = repositoryAround(slashed(file)).envFiles.readersOf(slashed(file));
  return readers.length === 1 ? readers[0] : undefined;
}

/** A part of the message: `; Node.js, Bun read A, B differently`. */
function differences(bytes: Uint8Array, chosen: ReaderId, others: readonly ReaderId[]): string {
  if (others.length === 0) return "";
  const ids = [...new Set([chosen, ...others])];
  const comparison = compareReadings(bytes, () => composeEnvironment(new Map()), ids);
  const different = Array.from(comparison.differences, ([name, groups]) => {
    const others = [...groups.values()].filter((group) => !group.some(({ id }) => id === chosen));
    return { name, others: others.flat() };
  }).filter(({ others }) => others.length > 0);
  if (different.length === 0) return "";
  const readers = comparison.readers.filter((reader) => different.some(({ others }) => others.includes(reader)));
  const names = different.slice(0, MAX_NAMED).map(({ name }) => printable(name));
  const more = different.length > MAX_NAMED ? ` and ${different.length - MAX_NAMED} more` : "";
  const verb = readers.length === 1 ? "reads" : "read";
  return `; ${titles(readers)} ${verb} ${names.join(", ")}${more} differently (envfile --compare shows how)`;
}
