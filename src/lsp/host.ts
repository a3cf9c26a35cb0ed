/** What a language server asks of the machine that it runs on. */

import type { NodeReader } from "./envfile-view.ts";
import type { FileSettings } from "./settings.ts";

export interface FileAround {
  /** With `/` between the parts of its path. */
  readonly name: string;
  /** Another one, if the file may have changed. */
  readonly stamp: string;
}

export interface LanguageHost {
  readonly version: string;
  readonly node: NodeReader;
  /** The name of a file; undefined if the URI is none of a file. */
  nameOf(uri: string): string | undefined;
  uriOf(name: string): string;
  /** What all files have in common that may say something about each other: their folder. */
  worldOf(name: string): string;
  /** The files of a world, without those that are too large or too many. */
  filesIn(world: string): readonly FileAround[];
  /** The text, without a byte order mark; undefined if it cannot be read. */
  read(name: string): string | undefined;
  /** The folder of the Garden project that a file is in; undefined if it is in none. */
  projectOf(name: string): string | undefined;
  /** The config files of a project, from its folder. */
  configFilesOf(folder: string): readonly string[];
  /** Whether a file of a project's folder is one of its config files, or would be as soon as it is saved. */
  mayBeConfigFile(folder: string, file: string): boolean;
  /**
   * The text of a varfile that a document in a folder of a project names; undefined if there is none.
   *
   * @throws VariablesError for a file that lies elsewhere or cannot be read
   */
  readVarfile(folder: string, within: string, path: string): string | undefined;
  hasFile(name: string): boolean;
  /** Whether a \`.gitignore\` file covers a file that does not exist. */
  isGitIgnored(name: string): boolean;
  /** Looks for projects again. */
  forgetProjects(): void;
  settingsOf(name: string): FileSettings;
  /** Whether a file says how others are looked at. */
  isSetting(name: string): boolean;
  /** Reads configurations again when they are asked for. */
  forget(): void;
  /** What is wrong with configurations, each once. */
  problems(): readonly string[];
}
