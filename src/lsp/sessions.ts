/** Runs the session of lint over the open texts and the files around them. */

import { FindingCollector, type Reported } from "../lint/collector.ts";
import { OpenSession } from "../lint/open-session.ts";
import { SourceText } from "../lint/source-text.ts";
import { Folders, isWithin, type RepositoryHost } from "../repository/folders.ts";
import type { FileSettings } from "./settings.ts";

/** The manifests of a folder, and the open texts, by their names. */
export interface SessionTexts {
  readonly manifests: ReadonlyMap<string, string>;
  readonly open: ReadonlyMap<string, string>;
}

export class Sessions {
  private readonly files: RepositoryHost;
  /** By folder. The settings of its files are the same, except those that concern reporting. */
  private readonly sessions = new Map<string, OpenSession>();

  constructor(files: RepositoryHost) {
    this.files = files;
  }

  /**
   * Reads everything again.
   *
   * @returns the folders with findings that depend on files elsewhere
   */
  forget(): string[] {
    const folders = [...this.sessions].flatMap(([folder, session]) => (session.isRendered ? folder : []));
    this.sessions.clear();
    return folders;
  }

  /** The findings in a file, with offsets into its text. */
  findingsIn(name: string, settings: FileSettings, texts: SessionTexts): Reported[] {
    const source = new SourceText(texts.manifests.get(name) ?? "");
    const found = this.sessionFor(name, settings, texts).foundIn(name);
    return new FindingCollector(settings).add(settings.file, source, found);
  }

  /** The session of a file's folder, with the texts as they are now. */
  sessionFor(name: string, settings: FileSettings, { manifests, open }: SessionTexts): OpenSession {
    const folder = name.slice(0, name.lastIndexOf("/"));
    const texts = new Map([...open, ...manifests]);
    const known = this.sessions.get(folder);
    const session = known?.update(texts) ? known : this.sessionOf(folder, settings, texts, manifests);
    this.sessions.set(folder, session);
    return session;
  }

  private sessionOf(
    folder: string,
    { composeEnvFiles, extraKinds, isKnown, profile, sources, world, ...settings }: FileSettings,
    texts: ReadonlyMap<string, string>,
    manifests: ReadonlyMap<string, string>,
  ): OpenSession {
    const root = new Folders(this.files).rootOf(folder) ?? folder;
    const nameOf = (path: string) => (isWithin(path, root) ? path.slice(root.length).replace(/^\//, "") : path);
    const input = { searched: [], home: folder, nameOf };
    const options = { composeEnvFiles, extraKinds, isKnown, profile, sources, world };
    const isInput = (path: string) => manifests.has(path);
    return new OpenSession(this.files, texts, isInput, input, options, new FindingCollector(settings));
  }
}
