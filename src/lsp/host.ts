/** The file system and configuration, for the language server. */

import type { RepositoryHost } from "../repository/folders.ts";
import type { FileSettings } from "./settings.ts";

export interface FileAround {
  /** A path with `/` separators. */
  readonly name: string;
  /** Changes if the file can have changed. */
  readonly stamp: string;
}

export interface LanguageHost {
  readonly version: string;
  /** The name of a file; undefined if the URI is not a file URI. */
  nameOf(uri: string): string | undefined;
  uriOf(name: string): string;
  /** The folder of a file. Files in one folder can affect each other. */
  folderOf(name: string): string;
  /** The saved files. */
  readonly files: RepositoryHost;
  /** The files in a folder, except files that are too large or too many. */
  filesIn(folder: string): readonly FileAround[];
  /** The text, without a byte order mark; undefined if it cannot be read. */
  read(name: string): string | undefined;
  /** The folder of the Garden project that contains a file. */
  projectOf(name: string): string | undefined;
  /** The config files of a project, from its folder. */
  configFilesOf(folder: string): readonly string[];
  /** Whether a file of a project's folder is one of its config files, or would be as soon as it is saved. */
  mayBeConfigFile(folder: string, file: string): boolean;
  /**
   * The text of a varfile that a document in a project refers to; undefined if it does not exist.
   *
   * @throws VariablesError for a file outside the project or one that cannot be read
   */
  readVarfile(folder: string, within: string, path: string): string | undefined;
  hasFile(name: string): boolean;
  /** Whether a \`.gitignore\` file covers a file that does not exist. */
  isGitIgnored(name: string): boolean;
  /** Forgets which projects there are. */
  forgetProjects(): void;
  settingsOf(name: string): FileSettings;
  /** Whether a file is a configuration. */
  isSetting(name: string): boolean;
  /** Forgets configurations, so that they are read again. */
  forget(): void;
  /** Errors in configurations, each once. */
  problems(): readonly string[];
}
